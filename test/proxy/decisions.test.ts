import { createClient, extendSchema, one, paymentsSchema, pickSchema } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { createProxy } from 'payments-data-client/proxy';
import { expect, test } from 'vitest';
import { accounts, ada, balancesOf, createPage, policies } from './page.js';

test('`every` is sent as it is if all related rows are visible, and matches if none is [decision 40]', async () => {
  const where = { balances: { every: { type: 'main' } } };
  const all = createPage({ policies: { ...policies, accounts: true, balances: true } });
  await all.clientOf(ada).accounts.list({ where });
  expect(all.service.requests.at(-1)?.where).toEqual(where);

  const none = createPage({ policies: { ...policies, accounts: true, balances: () => false } });
  expect(await none.clientOf(ada).accounts.list({ where })).toHaveLength(accounts.length);
});

test('a list without `take` is cut off at `maxTake`, and `iterate` reads the rest [decision 42]', async () => {
  const count = balancesOf(ada).length;
  expect(count).toBeGreaterThan(1);
  const { balances } = createPage({ maxTake: count - 1 }).clientOf(ada);
  expect(await balances.list()).toHaveLength(count - 1);
  let read = 0;
  for await (const _ of balances.iterate({}, { pageSize: 1 })) read++;
  expect(read).toBe(count);
});

test('a relation whose row may be hidden must be nullable in the schema of the page [decision 44]', async () => {
  const mock = createMock();
  const [own, other] = mock.db.balances.all();
  const picks = { balances: ['name', 'account'], accounts: ['status'] } as const;
  const create = (schema: ReturnType<typeof pickNullable>) =>
    createProxy({
      ...mock.clientOptions,
      schema,
      authenticate: () => ({ accountId: own?.account_id ?? '' }),
      policies: { balances: true, accounts: ({ accountId }) => ({ id: accountId }) },
    });
  const pickNullable = () =>
    pickSchema(
      extendSchema(paymentsSchema, {
        balances: {
          relations: { account: one('accounts', { foreignKey: 'account_id', nullable: true }) },
        },
      }),
      picks,
    );
  expect(() => create(pickSchema(paymentsSchema, picks) as never)).toThrow(
    "createProxy: `policies.accounts` may hide the row of balances.account, which is then null. Declare it nullable: pickSchema(extendSchema(paymentsSchema, { balances: { relations: { account: one('accounts', { foreignKey: 'account_id', nullable: true }) } } }), …).",
  );

  const proxy = create(pickNullable());
  const page = createClient({
    baseUrl: 'https://page.example/api',
    apiKey: null,
    schema: pickNullable(),
    fetch: (input, init) => proxy.fetch(new Request(input, init)),
  });
  const balances = await page.balances.list({
    include: { account: { status: true } },
    orderBy: { name: 'asc' },
  });
  const accountOf = (id = '') => balances.find((balance) => balance.id === id)?.account;
  expect(accountOf(own?.id)).toEqual({ id: own?.account_id, status: 'active' });
  expect(accountOf(other?.id)).toBeNull();
});
