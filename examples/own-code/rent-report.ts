// A service that takes the two methods of a client that it needs, so that its
// test can pass stubs: see rent-report.test.ts.
import type { GetMethod, ListMethod } from 'payments-data-client';

/** `client.balances` fits. */
type Balances = ListMethod<'balances'> & GetMethod<'balances'>;

export class RentReport {
  readonly #balances: Balances;

  constructor(balances: Balances) {
    this.#balances = balances;
  }

  /** Returns the names of the balances that cannot pay the rent. */
  async unpaid(rent: number): Promise<string[]> {
    const rows = await this.#balances.list({
      where: { type: 'main', balance: { lt: rent } },
      include: { name: true },
    });
    return rows.map(({ name }) => name);
  }

  /** Returns a line such as `Rent: € 250.00`. */
  async line(id: string): Promise<string> {
    const { name, balance, unit } = await this.#balances.get(id, {
      include: { name: true, balance: true, unit: { symbol: true } },
    });
    return `${name}: ${unit.symbol} ${balance}`;
  }
}
