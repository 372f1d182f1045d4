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
import { cursorService } from '../../services/cursors.js';
import { hiddenDigits } from '../../services/hidden-digits.js';
import { numberedPages } from '../../services/numbered-pages.js';
import { slashes } from '../../services/slashes.js';
import { type AnyFetch, checkWith, connectTo, type Run } from './run-connect.js';

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
  const [a, b, c, d] = [cursorService(), numberedPages(), hiddenDigits(), slashes()];
  const services: [name: string, fetch: AnyFetch][] = [
    ['a', a.fetch],
    ['b', b.fetch],
    ['c', c.fetch],
    ['d', d.fetch],
    ['mock', mock.fetch],
  ];
  const runs = new Map<string, Run>();

  test.each(services)(
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
      const fields = Object.entries(schema)
        .filter(([, { operations }]) => operations.includes('list'))
        .flatMap(([resource, each]) =>
          Object.entries(each.fields).map(([field, { computed }]) => ({
            resource,
            field,
            computed,
          })),
        )
        .filter(({ computed }) => !computed);
      const directions = fields.flatMap((each) =>
        ['asc', 'desc'].map((direction) => ({ ...each, direction })),
      );
      for (const { resource, field, direction } of directions) {
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
