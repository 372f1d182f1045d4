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
const digits = { default_precision: 2 };
const euro = mock.db.units.insert({ name: 'EUR', symbol: '€', ...digits });
const dollar = mock.db.units.insert({ name: 'USD', symbol: '$', ...digits });

for (const [created_at, external_id, amount, unit] of [
  ['2026-04-01T00:00:00.000Z', 'order-6', 70, euro],
  ['2026-03-14T09:30:00.000Z', 'order-5', -99.95, euro],
  ['2026-03-05T09:00:00.000Z', 'order-4', 80, dollar],
  ['2026-03-01T00:00:00.000Z', 'order-3', 250.1, euro],
  ['2026-02-28T23:59:59.999Z', 'order-2', 400, euro],
  ['2026-01-31T12:00:00.000Z', 'order-1', -20.5, dollar],
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
const print = (first: string, text: string, amount: string, total: string) =>
  console.log(
    `${first.padEnd(10)} ${text} ${amount.padStart(7)} ${total.padStart(7)}`,
  );

for (const { unit, opening, lines, closing } of await readStatement(
  client,
  account.id,
  monthPeriod(2026, 3),
)) {
  print(unit, 'opening', '', opening);
  for (const { date, reference, amount, total } of lines)
    print(date, reference ?? '-', amount, total);
  print(unit, 'closing', '', closing);
}
// => EUR        opening          400.00
// => 2026-03-01 order-3  250.10  650.10
// => 2026-03-14 order-5  -99.95  550.15
// => EUR        closing          550.15
// => USD        opening          -20.50
// => 2026-03-05 order-4   80.00   59.50
// => USD        closing           59.50
