import { resolve } from 'node:path';
import {
  type ClientOptions,
  createClient,
  isQueryError,
  isResponseError,
  type JsonObject,
} from 'payments-data-client';
import { createMock, sampleData } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { connectRequests } from '../../limits.js';
import { type AnyFetch, checkWith, connectTo, type Run, services } from './run-connect.js';

const mock = createMock({
  data: sampleData({ accounts: 30 }),
  dialect: {
    envelope: 'data',
    pageSize: { default: 20, max: 50 },
    nulls: 'sql',
    like: 'insensitive',
  },
  apiKeys: false,
});

type AnyClient = Record<string, { all(query: object, options?: object): Promise<JsonObject[]> }>;

describe('the module that connect writes [decision 46]', () => {
  const { a, b, c, d } = { a: services.a(), b: services.b(), c: services.c(), d: services.d() };
  const fetches: [name: string, fetch: AnyFetch][] = Object.entries({ a, b, c, d, mock }).map(
    ([name, { fetch }]) => [name, fetch],
  );
  const runs = new Map<string, Run>();

  test.each(fetches)(
    'of service %s is right line by line, and its check green',
    async (name, fetch) => {
      const run = await connectTo(fetch);
      runs.set(name, run);
      const file = resolve(import.meta.dirname, `modules/${name}.ts`); // strict TypeScript, checked with the tests
      await expect(run.text).toMatchFileSnapshot(file);
      expect(run.requests).toBeGreaterThan(100);
      expect(run.requests).toBeLessThanOrEqual(connectRequests);
      expect(await checkWith(run, fetch)).toMatchObject({ wrong: [], news: [], open: [] });
    },
  );

  // Hidden digits of a decimal are found while rows are read.
  test.each([
    ['a', a, []],
    ['b', b, []],
    ['c', c, ['balances.balance']],
    ['d', d, []],
  ] as const)(
    'makes each reading of service %s whole, or refused before the first request',
    async (name, service, expected) => {
      const { schema, dialect } = (runs.get(name) ?? (await connectTo(service.fetch))).connected;
      const { fetch } = service;
      const options = { baseUrl: 'https://payments.test', apiKey: 'key', fetch, schema, dialect };
      const client = createClient(options as unknown as ClientOptions) as unknown as AnyClient; // its resources are found by name
      let whole = 0;
      const found = new Set<string>();
      const orders = Object.entries(schema).flatMap(([resource, { operations, fields }]) =>
        operations.includes('list')
          ? Object.keys(fields)
              .filter((field) => !fields[field]?.computed)
              .flatMap((field) => [
                { resource, field, direction: 'asc' },
                { resource, field, direction: 'desc' },
              ])
          : [],
      );
      for (const { resource, field, direction } of orders) {
        const rows = service.tables[resource as keyof typeof service.tables];
        const before = service.requests.length;
        const query = { orderBy: { [field]: direction }, include: { id: true } };
        try {
          const read = (await client[resource]?.all(query, { pageSize: 10 })) ?? [];
          expect(read.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
          whole++;
        } catch (error) {
          if (isResponseError(error)) found.add(`${resource}.${field}`);
          else if (!isQueryError(error)) throw error;
          else expect(service.requests).toHaveLength(before);
        }
      }
      expect(whole).toBeGreaterThan(30);
      expect([...found]).toEqual(expected);
    },
  );
});
