// Prints the statement of March 2026 from a mock with a few transactions: `npx tsx examples/statement/print-statement.ts`.
import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { monthPeriod, readStatement, schema } from './statement.js';

const mock = createMock({ schema, data: {} });
const account = mock.db.accounts.insert({ identifier_prefix: 'customer', identifier_value: '0001' });
const house = mock.db.accounts.insert({ identifier_prefix: 'house', identifier_value: 'fees' });

for (const [created_at, external_id, amount] of [
  ['2026-02-28T23:59:59.999Z', 'order-1', 400],
  ['2026-03-01T00:00:00.000Z', 'order-2', 250.1],
  ['2026-03-14T09:30:00.000Z', 'order-3', -99.95],
  ['2026-03-31T23:59:59.999Z', 'order-4', 0.2],
  ['2026-04-01T00:00:00.000Z', 'order-5', 70],
] as const) {
  mock.db.transactions.insert({
    status: 'completed',
    created_at,
    external_id,
    lines: [
      { account_id: account.id, amount },
      { account_id: house.id, amount: -amount },
    ],
  });
}

const client = createClient({ ...mock.clientOptions, schema });
const statement = await readStatement(client, account.id, monthPeriod(2026, 3));
for (const { date, reference, amount, total } of statement.lines) {
  console.log(`${date}  ${reference}  ${amount.padStart(10)}  ${total.padStart(10)}`);
}
// => 2026-03-01  order-2      250.10      250.10
// => 2026-03-14  order-3      -99.95      150.15
// => 2026-03-31  order-4        0.20      150.35
console.log(`Credits ${statement.credits}, debits ${statement.debits}, total ${statement.total}`);
// => Credits 250.30, debits -99.95, total 150.35
