/** A query to begin with. */
export interface Example {
  readonly title: string;
  readonly query: string;
}

/** The shapes of query that the service has, one an example. */
export const examples: readonly [Example, ...Example[]] = [
  {
    title: 'Some properties, and some of a relation',
    query: `client.balances.list({
  where: { balance: { gte: '1000.00' } },
  include: { name: true, balance: true, unit: { symbol: true } },
})`,
  },
  {
    title: 'Everything but a property',
    query: `// All primitives but these three, and the unit with all of its own.
client.balances.list({
  where: { type: 'main' },
  include: { description: false, variables: false, external_id: false, unit: true },
})`,
  },
  {
    title: 'A filter inside a relation',
    query: `// Every account comes; of its balances only those above 100.
client.accounts.list({
  include: {
    identifier: true,
    balances: { where: { amount: { gt: '100' } }, include: { amount: true, name: true } },
  },
})`,
  },
  {
    title: 'A filter through a relation',
    query: `// Only accounts that owe something come.
client.accounts.list({
  where: { status: 'active', balances: { some: { amount: { lt: 0 } } } },
  include: { identifier: true, status: true },
})`,
  },
  {
    title: 'Transactions by their lines',
    query: `client.transactions.list({
  where: { lines: { some: { amount: { gte: 800 } } } },
  include: { status: true, external_id: true, lines: { amount: true } },
})`,
  },
  {
    title: 'AND and OR',
    query: `client.transactions.list({
  where: {
    OR: [
      { AND: [{ external_id: { like: 'order-10' } }, { status: 'pending' }] },
      { external_id: null, route_id: { neq: null } },
    ],
  },
  include: { entity_id: false },
})`,
  },
  {
    title: 'JSON properties',
    query: `// An empty object asks whether the key holds an object.
client.balances.list({
  where: { variables: { contains: { limits: {} }, exists: 'limits.daily' } },
  include: { name: true, variables: true },
})`,
  },
  {
    title: 'Lists, nulls and dates',
    query: `client.balances.list({
  where: {
    type: { in: ['main', 'custom'] },
    external_id: { neq: null },
    created_at: { gte: new Date('2025-03-01') },
  },
  include: { name: true, type: true, external_id: true, created_at: true },
})`,
  },
  {
    title: 'The largest first',
    query: `client.transactionLines.list({
  where: { amount: { gt: 0 } },
  orderBy: { amount: 'desc' },
  take: 5,
})`,
  },
  {
    title: 'One request after another',
    query: `const [account] = await client.accounts.list({
  where: { identifier_value: 'settlement' },
});

client.balances.list({
  where: { account_id: account?.id ?? '' },
  include: { name: true, available_balance: true, account: { identifier: true } },
})`,
  },
  {
    title: 'Rows of your own',
    query: `// The mock starts afresh each time.
mock.db.transactions.insert({
  external_id: 'mine',
  lines: [{ amount: 25 }, { amount: -25 }],
});

client.transactions.list({ where: { external_id: 'mine' }, include: { lines: true } })`,
  },
];
