import {
  type Balance,
  createClient,
  extendSchema,
  paymentsSchema,
  string,
  uuid,
} from 'payments-data-client';
import { fetch as undiciFetch } from 'undici';
import { describe, expectTypeOf, it } from 'vitest';

const options = { baseUrl: 'https://api.example.com', apiKey: 'key' };
const client = createClient(options);

describe('the result of', () => {
  it('get is a row', async () => {
    expectTypeOf(await client.balances.get('id')).toEqualTypeOf<Balance>();
    const row = await client.balances.get('id', { include: { id: true, unit: { symbol: true } } });
    expectTypeOf(row).toEqualTypeOf<{ id: string; unit: { id: string; symbol: string } }>();
  });

  it('list is an array of rows', async () => {
    expectTypeOf(await client.balances.list()).toEqualTypeOf<Balance[]>();
    const rows = await client.balances.list({ where: { type: 'main' }, include: { name: true } });
    expectTypeOf(rows).toEqualTypeOf<{ id: string; name: string }[]>();
  });

  it('pages and iterate are async iterables', () => {
    expectTypeOf(client.balances.pages()).toEqualTypeOf<AsyncIterable<Balance[]>>();
    expectTypeOf(client.balances.iterate({ include: { name: true } })).toEqualTypeOf<
      AsyncIterable<{ id: string; name: string }>
    >();
  });
});

describe('a client', () => {
  it('has the operations of its schema, and no others', async () => {
    const schema = extendSchema(paymentsSchema, {
      entities: {
        path: '/entities',
        operations: ['get', 'list'],
        fields: { id: uuid(), name: string() },
      },
    });
    const extended = createClient({ ...options, schema });
    const rows = await extended.entities.list({ include: { name: true } });
    expectTypeOf(rows).toEqualTypeOf<{ id: string; name: string }[]>();
    expectTypeOf(extended).not.toHaveProperty('units');
    expectTypeOf(client.accounts).not.toHaveProperty('get');
  });
});

describe('the option fetch', () => {
  it('accepts the global one, that of undici, and wrappers', () => {
    createClient({ ...options, fetch });
    createClient({ ...options, fetch: undiciFetch });
    createClient({
      ...options,
      fetch: (url, init) =>
        fetch(new URL(url), { ...init, headers: { ...init.headers, 'x-trace': 't1' } }),
    });
    createClient({ ...options, fetch: (url, init) => fetch(new Request(url, init)) });
    // @ts-expect-error a fetch that returns no response
    createClient({ ...options, fetch: async () => [] });
  });
});
