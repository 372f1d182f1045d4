import { type ClientOptions, createClient, type Middleware } from 'payments-data-client';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { json } from '../fixtures/answering-fetch.js';
import { failure } from '../fixtures/failure.js';
import { withoutDelays } from '../fixtures/without-delays.js';

// A file of its own, because it replaces ky for every module.

interface Recorded {
  url: string;
  options: Record<string, unknown>;
  /** Each request that ky created, and each failure after which it asked for a retry. */
  steps: string[];
}
const calls: Recorded[] = [];

vi.mock('ky', async (importOriginal) => {
  const original = await importOriginal<typeof import('ky')>();
  /** ky, with each request and each retry recorded. */
  const recorder = (url: string, options: Record<string, unknown>) => {
    const call: Recorded = { url, options, steps: [] };
    calls.push(call);
    const { fetch, retry } = options as unknown as {
      fetch: (request: Request) => Promise<Response>;
      retry: { shouldRetry: (state: { error: Error }) => Promise<boolean> };
    };
    return original.default(url, {
      ...options,
      async fetch(request) {
        const { method, url, headers } = request as Request;
        const body = await (request as Request).clone().text();
        const names = [...headers.keys()].join(' ');
        call.steps.push(`${method} ${url} ${names} ${body}`.trim());
        return fetch(request as Request);
      },
      retry: {
        ...retry,
        async shouldRetry(state: { error: Error }) {
          const isRetried = await retry.shouldRetry(state);
          call.steps.push(`${isRetried ? 'retry' : 'end'} after ${state.error.name}`);
          return isRetried;
        },
      },
    });
  };
  return { ...original, default: recorder };
});

withoutDelays();
beforeEach(() => void calls.splice(0));

/** A client whose service responds with these statuses, the last one for ever; 0 for none. */
function clientOf(statuses: readonly number[], more: Partial<ClientOptions> = {}) {
  const sent: string[] = [];
  const fetch = async (url: string, { method, body }: { method: string; body?: string }) => {
    const status = statuses[Math.min(sent.length, statuses.length - 1)] ?? 0;
    sent.push(`${method} ${url} ${body ?? ''}`.trim());
    if (status === 0) throw new TypeError('gone');
    return json(status === 200 ? [{ id: 'b1' }] : {}, { status });
  };
  const good = { baseUrl: 'https://api.example.com', apiKey: 'test-key', fetch };
  return { client: createClient({ ...good, ...more }), sent };
}

const GET = 'GET https://api.example.com/v1/balances accept';

describe('ky', () => {
  it('creates the request of each attempt, without the key, and repeats it', async () => {
    const { client, sent } = clientOf([503, 0, 200]);
    await client.balances.list();
    expect(calls.map(({ steps }) => steps)).toEqual([
      [GET, 'retry after HTTPError', GET, 'retry after ConnectionError', GET],
    ]);
    expect(sent).toEqual(Array(3).fill('GET https://api.example.com/v1/balances'));
  });

  it('gets URL, method, headers and body as they are sent', async () => {
    const { client, sent } = clientOf([500]);
    const options = {
      body: { a: 1 },
      headers: { 'Idempotency-Key': 'k' },
      query: { b: "'" },
      retry: 1,
    };
    await failure(client.request('POST', '/transactions', options));
    const request = `POST https://api.example.com/v1/transactions?b=%27 accept content-type idempotency-key {"a":1}`;
    expect(calls[0]?.steps).toEqual([request, 'retry after HTTPError', request]);
    expect(calls[0]?.options).toMatchObject({ method: 'POST', body: '{"a":1}', timeout: false });
    expect(sent).toEqual(
      Array(2).fill('POST https://api.example.com/v1/transactions?b=%27 {"a":1}'),
    );
  });

  it('gets no signal, which would cost a third of a call', async () => {
    const { client } = clientOf([200]);
    await client.balances.list({}, { signal: new AbortController().signal });
    expect(Object.keys(calls[0]?.options ?? {}).sort()).toEqual([
      ...['fetch', 'headers', 'method', 'redirect', 'retry', 'throwHttpErrors', 'timeout'],
    ]);
  });

  it.each<[string, number[], (client: Client) => Promise<unknown>, string]>([
    ['a DELETE that may be done', [500], ({ apiKeys }) => apiKeys.delete('k1'), 'HTTPError'],
    ['a lost DELETE', [0], ({ apiKeys }) => apiKeys.delete('k1'), 'ConnectionError'],
    [
      'a call without time',
      [503],
      (client) => client.balances.list({}, { timeout: 400 }),
      'HTTPError',
    ],
  ])('is told not to repeat %s', async (_, statuses, call, error) => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const { client, sent } = clientOf(statuses);
    await failure(call(client));
    expect(calls[0]?.steps.slice(1)).toEqual([`end after ${error}`]);
    expect(sent).toHaveLength(1);
  });

  it('is not told of a 401 with another key, which is beside the limit', async () => {
    let keys = 0;
    const { client, sent } = clientOf([401, 200], { apiKey: () => `key-${++keys}`, retry: 0 });
    await client.balances.list();
    expect(calls[0]?.steps).toEqual([GET]);
    expect(sent).toHaveLength(2);
  });

  it('does not repeat what the application threw', async () => {
    const middleware: Middleware = () => Promise.reject(new RangeError('broken'));
    const { client, sent } = clientOf([200], { middleware });
    await expect(client.balances.list()).rejects.toThrow(new RangeError('broken'));
    expect(calls[0]?.steps).toEqual([GET, 'end after RangeError']);
    expect(sent).toEqual([]);
  });
});

type Client = ReturnType<typeof clientOf>['client'];
