import JSON5 from 'json5';
import {
  createClient,
  enumeration,
  extendSchema,
  many,
  nullable,
  paymentsSchema,
  string,
  uuid,
} from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { type AnyFetch, checkWith, connectTo } from './run-connect.js';

type AnyMock = { readonly fetch: (url: string, init: never) => Promise<Response> };

const fetchOf =
  (mock: AnyMock, change: (url: URL) => void = () => {}): AnyFetch =>
  (url, init) => {
    const changed = new URL(url);
    change(changed);
    return mock.fetch(changed.href, init as never);
  };

const options = (mock: { readonly clientOptions: { readonly apiKey: string } }) =>
  mock.clientOptions.apiKey;

/** Replaces each comparison with null in a filter by one that no row matches, as `= NULL` does. */
const withoutNull = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNull);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const { eq, neq } = Object(member);
      const isNull = member === null || eq === null || neq === null;
      return isNull ? ['OR', []] : [key, withoutNull(member)];
    }),
  );
};

const transactions = (count: number, change: (index: number) => object) => ({
  transactions: Array.from({ length: count }, (_, index) => ({
    id: `00000000-0000-4000-8000-${`${index}`.padStart(12, '0')}`,
    external_id: `ext-${index}`,
    ...change(index),
  })),
});

describe('a module', () => {
  test('has no code of a service, whatever the names of its fields are', async () => {
    const name = 'x y\nglobalThis.read = 1//';
    const schema = extendSchema(paymentsSchema, {
      transactions: { fields: { [name]: enumeration('a', 'b'), 'sales channel': string() } },
    });
    const mock = createMock({
      schema,
      data: transactions(40, (index) => ({ [name]: 'ab'[index % 2], 'sales channel': 'web' })),
    });
    const { text } = await connectTo(fetchOf(mock), options(mock));
    expect(text).toContain('"x y\\nglobalThis.read = 1//": enumeration("a", "b")');
    expect(text.split('\n').filter((line) => line.startsWith('globalThis'))).toEqual([]);
    expect(text).not.toMatch(/^\/\/ Proven: transactions/m);
  });

  test('proves nothing by filters that never find null', async () => {
    const schema = extendSchema(paymentsSchema, {
      transactions: { fields: { memo: nullable(string()), channel: nullable(string()) } },
    });
    const mock = createMock({
      schema,
      dialect: { pageSize: { default: 50, max: 100 } },
      data: transactions(900, (index) => ({
        memo: index > 400 && index < 500 ? null : `memo words ${index}`,
        channel: index % 3 ? (['web', 'shop'][index % 2] ?? null) : null,
      })),
    });
    const run = (isSql: boolean) =>
      connectTo(
        fetchOf(mock, ({ searchParams }) => {
          const where = searchParams.get('where');
          if (isSql && where)
            searchParams.set('where', JSON5.stringify(withoutNull(JSON5.parse(`{${where}}`))));
        }),
        options(mock),
      );
    const [usual, sql] = await Promise.all([false, true].map(run));
    const fieldsOf = (found: typeof usual) => found?.connected.schema.transactions?.fields;
    expect(fieldsOf(usual)?.memo?.nullable).toBe(true);
    expect(fieldsOf(sql)?.memo?.nullable).toBe(false);
    expect(sql?.text).not.toMatch(/never null|no other values/);
    expect(sql?.text).toContain('a filter by null: no row, and no row with null that it finds');
  });

  test('says of no page that it is the whole list, if it may be cut', async () => {
    for (const parameters of [{ skip: null }, { skip: null, take: null, orderBy: null }]) {
      const mock = createMock({
        dialect: { parameters, pageSize: { default: 50, max: 50 } },
        data: transactions(90, () => ({})),
      });
      const { text } = await connectTo(fetchOf(mock), options(mock));
      expect(text).not.toContain('Seen in all 50 rows');
    }
  });

  test('is not checked as a whole if a list has no rows any more', async () => {
    const mock = createMock();
    const run = await connectTo(fetchOf(mock), options(mock));
    expect((await checkWith(run, fetchOf(mock), options(mock))).open).toEqual([]);
    for (const { id } of mock.db.transactionLines.all()) mock.db.transactionLines.delete(id);
    for (const { id } of mock.db.transactions.all()) mock.db.transactions.delete(id);
    const { wrong, open } = await checkWith(run, fetchOf(mock), options(mock));
    expect([wrong, open]).toEqual([
      [],
      expect.arrayContaining([expect.stringMatching(/^(enumeration|relation|transactions)/)]),
    ]);
  });

  test('has no page size if lists have different ones', async () => {
    const mock = createMock({
      data: { ...transactions(250, () => ({})), accounts: Array(90).fill({}) },
    });
    const cut = fetchOf(mock, ({ pathname, searchParams }) => {
      const most = pathname.endsWith('/accounts') ? 20 : 100;
      if (!(Number(searchParams.get('take') ?? Infinity) <= most))
        searchParams.set('take', `${most}`);
    });
    const { connected } = await connectTo(cut, options(mock));
    expect(connected.dialect.pageSize).toBeUndefined();
    expect(connected.doubts).toContainEqual({
      topic: 'pageSize',
      text: 'it differs: 20 rows of /accounts, 100 of /transactions',
    });
  });

  test('keeps the `get` of a list without rows', async () => {
    const mock = createMock({ data: transactions(5, () => ({})) });
    const { connected } = await connectTo(fetchOf(mock), options(mock));
    expect(connected.schema.balances?.operations).toEqual(['get', 'list']);
  });

  test('has no resource with the name of a client member', async () => {
    const schema = extendSchema(paymentsSchema, {
      accounts: { relations: { api_keys: many('tokens', { foreignKey: 'account_id' }) } },
      tokens: {
        path: '/api-keys',
        operations: ['list'],
        fields: { id: uuid(), account_id: uuid() },
      },
    });
    const accounts = Array.from({ length: 5 }, (_, index) => ({
      identifier_prefix: `p${index}`,
      api_keys: [{}],
    }));
    const mock = createMock({ schema, data: { accounts } });
    const include = (url: URL) => {
      if (url.pathname === '/v1/accounts' && !url.searchParams.has('include'))
        url.searchParams.set('include', '{api_keys:true}');
    };
    const { connected } = await connectTo(fetchOf(mock, include), options(mock));
    expect(connected.schema.apiKeys?.path).toBeUndefined();
    const own = { ...mock.clientOptions, schema: connected.schema as never };
    expect(() => createClient(own)).not.toThrow();
  });
});
