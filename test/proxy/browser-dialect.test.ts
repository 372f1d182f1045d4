import JSON5 from 'json5';
import { createClient, type Dialect, paymentsSchema, pickSchema } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { createProxy } from 'payments-data-client/proxy';
import { describe, expect, test } from 'vitest';
import { read } from '../snippets/extract-snippets.js';

/** The rows of the table on the page: what there is, and the dialect of the browser's client. */
const table = new Map<string, Dialect>(
  [...read('docs/guide/proxy.md').matchAll(/^\| (.+) \| `(\{.+\})` \|$/gm)].map(
    ([, first = '', dialect = '']) => [first, JSON5.parse(dialect)],
  ),
);

const schema = pickSchema(paymentsSchema, { balances: ['name'] });
const envelope = { cursor: 'next' };

/** What there is, in the words of the table: the dialect of the service, and the proxy's limit. */
const setups: readonly [row: string, service: Dialect, maxTake: number | undefined][] = [
  ['`maxTake` or `pageSize.max` below 100, such as 50', {}, 50],
  ['`maxTake` or `pageSize.max` below 100, such as 50', { pageSize: { max: 50 } }, undefined],
  ['a cursor', { parameters: { cursor: 'c' }, envelope }, undefined],
  ['a cursor, but no `skip`', { parameters: { cursor: 'c', skip: null }, envelope }, undefined],
  [
    'a cursor, but no `order_by`',
    { parameters: { cursor: 'c', orderBy: null }, envelope },
    undefined,
  ],
  ['numbered pages', { parameters: { page: 'p', skip: null } }, undefined],
];

/** Reads all rows of such a service through the proxy, in pages and in two orders. */
async function readAll(service: Dialect, maxTake: number | undefined, dialect: Dialect) {
  const mock = createMock({ dialect: service });
  for (let count = 0; count < 60; count++) mock.db.balances.insert({ name: `B${count % 7}` });
  const proxy = createProxy({
    ...{ ...mock.clientOptions, dialect: service, schema, maxTake },
    authenticate: () => 'session',
    policies: { balances: true },
  });
  const requests: { readonly status: number; readonly hasCursor: boolean }[] = [];
  const { balances } = createClient({
    ...{ baseUrl: 'https://page.example/api', apiKey: null, schema, dialect, retry: 0 },
    fetch: async (url, init) => {
      const response = await proxy.fetch(new Request(url, init));
      const hasCursor = new URL(url).searchParams.has('cursor');
      requests.push({ status: response.status, hasCursor });
      return response;
    },
  });
  const hasOrder = service.parameters?.orderBy !== null;
  const queries = hasOrder ? [{}, { orderBy: { name: 'asc' } } as const] : [{}];
  const ids = mock.db.balances.all().map(({ id }) => id);
  let isComplete = true;
  for (const query of queries)
    for (const options of [{}, { pageSize: 7 }]) {
      const rows = await balances.all(query, options).catch(() => []);
      isComplete &&=
        rows.length === ids.length && ids.every((id) => rows.some((row) => row.id === id));
    }
  return {
    isComplete,
    rejected: requests.filter(({ status }) => status !== 200).length,
    usesCursor: requests.some(({ hasCursor }) => hasCursor),
  };
}

describe('the dialect of a client in the browser, as the page about the proxy says', () => {
  test('has a row for each of these, and no other', () => {
    expect([...table.keys()]).toEqual([...new Set(setups.map(([row]) => row))]);
  });

  test.each(setups)('%s: %j', async (row, service, maxTake) => {
    const usesCursor = service.parameters?.cursor !== undefined;
    const complete = { isComplete: true, rejected: 0, usesCursor };
    expect(await readAll(service, maxTake, table.get(row) ?? {})).toEqual(complete);
    expect(await readAll(service, maxTake, {})).not.toEqual(complete); // each row is needed
  });

  test.each(setups.slice(1))('%s: %j, with a `maxTake` of 50 as well', async (row, service) => {
    const dialect = { ...table.get(row), pageSize: { max: 50 } };
    const { isComplete, rejected } = await readAll(service, 50, dialect);
    expect({ isComplete, rejected }).toEqual({ isComplete: true, rejected: 0 });
  });
});
