import { inspect } from 'node:util';
import { type ClientOptions, createClient } from 'payments-data-client';
import { describe, expect, it } from 'vitest';
import { createClientKeys } from '../../src/http/api-key.js';
import { answeringFetch, json } from '../fixtures/answering-fetch.js';
import { failure } from '../fixtures/failure.js';
import { answer, drip, hostileServer, reset, silence } from '../fixtures/hostile-server.js';
import { traces } from '../fixtures/traces.js';

const canary = 'canary/Zq7+x_4.secret';
const inJson = 'canary\\/Zq7+x_4.secret';

function expectNoKey(value: unknown) {
  const text = traces(value);
  expect(text).not.toContain('Zq7+x_4');
  expect(text).not.toMatch(/Zq7(%2B|\\u002b|&#43;|&#x02b;)x_4/i);
}

const options = (more: Partial<ClientOptions> = {}): ClientOptions => ({
  baseUrl: 'https://api.example.com',
  apiKey: canary,
  retry: 0,
  ...more,
});

describe('the key', () => {
  it('is found by this test if it is there', () => {
    for (const leak of [
      { key: canary },
      { deep: { er: [new Error(canary)] } },
      Object.defineProperty({}, 'hidden', { value: canary }),
      Object.assign(new Error('x', { cause: { canary } })),
      { [Symbol(canary)]: 1 },
      { toJSON: () => atob(btoa(canary)) },
    ])
      expect(() => expectNoKey(leak)).toThrow();
  });

  it('is not in a client, its variants, or what its calls return', async () => {
    const { fetch } = answeringFetch(json([{ id: 'b1' }]));
    const client = createClient(options({ fetch }));
    const call = client.balances.list();
    const answer = await call.withResponse();
    for (const value of [
      client,
      client.with({ timeout: 5 }),
      client.balances,
      client.balances.list,
      client.balances.iterate(),
      call,
      answer,
      answer.response,
    ])
      expectNoKey(value);
  });

  it('is not in any error', async () => {
    const echo = {
      errors: [`The key ${canary} is unknown`],
      seen: { authorization: `APIKey ${canary}` },
    };
    const headers = { 'x-echo': canary, 'x-request-id': `id-${canary}`, authorization: canary };
    const statuses = [400, 401, 403, 404, 409, 418, 422, 429, 500];
    const answered = [
      ...statuses.map((status) => json(echo, { status, headers })),
      ...[402, 500, 599].map((status) => json({}, { status, statusText: `No ${canary}` })),
      json(echo),
      new Response(`<p>${canary}`, { status: 502, headers }),
      new Response(`<p>${canary}`, { headers }),
      new Response(`{"message":"${inJson}"}`, { status: 400 }),
      new Response(`{"message":"canary\\u002fZq7\\u002bx_4.secret"}`, { status: 400 }),
      new Response(`q=${encodeURIComponent(canary)}`, { status: 400 }),
      new Response('<a title="canary&#47;Zq7&#43;x_4.secret">', { status: 400 }),
      new Response('<a title="canary&#x2F;Zq7&#x02b;x_4.secret">', { status: 400 }),
      new Response(null, {
        status: 302,
        headers: { location: `https://evil.example/?key=${canary}` },
      }),
      new Response(null, {
        status: 302,
        headers: { location: `https://evil.example/${encodeURIComponent(canary)}/v1/balances` },
      }),
      json({ result: canary }),
    ];
    for (const response of answered) {
      const client = createClient(options({ fetch: async () => response }));
      const error = await failure(client.balances.list());
      expectNoKey(error);
    }
    const throwing = [
      new TypeError(`fetch failed for ${canary}`, { cause: new Error(`header APIKey ${canary}`) }),
      canary,
      { request: { headers: { authorization: canary } } },
    ];
    for (const thrown of throwing) {
      const client = createClient(options({ fetch: () => Promise.reject(thrown) }));
      const error = await failure(client.balances.list());
      expect(error.name).toBe('ConnectionError');
      expectNoKey(error);
    }
    for (const turn of [reset, silence, drip, answer(500)]) {
      const { baseUrl } = await hostileServer(turn);
      const error = await failure(createClient(options({ baseUrl, timeout: 100 })).balances.list());
      expectNoKey(error);
    }
  });

  it('is replaced with [redacted] if a response contains it', async () => {
    const body = { errors: [`The key ${canary} is unknown`] };
    const client = createClient(options({ fetch: async () => json(body, { status: 401 }) }));
    const error = await failure(client.balances.list());
    expect(error.message).toBe(
      'GET /v1/balances failed: 401 Unauthorized: The key [redacted] is unknown. Check the `apiKey`.',
    );
    expect(error).toMatchObject({
      body: { errors: ['The key [redacted] is unknown'] },
      rawBody: '{"errors":["The key [redacted] is unknown"]}',
    });
  });

  it('is redacted also after the key function returned another one', async () => {
    let asked = 0;
    const client = createClient(
      options({
        apiKey: () => (asked++ === 0 ? canary : 'the-next-key'),
        fetch: async () => json({ message: `neither ${canary} nor the-next-key` }, { status: 401 }),
      }),
    );
    const error = await failure(client.balances.list());
    expect(error.message).toContain('neither [redacted] nor [redacted]');
  });

  it('is redacted in a response that arrives after many calls with other keys', async () => {
    let asked = 0;
    let respond = (_: Response) => {};
    const late = new Promise<Response>((resolve) => {
      respond = resolve;
    });
    const client = createClient(
      options({
        apiKey: () => (asked++ === 0 ? canary : `another-key-${asked}`),
        fetch: async (request) =>
          (request as Request).headers.get('authorization')?.includes(canary) ? late : json([]),
      }),
    );
    const first = failure(client.balances.list());
    for (let call = 0; call < 12; call++) await client.balances.list();
    respond(json({ message: `${canary} is unknown` }, { status: 400 }));
    expect((await first).message).toContain(': [redacted] is unknown.');
  });

  it('is redacted after another key was used many times', async () => {
    const given = [canary, ...Array(12).fill('the-next-key')];
    const keys = createClientKeys(() => given.shift() ?? '');
    while (given.length > 0) await keys.next(undefined);
    expect(keys.redact(`neither ${canary} nor the-next-key`)).toBe(
      'neither [redacted] nor [redacted]',
    );
  });

  it('is not in the error about an invalid key', async () => {
    for (const bad of [`${canary} `, `${canary}\n`, `${canary}é`]) {
      let error: unknown;
      try {
        createClient(options({ apiKey: bad }));
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toMatchObject({ name: 'ConfigurationError' });
      expectNoKey(error);
      expectNoKey(await failure(createClient(options({ apiKey: () => bad })).balances.list()));
    }
  });

  it('leaves the message as it is if only the prefix of a key was passed', () => {
    for (const apiKey of ['APIKey ', ' apikey', 'APIKey'])
      expect(createClientKeys(apiKey).redact('Omit the prefix `APIKey`.')).toBe(
        'Omit the prefix `APIKey`.',
      );
    expect(() => createClient(options({ apiKey: 'APIKey ' }))).toThrow(
      'Omit the prefix `APIKey`, and trim() it.',
    );
  });

  it('is not in a log line', async () => {
    const lines: string[] = [];
    const write = (...line: unknown[]) => lines.push(inspect(line));
    const logger = { debug: write, info: write, warn: write, error: write };
    const { baseUrl } = await hostileServer(answer(500), answer(401), reset, answer(200));
    const client = createClient(
      options({ baseUrl, logger, logLevel: 'debug', retry: { limit: 5, maxDelay: 1 } }),
    );
    await failure(client.balances.list());
    await client.balances.list();
    expect(lines.length).toBeGreaterThan(4);
    expect(lines.join('\n')).not.toContain('Zq7');
  });

  it('is redacted before a text is cut', async () => {
    const lines: string[] = [];
    const write = (line: string) => lines.push(line);
    const logger = { debug: write, info: write, warn: write, error: write };
    const page = `${'x'.repeat(64 * 1024 - 10)}${canary}`;
    const { fetch } = answeringFetch(
      json([]),
      new Response(page, { status: 502 }),
      new Response(page),
    );
    const client = createClient(options({ fetch, logger, logLevel: 'debug', retry: 0 }));
    await client.balances.list({ where: { name: `${'x'.repeat(975)}${canary}` } });
    expectNoKey(lines);
    for (const error of [
      await failure(client.balances.list()),
      await failure(client.balances.list()),
    ]) {
      expect(error).toMatchObject({ rawBody: expect.stringMatching(/^x+\[redacte?d?\]?$/) });
      expectNoKey(error);
    }
  });

  it('is redacted if a call passes it as an id', async () => {
    const lines: string[] = [];
    const write = (line: string) => lines.push(line);
    const logger = { debug: write, info: write, warn: write, error: write };
    const client = createClient(
      options({ logger, logLevel: 'debug', retry: { limit: 1, maxDelay: 1 } }),
    );
    for (const fetch of [
      async () => json({}, { status: 404 }),
      () => Promise.reject(new TypeError('gone')),
    ]) {
      const error = await failure(
        client
          .with({ fetch })
          .request('PUT', `/entities/${encodeURIComponent(canary)}`, { body: { name: canary } }),
      );
      expect(error.message).toContain('PUT /v1/entities/[redacted] failed');
      expectNoKey(error);
    }
    const slow = client.with({ fetch: () => new Promise(() => {}), timeout: 20 });
    expectNoKey(await failure(slow.balances.list({ where: { name: canary } })));
    expectNoKey(
      await failure(
        client.with({ fetch: async () => json({}, { status: 302 }) }).balances.get(canary),
      ),
    );
    expect(lines).not.toEqual([]);
    expectNoKey(lines);
  });

  it.each<[string, (client: ReturnType<typeof createClient>) => Promise<unknown>, string]>([
    [
      'as an operand',
      (client) => client.balances.list({ where: { balance: canary } }),
      'where.balance: expected a decimal string such as \'100.00\', or a number, got "[redacted]".',
    ],
    [
      'as a field',
      (client) => client.balances.list({ where: { [canary]: 'a' } as never }),
      'where: `[redacted]` is not a field or relation of balances.',
    ],
    [
      'as a key of JSON',
      (client) =>
        client.balances.list({
          where: { variables: { contains: { [canary]: undefined } } } as never,
        }),
      'where.variables.contains["[redacted]"]: expected a JSON value, got undefined.',
    ],
    [
      'in a raw path',
      (client) => client.request('GET', `/entities/${canary}?a=1`),
      'path: expected a path below /v1 without a query, such as /balances, got "/entities/[redacted]?a=1".',
    ],
    [
      'in a raw query',
      (client) => client.request('GET', '/entities', { query: { a: { [canary]: Number.NaN } } }),
      'query.a["[redacted]"]: expected a finite number, got NaN.',
    ],
    [
      'as a header',
      (client) => client.balances.list({}, { headers: { [canary]: 'a' } }),
      'request options: header "[redacted]" cannot contain "/".',
    ],
    [
      'in place of the id of a key',
      (client) => client.apiKeys.revoke(canary),
      "id: is the secret of this client. Pass the key's id.",
    ],
  ])('is redacted if a call that is rejected passes it %s', async (_, call, message) => {
    const { fetch, requests } = answeringFetch(json([]));
    const error = await failure(call(createClient(options({ fetch }))));
    expect(error.message).toBe(message);
    expect(error.stack).toContain(message);
    expectNoKey(error);
    expect(requests).toEqual([]);
  });

  it('of more than 100 characters is quoted by a start that tells nobody the key', async () => {
    const long = `long-${'0123456789'.repeat(12)}`;
    const client = createClient(options({ apiKey: long }));
    const shown: [string, object, string][] = [
      [long, { balance: long }, 'got "long-01"….'],
      [long, { [long]: 'a' }, 'where: `long-01…` is not'],
      [`x${long}`, { balance: `x${long}` }, 'got "xlong-0"….'],
    ];
    for (const [value, where, message] of shown) {
      const error = await failure(client.balances.list({ where: where as never }));
      expect(error.message).toContain(message);
      expect(traces(error), value).not.toContain('long-0123');
    }
  });

  it('of fewer than 8 characters is redacted only where it stands alone', async () => {
    const fetch = async () =>
      json({ message: 'token test: test is no test of "test"' }, { status: 400 });
    const client = createClient(options({ apiKey: 'test', fetch }));
    expect((await failure(client.balances.get('test'))).message).toBe(
      'GET /v1/balances/[redacted] failed: 400 Bad Request: token test: test is no test of "[redacted]". Correct the query or the body.',
    );
    for (const apiKey of ['k', '.', '"'])
      expect(
        (
          await failure(
            createClient(options({ apiKey })).balances.list({ where: { balance: apiKey } }),
          )
        ).message,
      ).toBe(
        'where.balance: expected a decimal string such as \'100.00\', or a number, got "[redacted]".',
      );
  });

  it.each(['undefined', 'null'])('may not be the text %s', (apiKey) => {
    expect(() => createClient(options({ apiKey }))).toThrow(
      `\`apiKey\` is the text of a missing value. Is the environment variable set?`,
    );
  });

  it('does not make a stack unreadable if it is a common word', async () => {
    const client = createClient(options({ apiKey: 'test' }));
    expect((await failure(client.balances.get(''))).stack).toContain('test/http/secrets.test.ts:');
  });

  it('of a key function is redacted in the errors of later calls', async () => {
    const { fetch } = answeringFetch(json([]));
    const client = createClient(options({ apiKey: async () => canary, fetch }));
    await client.balances.list();
    expectNoKey(await failure(client.balances.list({ where: { balance: canary } })));
    await expect(client.apiKeys.delete(canary)).rejects.toThrow('is the secret of this client');
  });

  it('is not seen by middleware, before or after', async () => {
    const kept: unknown[] = [];
    const { fetch, requests } = answeringFetch(json([]));
    const client = createClient(
      options({
        fetch,
        middleware: async (request, next) => {
          kept.push(request);
          const response = await next(request);
          kept.push([...request.headers], response);
          return response;
        },
      }),
    );
    await client.balances.list();
    expectNoKey(kept);
    expect(requests[0]?.headers.get('authorization')).toBe(`APIKey ${canary}`);
  });

  it('is not sent to the target of a redirect', async () => {
    const thief = await hostileServer(answer(200));
    const moved = await hostileServer(
      answer(307, '', { location: `${thief.baseUrl}/v1/balances` }),
    );
    const client = createClient(options({ baseUrl: moved.baseUrl }));
    await failure(client.balances.list());
    const elsewhere = client.with({
      middleware: (request, next) => next(new Request(`${request.url}?trace=1`)), // by default, it follows
    });
    const error = await failure(elsewhere.balances.list());
    expect(error.name).toBe('ResponseError');
    expect(thief.seen).toEqual([]);
  });
});
