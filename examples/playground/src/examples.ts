/** A query in the menu of examples. */
export interface Example {
  readonly title: string;
  readonly query: string;
}

/** One example for each form of query. */
export const examples: readonly [Example, ...Example[]] = [
  {
    title: 'Select fields',
    query: `client.balances.list({
  where: { balance: { gte: '1000.00' } },
  include: { name: true, balance: true, unit: { symbol: true } },
})`,
  },
  {
    title: 'Leave fields out',
    query: `// All fields except these three, and the related unit.
client.balances.list({
  where: { type: 'main' },
  include: { description: false, variables: false, external_id: false, unit: true },
})`,
  },
  {
    title: 'Filter related rows',
    query: `// Every account, with only those of its balances that are above 100.
client.accounts.list({
  include: {
    identifier: true,
    balances: { where: { amount: { gt: '100' } }, include: { amount: true, name: true } },
  },
})`,
  },
  {
    title: 'Filter by related rows',
    query: `// Only accounts with a negative balance.
client.accounts.list({
  where: { status: 'active', balances: { some: { amount: { lt: 0 } } } },
  include: { identifier: true, status: true },
})`,
  },
  {
    title: 'Filter transactions by their lines',
    query: `client.transactions.list({
  where: { lines: { some: { amount: { gte: 800 } } } },
  include: { status: true, external_id: true, lines: { amount: true } },
})`,
  },
  {
    title: 'Combine filters with AND and OR',
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
    title: 'Filter by JSON fields',
    query: `// An empty object matches any object.
client.balances.list({
  where: { variables: { contains: { limits: {} }, exists: 'limits.daily' } },
  include: { name: true, variables: true },
})`,
  },
  {
    title: 'Filter by lists, null and dates',
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
    title: 'Sort and limit',
    query: `client.transactionLines.list({
  where: { amount: { gt: 0 } },
  orderBy: { amount: 'desc' },
  take: 5,
})`,
  },
  {
    title: 'Use a result in the next query',
    query: `const [account] = await client.accounts.list({
  where: { identifier_value: 'settlement' },
});

client.balances.list({
  where: { account_id: account?.id ?? '' },
  include: { name: true, available_balance: true, account: { identifier: true } },
})`,
  },
  {
    title: 'Insert rows',
    query: `// Each run starts with a new mock.
mock.db.transactions.insert({
  external_id: 'mine',
  lines: [{ amount: 25 }, { amount: -25 }],
});

client.transactions.list({ where: { external_id: 'mine' }, include: { lines: true } })`,
  },
  {
    title: 'Find out why a list is empty',
    query: `// \`like\` is case-sensitive: the mock says so.
client.balances.list({ where: { type: 'main', name: { like: 'Treasury' } } })`,
  },
];
