// Thirty empty lists, and the first two lines of what the mock says about each:
// `explanation` of the request.
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
  const [condition, fact] = request?.explanation ?? [];
  for (const line of [condition, fact]) if (line) console.log(line);
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
// => In those 2 rows, `type` has the values custom, main.

const { id } = mock.db.accounts.insert({ status: 'active' });
await explain(
  '`some` of no rows. An account without balances matches `every` and `none`',
  accounts.list({ where: { id, balances: { some: { balance: { gte: 0 } } } } }),
);
// => `balances` matches 12 rows, but not with the rest of the filter; without
//    it 1 of 13 would.
// => In that row, `balances` has no rows.

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
// => `AND[0].type` matches 12 rows, but not with the rest of `type`.

await explain(
  'An archived row',
  balances.list({ where: { name: "Eoin O'Brien, USD", archived_at: null } }),
);
// => `archived_at` matches 22 rows, but not with the rest of the filter;
//    without it 1 of 24 would.
// => In that row, `archived_at` has the value 2025-05-03T00:02:02.014Z.

await explain(
  'A key of JSON in another letter case',
  balances.list({ where: { variables: { contains: { Tier: 'gold' } } } }),
);
// => No row matches `variables`.
// => `variables` has the key tier, not Tier.

await explain(
  'A day. It means midnight UTC',
  balances.list({ where: { created_at: '2025-11-09' } }),
);
// => No row matches `created_at`.
// => `created_at` is later on 2025-11-09 in 1 row, but a day means midnight
//    UTC; use { gte: '2025-11-09', lt: '2025-11-10' }.

await explain(
  'From a day to the same day',
  balances.list({
    where: { created_at: { gte: '2025-11-09', lte: '2025-11-09' } },
  }),
);
// => No row matches `created_at`.
// => `created_at` is later on 2025-11-09 in 1 row, but a day means midnight
//    UTC; use lt: '2025-11-10'.

await explain(
  'Another separator in an identifier',
  accounts.list({ where: { identifier: 'customer_0001' } }),
);
// => No row matches `identifier`.
// => `identifier` has the near value customer-0001.

await explain(
  'An enumeration with a capital letter',
  transactions.list({ where: { status: 'Completed', route_id: null } }),
);
// => No row matches `status`; without it 6 of 24 would.
// => `status` differs in letter case: 'completed'.

await explain(
  'A related row in another letter case',
  accounts.list({
    where: {
      identifier_prefix: 'house',
      balances: { some: { name: { like: 'house' } } },
    },
  }),
);
// => No row matches `balances`; without it 3 of 13 would.
// => `balances.some.name` differs in letter case: 'House treasury, USD'.

await explain(
  'Two conditions that no related row matches together',
  accounts.list({
    where: {
      balances: { some: { name: 'House treasury, USD', type: 'custom' } },
    },
  }),
);
// => No row matches `balances`.
// => `balances.some.type` matches 8 rows, but not with the rest of
//    `balances.some`.

await explain(
  'Two alternatives, neither of which there is',
  transactions.list({
    where: { OR: [{ external_id: 'order-9999' }, { status: 'declined' }] },
  }),
);
// => No row matches `OR`.
// => `OR[0].external_id` contains order in 20 rows.

await explain(
  'A path inside JSON with a part that is missing',
  balances.list({ where: { variables: { exists: 'limits.weekly' } } }),
);
// => No row matches `variables`.
// => `variables.limits` has no key weekly, but daily, monthly.

await explain(
  'Text where JSON has a number',
  balances.list({
    where: { variables: { contains: { kyc: { level: '2' } } } },
  }),
);
// => No row matches `variables`.
// => `variables.kyc.level` is a number, not text; it has the value 2.

await explain(
  'A part of a JSON value with `eq`',
  balances.list({ where: { variables: { eq: { tier: 'silver' } } } }),
);
// => No row matches `variables`.
// => `variables` contains this beside other keys in 4 rows; use `contains`.

await explain(
  'Two comparators, one of which is fine',
  balances.list({ where: { external_id: { neq: null, like: 'ref' } } }),
);
// => No row matches `external_id`.
// => `external_id.like` has other values, such as core-10000, core-10003,
//    core-10004.

await explain(
  'The id of a balance where a line has an account',
  transactions.list({
    where: {
      lines: { some: { account_id: mock.db.balances.all()[0]?.id ?? '' } },
    },
  }),
);
// => No row matches `lines`.
// => `lines.some.account_id` is the id of a row of balances, not of accounts.

await explain(
  'A misspelled name',
  balances.list({ where: { name: 'House tresury, USD' } }),
);
// => No row matches `name`.
// => `name` has the near value 'House treasury, USD'.

await explain(
  'Scheduled transactions, which have no lines yet',
  transactions.list({
    where: { status: 'scheduled', lines: { some: { amount: { gt: 0 } } } },
  }),
);
// => `lines` matches 21 rows, but not with the rest of the filter; without it 3
//    of 24 would.
// => In those 3 rows, `lines` has no rows.

await explain(
  '`every` of accounts of the house that have more than main balances',
  accounts.list({
    where: {
      identifier_value: 'fees',
      balances: { every: { type: 'main' } },
    },
  }),
);
// => `balances` matches 5 rows, but not with the rest of the filter; without it
//    1 of 13 would.
// => In that row, `balances` has rows that do not match `balances.every.type`.

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
// => `account_id` has other values, such as
//    2090e447-43c0-4a1d-bc79-24179f49d007,
//    29bb3537-636b-446c-9e1a-e0ca66b7d575,
//    2a8fd491-ad43-4adf-b2e9-e11b21c58c1c.
