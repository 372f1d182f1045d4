import { type Client, createClient } from 'payments-data-client';
import {
  getQueryOptions,
  infiniteListQueryOptions,
  listQueryOptions,
} from 'payments-data-client/tanstack-query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failure } from '../fixtures/failure.js';
import { withoutDelays } from '../fixtures/without-delays.js';

withoutDelays();

// V8 keeps ten frames by default; Vitest raises the limit.
const { stackTraceLimit } = Error;
beforeAll(() => {
  Error.stackTraceLimit = 10;
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

const later = () => new Promise((resolve) => setTimeout(resolve, 1));
const client = createClient({
  baseUrl: 'https://api.example.com',
  apiKey: 'test-key',
  retry: 0,
  fetch: async () => {
    await later();
    return Response.json({}, { status: 404 });
  },
});
const respond = (text: string) =>
  client.with({
    fetch: async () => {
      await later();
      return new Response(text);
    },
  });
const lost = client.with({ fetch: () => Promise.reject(new TypeError('gone')) });
const slow = client.with({ fetch: () => new Promise(() => {}), timeout: 5 });
const html = respond('<html>');
const wrong = respond('[{}]');
const keyless = client.with({ apiKey: async () => '' });
const { signal } = new AbortController();

type Act = (client: Client) => Promise<unknown>;

/** The calls of an application. Each awaits, so that its line is known to V8. */
const calls: Record<string, Act> = {
  get: async ({ balances }) => await balances.get('b1'),
  list: async ({ balances }) => await balances.list(),
  'list, with a response': async ({ balances }) => await balances.list().withResponse(),
  'list, with a signal': async ({ balances }) => await balances.list({}, { signal }),
  'list, in Promise.all': async ({ balances, accounts }) =>
    await Promise.all([balances.list(), accounts.list()]),
  'list, after a while': async ({ balances }) => {
    const call = balances.list();
    return await call;
  },
  all: async ({ balances }) => await balances.all(),
  'all, by name': async ({ balances }) => await balances.all({ orderBy: { name: 'asc' } }),
  'all, by date': async ({ balances }) => await balances.all({ orderBy: { created_at: 'asc' } }),
  pages: async ({ balances }) => {
    for await (const _ of balances.pages()) return;
  },
  iterate: async ({ balances }) => {
    for await (const _ of balances.iterate()) return;
  },
  request: async (other) => await other.request('GET', '/entities'),
  'apiKeys.rename': async ({ apiKeys }) => await apiKeys.rename('k1', 'a'),
  'apiKeys.delete': async ({ apiKeys }) => await apiKeys.delete('k1'),
  'a query of a row': async ({ balances }) =>
    await getQueryOptions(balances, 'b1').queryFn({ signal }),
  'a query of a list': async ({ balances }) => await listQueryOptions(balances).queryFn({ signal }),
  'an infinite query': async ({ balances }) =>
    await infiniteListQueryOptions(balances).queryFn({ signal, pageParam: null }),
};

const failing: Record<string, [Client, name: string]> = {
  'an error status': [client, 'ApiError'],
  'a lost connection': [lost, 'ConnectionError'],
  'a lost connection, after a retry': [lost.with({ retry: 2 }), 'ConnectionError'],
  'a timeout': [slow, 'TimeoutError'],
  HTML: [html, 'ResponseError'],
  'an invalid key of a key function': [keyless, 'ConfigurationError'],
};

describe.each(Object.entries(failing))('the stack of %s', (kind, [failingClient, name]) => {
  it.each(Object.entries(calls))('has the line that called %s', async (_, call) => {
    const error = await failure(call(failingClient));
    expect(error.name).toBe(name);
    expect(error.stack?.split('\n')[0]).toBe(`${name}: ${error.message}`);
    // The key function is called inside ky, too far from the caller for ten frames.
    if (kind === 'an invalid key of a key function') return;
    expect(error.stack).toMatch(/stacks\.test\.ts:\d+:\d+/);
  });
});

describe('the stack of invalid rows', () => {
  it.each(Object.entries(calls).filter(([name]) => !/request|apiKeys|^get|row$/.test(name)))(
    'has the line that called %s',
    async (_, call) => {
      const error = await failure(call(wrong));
      expect(error.name).toBe('ResponseError');
      expect(error.stack).toMatch(/stacks\.test\.ts:\d+:\d+/);
    },
  );
});

describe('the stack of a usage error has the line that called', () => {
  const deep = { AND: [{ OR: [{ AND: [{ OR: [{ name: { lke: 'a' } }] }] }] }] } as never;

  it.each<[string, Act]>([
    ['list', async ({ balances }) => await balances.list({ were: 1 } as never)],
    ['list, with an option', async ({ balances }) => await balances.list({}, { timeout: -1 })],
    ['list, by a deep filter', async ({ balances }) => await balances.list({ where: deep })],
    ['get', async ({ balances }) => await balances.get('')],
    ['all, shallow', async ({ balances }) => await balances.all({ were: 1 } as never)],
    ['request', async (other) => await other.request('LIST', '/balances')],
    ['apiKeys.rename', async ({ apiKeys }) => await apiKeys.rename('k1', '')],
    ['with', async (other) => other.with({ timeuot: 1 } as never)],
    ['createClient', async () => createClient({} as never)],
  ])('%s', async (_, act) => {
    const error = await failure(act(client));
    expect(error.name).toMatch(/^(QueryError|ConfigurationError)$/);
    expect(error.stack).toMatch(/stacks\.test\.ts:\d+:\d+/);
  });
});

it('an error of the caller stays as it is', async () => {
  const own = new Error('not on Sundays');
  const { stack } = own;
  const closed = client.with({ middleware: () => Promise.reject(own) });
  await expect(closed.balances.list()).rejects.toBe(own);
  expect(own.stack).toBe(stack);
});
