import { createClient, isApiError, isConnectionError } from 'payments-data-client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { parseRetryAfter } from '../../src/http/response.js';
import { answeringFetch, json } from '../fixtures/answering-fetch.js';
import { failure } from '../fixtures/failure.js';
import {
  answer,
  breakOff,
  hostileServer,
  junk,
  reset,
  type Turn,
} from '../fixtures/hostile-server.js';
import { withoutDelays } from '../fixtures/without-delays.js';

withoutDelays();

async function clientOf(...turns: [Turn, ...Turn[]]) {
  const server = await hostileServer(...turns);
  return { server, client: createClient({ baseUrl: server.baseUrl, apiKey: 'test-key' }) };
}

/** A client whose function returns `key-1`, `key-2` and so on, and what the service saw of them. */
async function clientWithKeys(...turns: [Turn, ...Turn[]]) {
  const { client, server } = await clientOf(...turns);
  let asked = 0;
  const seen = () => server.seen.map(({ headers, body }) => [headers.authorization, body]);
  return {
    client: client.with({ apiKey: async () => `key-${++asked}` }),
    seen,
    asked: () => asked,
  };
}

describe('a read', () => {
  it.each([408, 429, 500, 502, 503, 504])('is retried after a %i', async (status) => {
    const rows = answer(200, [{ id: 'b1' }]);
    const { client, server } = await clientOf(answer(status), answer(status), rows);
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
    expect(isApiError(error, 500)).toBe(true);
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
    ['no route', new TypeError('failed', { cause: new Error('no route') })],
    [
      'ENOTFOUND',
      new TypeError('failed', { cause: Object.assign(new Error(), { code: 'ENOTFOUND' }) }),
    ],
    ['failed', new TypeError('failed', { cause: new Error() })],
    [
      'the server does not use TLS; use http:',
      Object.assign(new Error(), { cause: { code: 'ERR_SSL_WRONG_VERSION_NUMBER' } }),
    ],
    ['gone away', 'gone away'],
  ])('reports a failed connection with the reason "%s"', async (reason, thrown) => {
    const { client } = await clientOf(reset);
    const broken = client.with({ retry: 0, fetch: () => Promise.reject(thrown) });
    expect((await failure(broken.balances.list())).message).toBe(
      `GET /v1/balances failed: no response (${reason}). Check the network and the \`baseUrl\`.`,
    );
  });
});

describe('a change', () => {
  it('by PUT is retried, because it is idempotent', async () => {
    const renamed = { id: 'k1', name: 'New' };
    const { client, server } = await clientOf(reset, answer(500), answer(200, renamed));
    await expect(client.apiKeys.rename('k1', 'New')).resolves.toEqual(renamed);
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

  const lost = [500, 502, 504].map((status) => [`a ${status}`, answer(status)] as const);

  it.each([['a reset', reset] as const, ...lost])(
    'by DELETE is not retried after %s, and the error advises to check',
    async (_, turn) => {
      const { client, server } = await clientOf(turn);
      const error = await failure(client.apiKeys.delete('k1'));
      expect(error.message).toContain(
        ' The request may still have been processed; check before you retry.',
      );
      expect(server.seen).toHaveLength(1);
    },
  );

  it.each([
    ['POST', reset],
    ['POST', answer(503)],
    ['POST', answer(429, [], { 'retry-after': '0' })],
    ['PATCH', reset],
    ['PATCH', answer(503)],
  ])("by %s is not retried, whatever the client's `retry` [decision 37]", async (method, turn) => {
    const { client, server } = await clientOf(turn);
    const patient = client.with({ retry: 5 });
    const error = await failure(patient.request(method, '/transactions', { body: { lines: [] } }));
    expect(error).toMatchObject({ attempts: 1 });
    expect(server.seen).toHaveLength(1);
    const advice = ' The request may still have been processed; check before you retry.';
    expect(error.message.includes(advice)).toBe(turn === reset);
  });

  it.each([['a reset', reset] as const, ...lost])(
    'by DELETE is retried after %s if its own `retry` says so',
    async (_, turn) => {
      const { client, server } = await clientOf(turn, answer(404));
      const error = await failure(client.apiKeys.delete('k1', { retry: 1 }));
      expect(error).toMatchObject({ status: 404, attempts: 2 });
      expect(server.seen).toHaveLength(2);
    },
  );

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
    },
  );

  it('by POST is sent once more after a 401 if the key function returns another key [decision 37]', async () => {
    const { client, seen } = await clientWithKeys(answer(401), answer(200, { id: 't1' }));
    const call = client.request('POST', '/transactions', { body: { a: 1 } });
    await expect(call).resolves.toEqual({ id: 't1' });
    expect(seen()).toEqual([
      ['APIKey key-1', '{"a":1}'],
      ['APIKey key-2', '{"a":1}'],
    ]);
  });
});

describe('a delay', () => {
  /** The delay before the last of some attempts, as it is logged. */
  async function delayOf(attempts: number, random: number, retryAfter?: string): Promise<number> {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const delays: number[] = [];
    const controller = new AbortController();
    const logger = {
      debug() {},
      warn(line: string) {
        delays.push(Number(/ in (\d+) ms\.$/.exec(line)?.[1]));
        if (delays.length === attempts - 1) vi.spyOn(Math, 'random').mockReturnValue(random);
        if (delays.length === attempts) controller.abort();
      },
    };
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
    const { fetch } = answeringFetch(json({}, { status: 503, headers }));
    if (attempts === 1) vi.spyOn(Math, 'random').mockReturnValue(random);
    const client = createClient({ baseUrl: 'https://api.example.com', apiKey: 'k', fetch, logger });
    const options = { retry: 9, timeout: 100_000_000, signal: controller.signal };
    await failure(client.balances.list({}, options));
    return delays[attempts - 1] ?? Number.NaN;
  }

  it('is a random part of a limit that doubles with each attempt', async () => {
    expect(await delayOf(1, 0.5)).toBe(250);
    expect(await delayOf(2, 0.5)).toBe(500);
    expect(await delayOf(3, 0.25)).toBe(500);
    expect(await delayOf(8, 0.5)).toBe(4_000);
  });

  it('is what Retry-After asks for, at most a minute [decision 35]', async () => {
    expect(await delayOf(1, 0.5, '2')).toBe(2_000);
    expect(await delayOf(1, 0.5, '0')).toBe(0);
    expect(await delayOf(1, 0.5, '86400')).toBe(60_000);
    expect(await delayOf(1, 0.5, 'soon')).toBe(250);
  });

  it('may be a date, and ignores an invalid Retry-After', () => {
    const soon = new Date(Date.now() + 10_000).toUTCString();
    expect(parseRetryAfter(soon)).toBeGreaterThan(8);
    expect(parseRetryAfter(soon)).toBeLessThanOrEqual(10);
    expect(parseRetryAfter('1.25')).toBe(1.25);
    expect(parseRetryAfter(' 5  ')).toBe(5);
    expect(parseRetryAfter('Wed, 21 Oct 2015 07:28:00 GMT')).toBe(0);
    for (const junk of [
      'soon',
      '-5',
      '',
      ' ',
      '1e3',
      'Infinity',
      'NaN',
      '0x10',
      undefined,
      null,
      '9'.repeat(400),
    ])
      expect(parseRetryAfter(junk), `${junk}`).toBeUndefined();
  });

  it('is not shortened or skipped by a clock that is set during the call', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { client, server } = await clientOf((response, request) => {
      vi.setSystemTime(Date.now() + 86_400_000);
      answer(503)(response, request);
    }, answer(200));
    await expect(client.balances.list()).resolves.toEqual([]);
    expect(server.seen).toHaveLength(2);
  });

  it('that would exceed the timeout is not started [decision 35]', async () => {
    const { client, server } = await clientOf(answer(429, [], { 'retry-after': '30' }));
    const error = await failure(client.balances.list({}, { timeout: 5_000 }));
    expect(isApiError(error, 429)).toBe(true);
    expect(error).toMatchObject({ retryAfter: 30, attempts: 1 });
    expect(error.message).toBe(
      'GET /v1/balances failed: 429 Too Many Requests. Wait 30 s before you retry.',
    );
    expect(server.seen).toHaveLength(1);
  });
});

describe('a key function', () => {
  it('is called before each attempt', async () => {
    const { client, seen } = await clientWithKeys(answer(500), answer(500), answer(200));
    await client.balances.list();
    expect(seen().map(([key]) => key)).toEqual(['APIKey key-1', 'APIKey key-2', 'APIKey key-3']);
  });

  it('is called once more after a 401, and the request is repeated with the other key', async () => {
    const { client, seen } = await clientWithKeys(answer(401), answer(200, { id: 'k1' }));
    await client.with({ retry: 0 }).apiKeys.rename('k1', 'New');
    expect(seen()).toEqual([
      ['APIKey key-1', '{"name":"New"}'],
      ['APIKey key-2', '{"name":"New"}'],
    ]);
  });

  it('is not called a third time', async () => {
    const { client, asked } = await clientWithKeys(answer(401));
    const error = await failure(client.balances.list());
    expect(error.message).toBe(
      'GET /v1/balances failed after 2 attempts: 401 Unauthorized. Check the `apiKey`.',
    );
    expect(asked()).toBe(2);
  });

  it('is not asked for another key again after a retry', async () => {
    const turns = [answer(401), answer(500), answer(401), answer(200)] as const;
    const { client, asked } = await clientWithKeys(...turns);
    expect(await failure(client.balances.list())).toMatchObject({ status: 401, attempts: 3 });
    expect(asked()).toBe(3);
  });

  it('that returns the same key again does not repeat the request', async () => {
    const { client, server } = await clientOf(answer(401));
    const error = await failure(client.with({ apiKey: () => 'same' }).balances.list());
    expect(error.message).toBe('GET /v1/balances failed: 401 Unauthorized. Check the `apiKey`.');
    expect(server.seen).toHaveLength(1);
  });

  it('fails the call with its own error', async () => {
    const { client, server } = await clientOf(answer(200));
    const broken = new RangeError('the vault is closed');
    const rejecting = client.with({ apiKey: () => Promise.reject(broken) });
    await expect(rejecting.balances.list()).rejects.toBe(broken);
    const fail = () => {
      throw broken;
    };
    await expect(client.with({ apiKey: fail }).apiKeys.revoke('k1')).rejects.toBe(broken);
    expect(server.seen).toEqual([]);
  });

  it('may not return a key that a header cannot carry', async () => {
    const { client, server } = await clientOf(answer(200));
    const error = await failure(client.with({ apiKey: () => 'two\nlines' }).balances.list());
    expect(error.message).toBe(
      'createClient: `apiKey()` contains white space or characters outside ASCII. Omit the prefix `APIKey`, and trim() it.',
    );
    expect(server.seen).toEqual([]);
  });
});
