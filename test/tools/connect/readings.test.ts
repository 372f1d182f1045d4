import {
  type ClientOptions,
  createClient,
  isQueryError,
  isResponseError,
  type JsonObject,
} from 'payments-data-client';
import { expect, test } from 'vitest';
import { cursorService } from '../../services/cursors.js';
import { hiddenDigits } from '../../services/hidden-digits.js';
import { numberedPages } from '../../services/numbered-pages.js';
import { connectTo } from './run-connect.js';

type AnyClient = Record<string, { all(query: object, options?: object): Promise<JsonObject[]> }>;

// Hidden digits of a decimal are found while rows are read.
test.each([
  ['a', cursorService, []],
  ['b', numberedPages, []],
  ['c', hiddenDigits, ['balances.balance']],
] as const)(
  'with the module, each reading of service %s is whole, or refused before the first request',
  async (_, create, expected) => {
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
    const client = createClient(options as unknown as ClientOptions) as unknown as AnyClient; // its resources are found by name
    let whole = 0;
    const found: string[] = [];
    for (const [name, { operations, fields }] of Object.entries(schema)) {
      if (!operations.includes('list')) continue;
      const ids = service.tables[name as keyof typeof service.tables].map(({ id }) => id).sort();
      for (const [field, { computed }] of Object.entries(fields))
        for (const direction of ['asc', 'desc']) {
          if (computed) continue;
          const before = service.requests.length;
          const query = { orderBy: { [field]: direction }, include: { id: true } };
          try {
            const rows = await client[name]?.all(query, { pageSize: 7 });
            expect([name, field, rows?.map(({ id }) => id).sort()]).toEqual([name, field, ids]);
            whole++;
          } catch (error) {
            if (isResponseError(error)) found.push(`${name}.${field}`);
            else if (!isQueryError(error)) throw error;
            else expect(service.requests).toHaveLength(before);
          }
        }
    }
    expect(whole).toBeGreaterThan(30);
    expect([...new Set(found)]).toEqual(expected);
  },
);
