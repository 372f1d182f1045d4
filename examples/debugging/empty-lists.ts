// Thirty empty lists, and the first two lines of what the mock says about each:
// `explanation` of the request. The last fifteen were written from the guide.
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
  'The year after the last row',
  balances.list({ where: { type: 'main', created_at: { gte: '2026-01-01' } } }),
);
// => No row matches `created_at`; without it 12 of 24 would.
// => `created_at` is at most 2025-12-19T13:01:01.007Z, which is before
//    2026-01-01.

await explain(
  'The bounds in the wrong order',
  balances.list({ where: { balance: { gt: '500', lt: '100' } } }),
);
// => `balance.gt` is above `balance.lt`.

await explain(
  '`neq: null` instead of `null`: archived rows only',
  balances.list({ where: { type: 'children', archived_at: { neq: null } } }),
);
// => 2 rows match `archived_at`; none of them matches `type`.
// => In those 2 rows, `type` has the values custom, main.

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
// => 8 rows match `AND[1].type`; none of them matches `AND[0].type`.
// => In those 8 rows, `AND[0].type` has the value custom.

await explain(
  'An archived row',
  balances.list({ where: { name: "Eoin O'Brien, USD", archived_at: null } }),
);
// => 1 row matches `name`; it does not match `archived_at`.
// => In that row, `archived_at` has the value 2025-05-03T00:02:02.014Z.

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
// => 3 rows match `created_at.gte`; none of them matches `created_at.lte`.
// => In those 3 rows, `created_at` is later on 2025-11-09 in 1 row, but a day
//    means midnight UTC; use lt: '2025-11-10'.

await explain(
  'Two conditions that no related row matches together',
  accounts.list({
    where: {
      balances: { some: { name: 'House treasury, USD', type: 'custom' } },
    },
  }),
);
// => No row matches `balances`.
// => 1 row of balances matches `balances.some.name`; it does not match
//    `balances.some.type`.

await explain(
  'Scheduled transactions, which have no lines yet',
  transactions.list({
    where: { status: 'scheduled', lines: { some: { amount: { gt: 0 } } } },
  }),
);
// => 3 rows match `status`; none of them matches `lines`.
// => In those 3 rows, `lines` has no rows.

const { id } = mock.db.accounts.insert({ status: 'active' });
await explain(
  '`some` of no rows. An account without balances matches `every` and `none`',
  accounts.list({ where: { id, balances: { some: { balance: { gte: 0 } } } } }),
);
// => 1 row matches `id`; it does not match `balances`.
// => In that row, `balances` has no rows.

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

const balanceId = mock.db.balances.all()[0]?.id ?? '';
await explain(
  'A key in camel case inside JSON',
  balances.list({ where: { variables: { exists: 'kyc.checkedAt' } } }),
);
// => No row matches `variables`.
// => `variables.kyc` has no key checkedAt, but level, verified, checked_at.

await explain(
  'An object where JSON has a key with a dot',
  balances.list({
    where: { variables: { contains: { risk: { score: 0.25 } } } },
  }),
);
// => No row matches `variables`.
// => `variables` has the key risk.score, not risk.

await explain(
  'Text where JSON has an array',
  balances.list({ where: { variables: { contains: { tags: 'vip' } } } }),
);
// => No row matches `variables`.
// => `variables.tags` is an array, not a string; it has the value
//    '["vip","eu"]'.

await explain(
  'The last day of a range, which is its midnight',
  balances.list({
    where: { created_at: { gte: '2025-12-01', lte: '2025-12-19' } },
  }),
);
// => 1 row matches `created_at.gte`; it does not match `created_at.lte`.
// => In that row, `created_at` is later on 2025-12-19 in 1 row, but a day means
//    midnight UTC; use lt: '2025-12-20'.

await explain(
  'A time in seconds instead of milliseconds',
  balances.list({ where: { created_at: { lt: new Date(1_762_671_661) } } }),
);
// => No row matches `created_at`.
// => `created_at` is at least 2025-01-11T17:01:01.007Z, which is after
//    1970-01-21T09:37:51.661Z.

await explain(
  'The id of a balance where a line has an account',
  transactions.list({ where: { lines: { some: { account_id: balanceId } } } }),
);
// => No row matches `lines`.
// => `lines.some.account_id` is the id of a row of balances, not of accounts.

await explain(
  'The name of a unit instead of its id',
  balances.list({ where: { unit_id: 'EUR' } }),
);
// => No row matches `unit_id`.
// => `unit_id` is never EUR, which is the `name` of
//    47f66630-9ce3-41f0-b882-9f5c6d010770 in units.

await explain(
  'An id in capital letters, as from SQL Server',
  balances.list({ where: { id: balanceId.toUpperCase() } }),
);
// => No row matches `id`.
// => `id` differs in letter case: '05c1e757-de17-4bab-bb60-042306c3ac3f'.

await explain(
  'A status in British and American spelling',
  transactions.list({ where: { status: 'canceled' } }),
);
// => No row matches `status`.
// => `status` has the values completed, pending, failed, scheduled; the schema
//    also has cancelled.

await explain(
  'Several values as they are in a query string',
  transactions.list({ where: { status: { in: ['completed,pending'] } } }),
);
// => No row matches `status`.
// => `status` has completed and pending, each on its own; use `in` with several
//    texts.

await explain(
  'A typographic apostrophe, as phones write it',
  balances.list({ where: { name: { like: 'O’Brien' } } }),
);
// => No row matches `name`.
// => `name` differs in punctuation: 'Eoin O'Brien, PTS'.

await explain(
  'A wildcard of SQL',
  balances.list({ where: { external_id: { like: 'core-%' } } }),
);
// => No row matches `external_id`.
// => `external_id` contains core- in 18 rows; use `like` without `%`.

await explain(
  'Empty text instead of null',
  transactions.list({ where: { entity_id: '' } }),
);
// => No row matches `entity_id`.
// => `entity_id` is null in 8 of 24 rows, which is not the text ''.

await explain(
  'A search in two fields in small letters',
  balances.list({
    where: {
      OR: [
        { name: { like: 'lovelace' } },
        { external_id: { like: 'lovelace' } },
      ],
    },
  }),
);
// => No row matches `OR`.
// => `OR[0].name` differs in letter case: 'Ada Lovelace, PTS'.

const deleted = mock.db.balances.insert({ name: 'Rent' });
mock.db.balances.delete(deleted.id);
await explain(
  'A row that was deleted',
  balances.list({ where: { id: deleted.id } }),
);
// => No row matches `id`.
// => `id` is not the id of a row of balances.
