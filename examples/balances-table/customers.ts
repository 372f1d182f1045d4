// Two customers for the mock: Ada has 23 balances, and Grace has 12.
import type { Mock } from 'payments-data-client/mock';

export function insertCustomers({ db }: Pick<Mock, 'db'>) {
  const euro = db.units.insert({ name: 'EUR', symbol: '€' });
  const dollar = db.units.insert({ name: 'USD', symbol: '$' });
  const customers = new Map<string, string[]>();
  for (const [name, count] of [
    ['Ada', 23],
    ['Grace', 12],
  ] as const) {
    const account = db.accounts.insert({ identifier_value: name });
    customers.set(name, [account.id]);
    for (let index = 1; index <= count; index++)
      db.balances.insert({
        account_id: account.id,
        unit_id: index % 3 === 0 ? dollar.id : euro.id,
        name: `${name}, savings ${index}`,
        type: index === 1 ? 'main' : 'children',
        balance: `${(index * 137) % 1_000}.50`,
        archived_at: index % 10 === 9 ? '2025-11-01T00:00:00Z' : null,
      });
  }
  return customers;
}
