// Empty lists, and what the mock says about each: `explanation` of the request.
import { createClient, paymentsSchema, pickSchema } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { createProxy } from 'payments-data-client/proxy';

const mock = createMock();
const client = createClient(mock.clientOptions);
const { balances, accounts, transactions } = client;

/** Prints the request of a list without rows, and the explanation. */
async function explain(mistake: string, list: PromiseLike<readonly unknown[]>) {
  const { length } = await list;
  const request = mock.requests.at(-1);
  const query = decodeURIComponent(request?.search ?? '');
  console.log(`\n${mistake}\n${request?.path}${query}, ${length} rows`);
  for (const line of request?.explanation ?? []) console.log(line);
}

await explain(
  'Another letter case',
  balances.list({ where: { name: { like: 'Treasury' } } }),
);
// => No row matches `name`.
// => `name` differs in letter case: 'House treasury, USD'.

await explain(
  'A space at the end, as pasted from a spreadsheet',
  balances.list({ where: { name: 'House treasury, USD ' } }),
);
// => No row matches `name`.
// => `name` differs in spaces: 'House treasury, USD'.

await explain(
  'A value that the field does not have',
  transactions.list({ where: { status: 'canceled' } }),
);
// => No row matches `status`.
// => `status` has the values completed, pending, failed, scheduled.

await explain(
  'The year after the last row',
  balances.list({ where: { type: 'main', created_at: { gte: '2026-01-01' } } }),
);
// => No row matches `created_at`; without it 12 of 24 would.
// => `created_at` ranges from 2025-01-11T17:01:01.007Z to
//    2025-12-19T13:01:01.007Z.

await explain(
  'The bounds in the wrong order',
  balances.list({ where: { balance: { gt: '500', lt: '100' } } }),
);
// => No row matches `balance`.
// => `balance.gt` is not below `balance.lt`.

await explain(
  'Cents instead of euros',
  balances.list({ where: { balance: { gte: '328539' } } }),
);
// => No row matches `balance`.
// => `balance` is at most 19969.75.

await explain(
  '`neq: null` instead of `null`: archived rows only',
  balances.list({ where: { type: 'children', archived_at: { neq: null } } }),
);
// => `type` matches 4 rows, but not with the rest of the filter; without it 2
//    of 24 would.
// => `archived_at` matches 2 rows, but not with the rest of the filter; without
//    it 4 of 24 would.

const { id } = mock.db.accounts.insert({ status: 'active' });
await explain(
  '`some` of no rows. An account without balances matches `every` and `none`',
  accounts.list({ where: { id, balances: { some: { balance: { gte: 0 } } } } }),
);
// => `id` matches 1 row, but not with the rest of the filter; without it 12 of
//    13 would.
// => `balances` matches 12 rows, but not with the rest of the filter; without
//    it 1 of 13 would, none with `balances`.

await explain(
  'The name of a unit instead of its id',
  balances.list({ where: { unit_id: 'EUR' } }),
);
// => No row matches `unit_id`.
// => `unit_id` is not a UUID.

await explain(
  'The id of an account of another workspace',
  balances.list({
    where: { account_id: '0a5ed5c7-9e0c-4b6f-8f0e-4d3f5c1f7b11', type: 'main' },
  }),
);
// => No row matches `account_id`; without it 12 of 24 would.
// => `account_id` is not the id of a row of accounts.

await explain(
  'A page after the last one',
  balances.list({ where: { type: 'main' }, skip: 20, take: 10 }),
);
// => `skip` is 20, but the list has 12 rows.

await explain(
  'AND of what excludes each other. Use OR, or `in`',
  balances.list({ where: { AND: [{ type: 'main' }, { type: 'custom' }] } }),
);
// => No row matches `type`.
// => `type.eq: main` matches 12 rows, but not with the rest of `type`.
// => `type.eq: custom` matches 8 rows, but not with the rest of `type`.

await explain(
  'An archived row',
  balances.list({ where: { name: "Eoin O'Brien, USD", archived_at: null } }),
);
// => `name` matches 1 row, but not with the rest of the filter; without it 22
//    of 24 would.
// => `archived_at` matches 22 rows, but not with the rest of the filter;
//    without it 1 of 24 would.

const schema = pickSchema(paymentsSchema, { balances: ['name'] });
const proxy = createProxy({
  ...mock.clientOptions,
  schema,
  authenticate: () => ({ accountId: id }),
  policies: { balances: ({ accountId }) => ({ account_id: accountId }) },
});
const page = createClient({
  baseUrl: 'https://app.example.com/api',
  apiKey: null,
  schema,
  fetch: (url, init) => proxy.fetch(new Request(url, init)),
});
await explain(
  'The policy of a proxy, which adds `account_id`',
  page.balances.list({ where: { name: 'House treasury, USD' } }),
);
// => No row matches `account_id`; without it 1 of 24 would.
