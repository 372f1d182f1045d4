import { hashKey } from '@tanstack/query-core';
import { ConfigurationError, createClient } from 'payments-data-client';
import {
  getQueryOptions,
  infiniteListQueryOptions,
  listQueryOptions,
  queryKeys,
} from 'payments-data-client/tanstack-query';
import { describe, expect, test } from 'vitest';

const client = createClient({
  baseUrl: 'https://api.example.com',
  apiKey: 'canary-3141592653',
  headers: { 'X-Tenant': 'canary-2718281828' },
});
const list = (query?: object) => hashKey(queryKeys.list(client.balances, query));

describe('a key', () => {
  test('goes from general to specific', () => {
    const { balances } = client;
    const query = { where: { type: 'main' }, include: { name: true } };
    const resource = ['payments-data-client', 'balances'];
    expect(queryKeys.all()).toEqual(['payments-data-client']);
    expect(queryKeys.resource(balances)).toEqual(resource);
    expect(queryKeys.lists(balances)).toEqual([...resource, 'list']);
    expect(queryKeys.list(balances, query)).toEqual([...resource, 'list', { ...query }]);
    expect(queryKeys.infiniteList(balances, query)[2]).toBe('infiniteList');
    expect(queryKeys.detail(balances, 'b1')).toEqual([...resource, 'detail', 'b1', {}]);
  });

  test('contains no API key, header or address', () => {
    const options = listQueryOptions(client.balances, { where: { type: 'main' } });
    expect(JSON.stringify(options.queryKey)).not.toMatch(/canary|example\.com/);
  });

  test('is created for a filter that stands for too many values, which the request rejects', () => {
    let where: object = { type: 'main' };
    for (let level = 0; level < 40; level++) where = { AND: Array(20).fill(where) };
    let last: unknown = queryKeys.list(client.balances, { where });
    while (typeof last === 'object' && last !== null) last = Object.values(last).at(-1);
    expect(last).toBe('not sent: too many values');
  });

  test('is of its own for each filter with as many values as are allowed', () => {
    const listOf = (first: string) => {
      const where = { id: { in: [first, ...Array<string>(999_997).fill('b')] } };
      return queryKeys.list(client.balances, { where, orderBy: { name: 'asc' }, take: 5 })[3];
    };
    expect(listOf('a')).toMatchObject({ where: { id: { in: { 0: 'a' } } } });
  });

  test('is independent of the order of members in a query, and depends on that of rows', () => {
    expect(list({ where: { type: 'main', name: { like: 'a', neq: 'b' } }, take: 5 })).toBe(
      list({ take: 5, where: { name: { neq: 'b', like: 'a' }, type: 'main' } }),
    );
    expect(list({ orderBy: { created_at: 'desc', name: 'asc' } })).not.toBe(
      list({ orderBy: { name: 'asc', created_at: 'desc' } }),
    );
  });

  test('is the same without a query, with an empty one, and with members that are undefined', () => {
    expect(list()).toBe(list({}));
    expect(list({ include: undefined, take: undefined })).toBe(list({}));
    expect(list({ where: undefined })).not.toBe(list({})); // that is rejected
  });

  test('contains dates as ISO text and bigints as digits', () => {
    expect(list({ where: { created_at: { gt: new Date('2026-01-02T03:04:05.678Z') } } })).toBe(
      list({ where: { created_at: { gt: '2026-01-02T03:04:05.678Z' } } }),
    );
    expect(list({ where: { balance: { gte: 12345678901234567890n } } })).toBe(
      list({ where: { balance: { gte: '12345678901234567890' } } }),
    );
  });

  test('of an invalid query never finds the rows of another', () => {
    const circular: Record<string, unknown> = {};
    circular.AND = [circular, circular];
    const refused = [
      { where: circular },
      { where: { id: new URL('https://a.example') } },
      { where: { id: { eq: new Map() } } },
      { where: { id: undefined } },
      { where: { id: { in: [undefined] } } },
      { where: { id: Number.NaN } },
      { where: { id: Symbol('id') } },
      { where: { id: new Date(Number.NaN) } },
    ];
    const accepted = [
      {},
      { where: { id: 'https://a.example/' } },
      { where: { id: { eq: {} } } },
      { where: {} },
      { where: { id: null } },
      { where: { id: { in: [] } } },
      { where: { id: { in: [null] } } },
    ];
    for (const query of refused) expect(accepted.map(list)).not.toContain(list(query));
  });

  test('tells filters apart at any depth that can be sent', () => {
    const nested = (id: string) => {
      let where: object = { id };
      for (let level = 0; level < 499; level++) where = { AND: [where] };
      return { where };
    };
    expect(list(nested('a'))).not.toBe(list(nested('b')));
    expect(list(nested('a'))).toBe(list(nested('a')));
  });

  test('does not change a query', () => {
    const where = Object.freeze({ created_at: Object.freeze({ gt: new Date(0) }) });
    expect(() => list(Object.freeze({ where }))).not.toThrow();
    expect(where.created_at.gt).toBeInstanceOf(Date);
  });

  test.each([
    ['the client itself', client, 'an object'],
    ['nothing', undefined, 'undefined'],
    ['a name', 'balances', 'a string'],
  ])('is not created from %s', (_, wrong, shown) => {
    for (const make of [
      queryKeys.list,
      listQueryOptions,
      infiniteListQueryOptions,
      getQueryOptions,
    ] as Make[])
      expect(() => make(wrong, 'b1')).toThrow(
        new ConfigurationError(
          `expected a resource of a client, such as \`client.balances\`, got ${shown}.`,
        ),
      );
  });
});

type Make = (...input: unknown[]) => unknown;

test.each<[Make, unknown[], string]>([
  [getQueryOptions as Make, [client.accounts, 'a1'], 'accounts cannot be requested with get().'],
  [
    infiniteListQueryOptions as Make,
    [client.balances, {}, { pagesize: 5 }],
    '`pagesize` is not an option. Did you mean `pageSize`? The options are pageSize.',
  ],
  [
    infiniteListQueryOptions as Make,
    [client.balances, {}, null],
    'expected an options object, got null.',
  ],
  [
    infiniteListQueryOptions as Make,
    [client.balances, {}, { pageSize: 0 }],
    'expected `pageSize` to be a positive integer, got 0.',
  ],
])('wrong arguments of %o are rejected by name', (make, input, message) => {
  expect(() => make(...input)).toThrow(new ConfigurationError(`${make.name}: ${message}`));
});
