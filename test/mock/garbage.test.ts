import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createClient } from 'payments-data-client';
import { createMock, type MockOptions } from 'payments-data-client/mock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { channels } from './channels.js';

// A request waits although nobody refers to it: Node collects a `Request`, and with it its signal,
// whose source then aborts nothing.

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
let timer: NodeJS.Timeout;
beforeAll(() => {
  timer = setInterval(collect, 20);
});
afterAll(() => clearInterval(timer));

type Send = typeof fetch;

/** A mock whose lists of balances are never answered. */
function createSlowMock(options: MockOptions) {
  const mock = createMock({ ...options, apiKeys: false });
  mock.fail({ error: 'timeout', path: '/v1/balances' });
  return mock as never;
}

/** Returns how a request ends that is given up after 60 milliseconds, or `never`. */
const endOf = (sent: Promise<unknown> | undefined) =>
  Promise.race([
    sent?.then(
      () => 'answered',
      (error: Error) => error.name,
    ),
    new Promise((resolve) => setTimeout(resolve, 3_000, 'never')),
  ]);

const ways: Record<string, (send: Send, url: string) => Promise<unknown>> = {
  'in init': (send, url) => send(url, { signal: AbortSignal.timeout(60) }),
  'of a Request': (send, url) => send(new Request(url, { signal: AbortSignal.timeout(60) })),
  'of a Request, with init': (send, url) =>
    send(new Request(url, { signal: AbortSignal.timeout(60) }), { headers: { accept: '*/*' } }),
};

describe.each(Object.entries(channels))('a request %s', (channel, open) => {
  test.each([
    ['a fault without a response', {}, 'balances'],
    ['a latency', { latency: 60_000 }, 'accounts'],
  ] as const)('ends when its signal says so, during %s', async (_, options, path) => {
    const { baseUrl, send, close } = await open(createSlowMock(options));
    const url = `${baseUrl}/v1/${path}`;
    // Node's own `fetch` does not keep a `Request` in memory.
    const names = channel === 'on a port' ? ['in init'] : Object.keys(ways);
    const ends = names.map(async (name) => [name, await endOf(ways[name]?.(send, url))]);
    const expected = names.map((name) => [name, 'TimeoutError']);
    expect(await Promise.all(ends)).toEqual(expected);
    await close();
  });

  test('ends when the client gives it up', async () => {
    const { baseUrl, send, close } = await open(createSlowMock({}));
    const client = createClient({ baseUrl, apiKey: null, fetch: send, timeout: 60, retry: 0 });
    expect(await endOf(client.balances.list())).toBe('TimeoutError');
    await close();
  });
});
