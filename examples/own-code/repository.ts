// A repository for any resource of a client. `Lists` maps each name to the
// resource with its methods, also while the name is a type parameter.
import {
  createClient,
  type Lists,
  type Row,
  type Selected,
  type ValidInclude,
  type Where,
} from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';

export class Repository<Name extends keyof Lists> {
  readonly #lists: Lists;
  readonly #name: Name;

  constructor(lists: Lists, name: Name) {
    this.#lists = lists;
    this.#name = name;
  }

  /** Returns all rows that match, with their default fields. */
  find(where: Where<Name>): Promise<Row<Name>[]> {
    return this.#lists[this.#name].all({ where });
  }

  /** Returns the first row that matches, with what `include` names. */
  async first<const Chosen extends ValidInclude<Name, Chosen>>(
    where: Where<Name>,
    include: Chosen,
  ): Promise<Selected<Name, Chosen> | undefined> {
    const resource = this.#lists[this.#name];
    const [row] = await resource.list({ where, include, take: 1 });
    return row;
  }
}

const client = createClient(createMock().clientOptions);
const accounts = new Repository(client, 'accounts');
const active = await accounts.find({ status: 'active' });
console.log(active.length, active[0]?.identifier_prefix); // => 11 house

const balances = new Repository(client, 'balances');
const include = { name: true, unit: { symbol: true } } as const;
const main = await balances.first({ type: 'main' }, include);
console.log(main?.name, main?.unit.symbol); // => House treasury, USD $
