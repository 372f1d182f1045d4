import { inspect } from 'node:util';
import { createClient, defineSchema, uuid } from 'payments-data-client';
import { infiniteListQueryOptions, queryKeys } from 'payments-data-client/tanstack-query';
import { describe, expect, it } from 'vitest';
import { answeringFetch, json } from '../fixtures/answering-fetch.js';

const id = '7c8d2f4e-0b1a-4c3d-9e5f-6a7b8c9d0e1f';

function clientOf(...answers: Parameters<typeof answeringFetch>) {
  const { fetch, requests } = answeringFetch(...answers);
  return {
    requests,
    client: createClient({ baseUrl: 'https://api.example.com', apiKey: 'test-key', fetch }),
  };
}

describe('a client', () => {
  it('requests a list with the query in relaxed JSON and the key in a header', async () => {
    const { client, requests } = clientOf(json([{ id, name: 'Main' }]));
    const rows = await client.balances.list({ where: { type: 'main' }, include: { name: true } });
    expect(rows).toEqual([{ id, name: 'Main' }]);
    expect(requests[0]?.method).toBe('GET');
    expect(requests[0]?.url).toBe(
      'https://api.example.com/v1/balances?where=type:%27main%27&include=name:true',
    );
    expect(Object.fromEntries(requests[0]?.headers ?? [])).toEqual({
      accept: 'application/json',
      authorization: 'APIKey test-key',
    });
  });

  it('requests one row by its id', async () => {
    const { client, requests } = clientOf(json({ id, unit: { id, symbol: '$' } }));
    const balance = await client.balances.get(id, {
      include: { id: true, unit: { symbol: true } },
    });
    expect(balance.unit.symbol).toBe('$');
    expect(requests[0]?.url).toBe(
      `https://api.example.com/v1/balances/${id}?include=id:true,unit:%7Bsymbol:true%7D`,
    );
  });

  it('shows the names of its methods if it is printed', () => {
    const { client } = clientOf();
    expect(inspect(client.accounts)).toBe(
      '{\n  list: [Function: list],\n  pages: [Function: pages],\n  iterate: [Function: iterate],\n  all: [AsyncFunction: all]\n}',
    );
  });

  it('has no other methods of a resource than those of its operations', async () => {
    const schema = defineSchema({
      notes: { path: '/notes', operations: ['get'], fields: { id: uuid() } },
      logs: { path: '/logs', operations: ['list'], fields: { id: uuid() } },
      parts: { fields: { id: uuid() } },
    });
    const { fetch } = answeringFetch(json({ id }));
    const client = createClient({
      baseUrl: 'https://api.example.com',
      apiKey: 'test-key',
      schema,
      fetch,
    });
    expect(Object.keys(client).sort()).toEqual(['apiKeys', 'logs', 'notes', 'request', 'with']);
    expect(Object.keys(client.notes)).toEqual(['get']);
    expect(Object.keys(client.logs)).toEqual(['list', 'pages', 'iterate', 'all']);
    expect(await client.notes.get(id)).toEqual({ id });
    expect(queryKeys.resource(client.notes)).toEqual(['payments-data-client', 'notes']);
  });

  it('can be kept in reactive state, whose proxies reject frozen properties', async () => {
    const reactive = <Value>(value: Value): Value =>
      typeof value === 'object' && value !== null
        ? (new Proxy(value, { get: (target, key) => reactive(Reflect.get(target, key)) }) as Value)
        : value;
    const { client } = clientOf(json([{ id }]), json({ id }));
    const store = reactive({ client });
    await expect(store.client.balances.list()).resolves.toEqual([{ id }]);
    await expect(store.client.with({ retry: 0 }).balances.get(id)).resolves.toEqual({ id });
    const options = infiniteListQueryOptions(store.client.balances);
    expect(options.queryKey.slice(0, 2)).toEqual(queryKeys.resource(client.balances));
  });

  it('has the methods that the specification names, and no other', () => {
    const { client } = clientOf();
    expect(Object.keys(client).sort()).toEqual([
      'accounts',
      'apiKeys',
      'balances',
      'request',
      'transactionLines',
      'transactions',
      'with',
    ]);
    expect(Object.keys(client.balances).sort()).toEqual(['all', 'get', 'iterate', 'list', 'pages']);
    expect(Object.keys(client.accounts).sort()).toEqual(['all', 'iterate', 'list', 'pages']);
    // @ts-expect-error the specification has no GET of one account
    expect(client.accounts.get).toBeUndefined();
  });
});
