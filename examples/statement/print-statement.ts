// Prints the statement of March 2026 from a mock with a few transactions.
// Install first: npm install big.js
import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { monthPeriod, readStatement, schema } from './statement.js';

const mock = createMock({ schema, data: {} });
const account = mock.db.accounts.insert({
  identifier_prefix: 'customer',
  identifier_value: '0001',
});
const house = mock.db.accounts.insert({
  identifier_prefix: 'house',
  identifier_value: 'fees',
});
const euro = mock.db.units.insert({ name: 'EUR', symbol: '€' });
const dollar = mock.db.units.insert({ name: 'USD', symbol: '$' });

for (const [created_at, external_id, amount, unit] of [
  ['2026-02-28T23:59:59.999Z', 'order-1', 400, euro],
  ['2026-03-01T00:00:00.000Z', 'order-2', 250.1, euro],
  ['2026-03-05T09:00:00.000Z', 'order-3', 80, dollar],
  ['2026-03-14T09:30:00.000Z', 'order-4', -99.95, euro],
  ['2026-04-01T00:00:00.000Z', 'order-5', 70, euro],
] as const) {
  mock.db.transactions.insert({
    status: 'completed',
    created_at,
    external_id,
    lines: [
      { account_id: account.id, amount, unit },
      { account_id: house.id, amount: -amount, unit },
    ],
  });
}

const client = createClient({ ...mock.clientOptions, schema });
for (const { unit, lines, credits, debits, total } of await readStatement(
  client,
  account.id,
  monthPeriod(2026, 3),
)) {
  console.log(`${unit}: credits ${credits}, debits ${debits}, total ${total}`);
  for (const { date, reference, amount, total: sum } of lines)
    console.log(date, reference, amount.padStart(8), sum.padStart(8));
}
// => EUR: credits 250.10, debits -99.95, total 150.15
// => 2026-03-01 order-2   250.10   250.10
// => 2026-03-14 order-4   -99.95   150.15
// => USD: credits 80.00, debits 0.00, total 80.00
// => 2026-03-05 order-3    80.00    80.00
