import {
  ApiError,
  createClient,
  isConnectionError,
  isRateLimitError,
  isServerError,
} from 'payments-data-client';
import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from '../../src/http/response.js';
import { retryDelay } from '../../src/http/transport.js';
import { failure } from '../fixtures/failure.js';
import {
  answer,
  breakOff,
  hostileServer,
  junk,
  reset,
  type Turn,
} from '../fixtures/hostile-server.js';

async function clientOf(...turns: [Turn, ...Turn[]]) {
  const server = await hostileServer(...turns);
  return {
    server,
    client: createClient({ baseUrl: server.baseUrl, apiKey: 'test-key', retry: { maxDelay: 1 } }),
  };
}

describe('a read', () => {
  it.each([408, 429, 500, 502, 503, 504])('is retried after a %i', async (status) => {
    const { client, server } = await clientOf(
      answer(status),
      answer(status),
      answer(200, [{ id: 'b1' }]),
    );
    await expect(client.balances.list({ include: { id: true } })).resolves.toEqual([{ id: 'b1' }]);
    expect(server.seen).toHaveLength(3);
  });

  it.each([
    ['is reset', reset],
    ['breaks off in the body', breakOff(200)],
    ['speaks something that is not HTTP', junk],
  ])('is retried after a connection that %s', async (_, turn) => {
    const { client, server } = await clientOf(turn, answer(200));
    await expect(client.balances.list()).resolves.toEqual([]);
    expect(server.seen).toHaveLength(2);
  });

  it.each([400, 401, 403, 404, 409, 413, 422, 501])('is not retried after a %i', async (status) => {
    const { client, server } = await clientOf(answer(status));
    await failure(client.balances.list());
    expect(server.seen).toHaveLength(1);
  });

  it('fails after the last attempt, with the number of attempts', async () => {
    const { client, server } = await clientOf(answer(500, { errors: ['Out of paper'] }));
    const error = await failure(client.balances.list());
    expect(isServerError(error)).toBe(true);
    expect(error.message).toBe(
      'GET /v1/balances failed after 3 attempts: 500 Internal Server Error: Out of paper. Try again later.',
    );
    expect(error).toMatchObject({ attempts: 3 });
    expect(server.seen).toHaveLength(3);
  });

  it('is sent once if retry is 0', async () => {
    const { client, server } = await clientOf(answer(500));
    await failure(client.balances.list({}, { retry: 0 }));
    expect(server.seen).toHaveLength(1);
  });

  it('reports a failed connection with the reason of the system', async () => {
    const { client } = await clientOf(reset);
    const error = await failure(client.balances.list());
    expect(isConnectionError(error)).toBe(true);
    expect(error.message).toMatch(
      /^GET \/v1\/balances failed after 3 attempts: no response \(.+\)\. Check the network and the `baseUrl`\.$/,
    );
    expect(error).toMatchObject({ method: 'GET', path: '/v1/balances', attempts: 3 });
  });

  it.each([
    [
      'the message of its cause',
      new TypeError('failed', { cause: new Error('no route') }),
      'no route',
    ],
    [
      'the code of its cause',
      new TypeError('failed', { cause: Object.assign(new Error(), { code: 'ENOTFOUND' }) }),
      'ENOTFOUND',
    ],
    ['its message', new TypeError('failed', { cause: new Error() }), 'failed'],
    ['what was thrown', 'gone away', 'gone away'],
  ])('reports a failed connection with %s', async (_, thrown, reason) => {
    const { client } = await clientOf(reset);
    const broken = client.with({ retry: 0, fetch: () => Promise.reject(thrown) });
    expect((await failure(broken.balances.list())).message).toBe(
      `GET /v1/balances failed: no response (${reason}). Check the network and the \`baseUrl\`.`,
    );
  });
});

describe('a change', () => {
  it('by PUT is retried, because it is idempotent', async () => {
    const { client, server } = await clientOf(
      reset,
      answer(500),
      answer(200, { id: 'k1', name: 'New' }),
    );
    await expect(client.apiKeys.rename('k1', 'New')).resolves.toEqual({ id: 'k1', name: 'New' });
    expect(server.seen.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual(
      Array(3).fill('PUT /v1/api-keys/k1 {"name":"New"}'),
    );
  });

  it.each([429, 503])(
    'by DELETE is retried after a %i, which means that nothing was deleted',
    async (status) => {
      const { client, server } = await clientOf(answer(status), answer(204, ''));
      await expect(client.apiKeys.delete('k1')).resolves.toBeUndefined();
      expect(server.seen).toHaveLength(2);
      expect(server.seen[1]?.headers['content-type']).toBe('application/json');
    },
  );

  it.each([
    ['a reset', reset],
    ['a 500', answer(500)],
    ['a 502', answer(502)],
    ['a 504', answer(504)],
  ])('by DELETE is not retried after %s, and the error advises to check', async (_, turn) => {
    const { client, server } = await clientOf(turn);
    const error = await failure(client.apiKeys.delete('k1'));
    expect(error.message).toContain(
      ' The request may still have been processed; check before you retry.',
    );
    expect(server.seen).toHaveLength(1);
  });

  it.each([
    ['POST', reset],
    ['POST', answer(503)],
    ['POST', answer(429, [], { 'retry-after': '0' })],
    ['PATCH', reset],
    ['PATCH', answer(503)],
  ])("by %s is not retried, whatever the client's `retry` [decision 37]", async (method, turn) => {
    const { client, server } = await clientOf(turn);
    const patient = client.with({ retry: { limit: 5, maxDelay: 1 } });
    const error = await failure(patient.request(method, '/transactions', { body: { lines: [] } }));
    expect(error).toMatchObject({ attempts: 1 });
    expect(server.seen).toHaveLength(1);
    const advice = ' The request may still have been processed; check before you retry.';
    expect(error.message.includes(advice)).toBe(turn === reset);
  });

  it.each(['POST', 'PATCH'])(
    'by %s is retried if its own `retry` says so [decision 37]',
    async (method) => {
      const { client, server } = await clientOf(reset, answer(500), answer(200, { id: 't1' }));
      const headers = { 'idempotency-key': 'k1' };
      await expect(
        client.request(method, '/transactions', { body: { lines: [] }, headers, retry: 2 }),
      ).resolves.toEqual({ id: 't1' });
      expect(server.seen.map(({ method, body }) => [method, body])).toEqual(
        Array(3).fill([method, '{"lines":[]}']),
      );
      for (const retry of [{ maxDelay: 1 }, { limit: undefined }]) {
        const once = await clientOf(answer(500));
        await failure(once.client.request(method, '/x', { body: {}, retry: retry as object }));
        expect(once.server.seen).toHaveLength(1);
      }
    },
  );

  it('by POST is sent once more after a 401 if the key function returns another key [decision 37]', async () => {
    const server = await hostileServer(answer(401), answer(200, { id: 't1' }));
    let calls = 0;
    const client = createClient({ baseUrl: server.baseUrl, apiKey: () => `key-${++calls}` });
    await expect(client.request('POST', '/transactions', { body: { a: 1 } })).resolves.toEqual({
      id: 't1',
    });
    expect(server.seen.map(({ headers, body }) => [headers.authorization, body])).toEqual([
      ['APIKey key-1', '{"a":1}'],
      ['APIKey key-2', '{"a":1}'],
    ]);
  });
});

describe('a delay', () => {
  const refusal = (retryAfter?: string) =>
    new ApiError('', {
      method: 'GET',
      path: '/',
      url: 'https://api.example.com/',
      attempts: 1,
      status: 503,
      headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
      body: undefined,
      rawBody: '',
      requestId: undefined,
    });

  it('is a random part of a limit that doubles with each attempt', () => {
    for (const [attempt, most] of [
      [1, 500],
      [2, 1_000],
      [3, 2_000],
      [20, 8_000],
    ] as const) {
      const waits = Array.from({ length: 200 }, () => retryDelay(attempt, refusal(), {}));
      expect(Math.max(...waits)).toBeLessThanOrEqual(most);
      expect(Math.max(...waits)).toBeGreaterThan(most / 2);
      expect(Math.min(...waits)).toBeLessThan(most / 2);
    }
  });

  it('is what Retry-After asks for, at most a minute [decision 35]', () => {
    expect(retryDelay(1, refusal('2'), {})).toBe(2_000);
    expect(retryDelay(1, refusal('0'), {})).toBe(0);
    expect(retryDelay(1, refusal('86400'), {})).toBe(60_000);
    expect(retryDelay(1, refusal('30'), { maxDelay: 5_000 })).toBe(5_000);
    expect(retryDelay(1, refusal('30'), { maxDelay: 500_000 })).toBe(30_000);
  });

  it('may be a date, and ignores an invalid Retry-After', () => {
    const soon = new Date(Date.now() + 10_000).toUTCString();
    expect(parseRetryAfter(soon)).toBeGreaterThan(8_000);
    expect(parseRetryAfter(soon)).toBeLessThanOrEqual(10_000);
    expect(parseRetryAfter('1.25')).toBe(1_250);
    expect(parseRetryAfter('Wed, 21 Oct 2015 07:28:00 GMT')).toBe(0);
    for (const junk of ['soon', '-5', '', ' ', '1e3', 'Infinity', 'NaN', '0x10', undefined])
      expect(parseRetryAfter(junk), junk).toBeUndefined();
  });

  it('that would exceed the timeout is not started [decision 35]', async () => {
    const { client, server } = await clientOf(answer(429, [], { 'retry-after': '30' }));
    const error = await failure(
      client.balances.list({}, { timeout: 5_000, retry: { maxDelay: 60_000 } }),
    );
    expect(isRateLimitError(error)).toBe(true);
    expect(error).toMatchObject({ retryAfter: 30, attempts: 1 });
    expect(error.message).toBe(
      'GET /v1/balances failed: 429 Too Many Requests. Wait 30 s before you retry.',
    );
    expect(server.seen).toHaveLength(1);
  });

  it('after an invalid Retry-After is an ordinary one', async () => {
    const { client, server } = await clientOf(
      answer(503, [], { 'retry-after': 'soon' }),
      answer(200),
    );
    await expect(client.balances.list({}, { timeout: 5_000 })).resolves.toEqual([]);
    expect(server.seen).toHaveLength(2);
  });
});

describe('a key function', () => {
  it('that replaces a rejected key is logged, without either key', async () => {
    const lines: string[] = [];
    const write = (line: string) => lines.push(line);
    const logger = { debug: write, info: write, warn: write, error: write };
    const server = await hostileServer(answer(401), answer(200));
    const client = createClient({
      baseUrl: server.baseUrl,
      apiKey: ({ rejectedKey }) => (rejectedKey ? 'the-new-key' : 'the-old-key'),
      logger,
      logLevel: 'info',
    });
    await client.balances.list();
    expect(lines).toEqual(['GET /v1/balances: the service rejected the API key. Sending another.']);
  });

  it('is called before each attempt', async () => {
    const server = await hostileServer(answer(500), answer(500), answer(200));
    let asked = 0;
    const client = createClient({
      baseUrl: server.baseUrl,
      apiKey: () => `key-${++asked}`,
      retry: { maxDelay: 1 },
    });
    await client.balances.list();
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
      'APIKey key-1',
      'APIKey key-2',
      'APIKey key-3',
    ]);
  });

  it('is called once more after a 401, and the request is repeated with the other key', async () => {
    const server = await hostileServer(answer(401), answer(200, { id: 'k1' }));
    let asked = 0;
    const client = createClient({
      baseUrl: server.baseUrl,
      apiKey: async () => `key-${++asked}`,
      retry: 0,
    });
    await client.apiKeys.rename('k1', 'New');
    expect(server.seen.map(({ headers, body }) => [headers.authorization, body])).toEqual([
      ['APIKey key-1', '{"name":"New"}'],
      ['APIKey key-2', '{"name":"New"}'],
    ]);
  });

  it('is told which key was rejected, so that a slow cache can read another one', async () => {
    const server = await hostileServer(answer(200), answer(401), answer(200), answer(200));
    const store = { key: 'key-1' };
    let cached = store.key;
    const told: (string | undefined)[] = [];
    const client = createClient({
      baseUrl: server.baseUrl,
      apiKey: ({ rejectedKey }) => {
        told.push(rejectedKey);
        if (rejectedKey === cached) cached = store.key;
        return cached;
      },
    });
    await client.balances.list();
    store.key = 'key-2';
    await client.balances.list();
    await client.balances.list();
    const keys = ['key-1', 'key-1', 'key-2', 'key-2'];
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(
      keys.map((key) => `APIKey ${key}`),
    );
    expect(told).toEqual([undefined, undefined, 'key-1', undefined]);
  });

  it('is not called a third time', async () => {
    const server = await hostileServer(answer(401));
    let asked = 0;
    const client = createClient({ baseUrl: server.baseUrl, apiKey: () => `key-${++asked}` });
    const error = await failure(client.balances.list());
    expect(error.message).toBe(
      'GET /v1/balances failed after 2 attempts: 401 Unauthorized. Check the `apiKey`.',
    );
    expect(asked).toBe(2);
  });

  it('is not asked for another key again after a retry', async () => {
    const server = await hostileServer(answer(401), answer(500), answer(401), answer(200));
    let asked = 0;
    const client = createClient({
      baseUrl: server.baseUrl,
      apiKey: () => `key-${++asked}`,
      retry: { maxDelay: 1 },
    });
    expect(await failure(client.balances.list())).toMatchObject({ status: 401, attempts: 3 });
    expect(asked).toBe(3);
  });

  it('that returns the same key again does not repeat the request', async () => {
    const server = await hostileServer(answer(401));
    const client = createClient({ baseUrl: server.baseUrl, apiKey: () => 'same' });
    const error = await failure(client.balances.list());
    expect(error.message).toBe(
      'GET /v1/balances failed: 401 Unauthorized. Check the `apiKey`. Its function returned it again.',
    );
    expect(server.seen).toHaveLength(1);
  });

  it('fails the call with its own error', async () => {
    const server = await hostileServer(answer(200));
    const broken = new RangeError('the vault is closed');
    const client = createClient({ baseUrl: server.baseUrl, apiKey: () => Promise.reject(broken) });
    await expect(client.balances.list()).rejects.toBe(broken);
    const throwing = client.with({
      apiKey: () => {
        throw broken;
      },
    });
    await expect(throwing.apiKeys.revoke('k1')).rejects.toBe(broken);
    expect(server.seen).toEqual([]);
  });

  it('may not return a key that a header cannot carry', async () => {
    const server = await hostileServer(answer(200));
    const client = createClient({ baseUrl: server.baseUrl, apiKey: () => 'two\nlines' });
    const error = await failure(client.balances.list());
    expect(error.message).toBe(
      'createClient: `apiKey()` contains white space or characters outside ASCII. Omit the prefix `APIKey`, and trim() it.',
    );
    expect(server.seen).toEqual([]);
  });
});
