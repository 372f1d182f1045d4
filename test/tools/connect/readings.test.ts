import {
  type ClientOptions,
  createClient,
  isQueryError,
  type JsonObject,
} from 'payments-data-client';
import { expect, test } from 'vitest';
import { cursorService } from '../../services/cursors.js';
import { hiddenDigits } from '../../services/hidden-digits.js';
import { numberedPages } from '../../services/numbered-pages.js';
import { connectTo } from './run-connect.js';

type AnyClient = Record<string, { all(query: object, options?: object): Promise<JsonObject[]> }>;

test.each([
  ['a', cursorService],
  ['b', numberedPages],
  ['c', hiddenDigits],
])(
  'with the module, each reading of service %s is whole, or refused before the first request',
  async (_, create) => {
    const service = create();
    const { fetch } = service;
    const { connected } = await connectTo(fetch);
    const { schema, dialect } = connected;
    const options = {
      baseUrl: 'https://payments.test',
      apiKey: 'key-of-a-test',
      fetch,
      schema,
      dialect,
    };
    const client = createClient(options as ClientOptions) as unknown as AnyClient; // its resources are found by name
    let [whole, refused] = [0, 0];
    for (const [name, { operations, fields }] of Object.entries(schema)) {
      if (!operations.includes('list')) continue;
      const ids = service.tables[name as keyof typeof service.tables].map(({ id }) => id).sort();
      for (const field of Object.keys(fields))
        for (const direction of ['asc', 'desc']) {
          const before = service.requests.length;
          const query = { orderBy: { [field]: direction }, include: { id: true } };
          try {
            const rows = await client[name]?.all(query, { pageSize: 7 });
            expect([name, field, rows?.map(({ id }) => id).sort()]).toEqual([name, field, ids]);
            whole++;
          } catch (error) {
            if (!isQueryError(error)) throw error;
            expect(service.requests).toHaveLength(before);
            refused++; console.log(name, field, (error as Error).message);
          }
        }
    }
    expect(whole).toBeGreaterThan(40);
    expect(refused).toBeLessThan(20);
  },
);
