import { inspect } from 'node:util';
import {
  type Client,
  type ClientOptions,
  createClient,
  type Middleware,
  paymentsSchema,
} from 'payments-data-client';
import { createProxy } from 'payments-data-client/proxy';
import {
  getQueryOptions,
  infiniteListQueryOptions,
  listQueryOptions,
} from 'payments-data-client/tanstack-query';
import { describe, expect, it } from 'vitest';
import { answeringFetch, json } from '../fixtures/answering-fetch.js';
import { failure } from '../fixtures/failure.js';
import { answer, drip, hostileServer, reset, silence } from '../fixtures/hostile-server.js';
import { traces } from '../fixtures/traces.js';
import { withoutDelays } from '../fixtures/without-delays.js';

withoutDelays();

/** Keys with the characters that a URL or JSON escape. */
const keys = ['canary/Zq7+x_4==secret', 'pk_live\\4x7"Zq7+x_4', `sk-${'Zq7+x_4'.repeat(30)}`];
const [canary = ''] = keys;

function thrownBy(call: () => unknown): unknown {
  try {
    call();
    return undefined;
  } catch (error) {
    return error;
  }
}

function expectNoKey(value: unknown, place?: string) {
  const text = traces(value);
  expect(text, place).not.toContain('Zq7+x_4');
  expect(text, place).not.toMatch(/Zq7%2Bx_4/i);
}

const lines: string[] = [];
const write = (...line: unknown[]) => void lines.push(inspect(line, { showHidden: true }));

const options = (more: Partial<ClientOptions> = {}): ClientOptions => ({
  baseUrl: 'https://api.example.com',
  apiKey: canary,
  retry: 0,
  logger: { debug: write, warn: write },
  ...more,
});

const { signal } = new AbortController();

/** Every method that sends a request. */
const methods: Record<string, (client: Client) => Promise<unknown>> = {
  get: (client) => client.balances.get('b1'),
  'get with a response': (client) => client.balances.get('b1').withResponse(),
  list: (client) => client.balances.list({ where: { type: 'main' }, include: { name: true } }),
  all: (client) => client.balances.all({ orderBy: { name: 'asc' } }),
  pages: (client) => client.balances.pages()[Symbol.asyncIterator]().next(),
  iterate: (client) => client.balances.iterate()[Symbol.asyncIterator]().next(),
  request: (client) => client.request('POST', '/x', { body: {} }),
  'apiKeys.rename': (client) => client.apiKeys.rename('k1', 'New'),
  'apiKeys.revoke': (client) => client.apiKeys.revoke('k1'),
  'apiKeys.delete': (client) => client.apiKeys.delete('k1'),
  'a query of a row': ({ balances }) => getQueryOptions(balances, 'b1').queryFn({ signal }),
  'a query of a list': ({ balances }) => listQueryOptions(balances).queryFn({ signal }),
  'an infinite query': ({ balances }) =>
    infiniteListQueryOptions(balances).queryFn({ signal, pageParam: null }),
};

/** Responses that quote a key, with every error that they cause. */
const responsesWith = (key: string): Record<string, () => Response | Promise<never>> => ({
  rows: () => json([{ id: 'a' }, { id: 5, name: key }]),
  'rows of another shape': () => json([{ id: 'a', [key]: 1, balance: 5 }]),
  'another envelope': () => json({ [key]: [] }),
  text: () => json(key),
  'an error with the header': () =>
    json({ message: `APIKey ${key} is unknown`, [key]: [key] }, { status: 401 }),
  'an error that PHP wrote': () =>
    new Response(JSON.stringify({ [key]: key, message: key }).replaceAll('/', '\\/'), {
      status: 400,
    }),
  'an error that .NET or Go wrote': () => {
    const write = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    const text = JSON.stringify({ detail: key }).replaceAll(/[/+=]/g, write);
    return new Response(text, { status: 400 });
  },
  'an error with a URL': () =>
    json({ errors: [`/v1/x?key=${encodeURIComponent(key)}`] }, { status: 404 }),
  'an error with status 200': () => json({ errors: [`"${key}"`] }),
  'an error with headers': () =>
    json({}, { status: 429, headers: { 'x-echo': key, 'x-request-id': key, authorization: key } }),
  'an error that cuts the key': () =>
    json({ message: `${'x'.repeat(488)}: "${key}"` }, { status: 500 }),
  'a page': () => new Response(`<p>${key}`, { headers: { 'content-type': `text/html; a=${key}` } }),
  'a page with an error status': () => new Response(`<p title="${key}">`, { status: 502 }),
  'broken JSON': () => new Response(`{"a":"${key}`),
  'a status': () => new Response('', { status: 418, statusText: `no "${key}"` }),
  'a redirect': () =>
    new Response('', {
      status: 302,
      headers: { location: `/${encodeURIComponent(key)}?k=${key}` },
    }),
  'a lost connection': () =>
    Promise.reject(new TypeError(`connect "${key}"`, { cause: new Error(`APIKey ${key}`) })),
  'a thrown text': () => Promise.reject(key),
  'a thrown object': () => Promise.reject({ request: { headers: { authorization: key } } }),
});

/** A client that knows a key, in each way in which it can. */
const clients: Record<string, (key: string, fetch: ClientOptions['fetch']) => Client> = {
  'a client': (apiKey, fetch) => createClient(options({ apiKey, fetch })),
  'a client with a function': (key, fetch) =>
    createClient(options({ apiKey: async () => key, fetch, retry: 1 })),
  'a variant of a client': (apiKey, fetch) =>
    createClient(options({ fetch })).with({ apiKey, timeout: 5_000 }),
};

describe('the key', () => {
  it('is found by this test if it is there', () => {
    for (const leak of [
      { key: canary },
      { deep: { er: [new Error(canary)] } },
      Object.defineProperty({}, 'hidden', { value: canary }),
      Object.assign(new Error('x', { cause: { canary } })),
      { [Symbol(canary)]: 1 },
      { toJSON: () => atob(btoa(canary)) },
      encodeURIComponent(canary).toLowerCase(),
    ])
      expect(() => expectNoKey(leak)).toThrow();
  });

  it.each(Object.keys(clients))(
    'is in no error and no log line of %s',
    async (kind) => {
      lines.length = 0;
      for (const key of keys)
        for (const [method, call] of Object.entries(methods))
          for (const [place, respond] of Object.entries(responsesWith(key))) {
            const client = clients[kind]?.(key, async () => respond()) as Client;
            const error = await call(client).then(
              () => {},
              (thrown: unknown) => thrown,
            );
            expectNoKey(error, `${method}: ${place}`);
          }
      expect(lines.length).toBeGreaterThan(500);
      expectNoKey(lines);
    },
    60_000,
  );

  it('is in no error of a hostile server', async () => {
    for (const turn of [reset, silence, drip, answer(500)]) {
      const { baseUrl } = await hostileServer(turn);
      const client = createClient(options({ baseUrl, timeout: 100 }));
      expectNoKey(await failure(client.balances.list()));
    }
  });

  it('is not in a client, its variants, or what its calls return', async () => {
    const { fetch } = answeringFetch(json([{ id: 'b1' }]));
    const client = createClient(options({ fetch }));
    const call = client.balances.list();
    const result = await call.withResponse();
    const { balances } = client;
    const parts = [client.with({ timeout: 5 }), balances, balances.list, balances.iterate()];
    for (const value of [client, ...parts, call, result, result.response]) expectNoKey(value);
  });

  it('is replaced with [redacted], and nothing else is', async () => {
    const body = { errors: [`The key ${canary} is unknown`] };
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': 'i1',
      'x-request-id': 'r1',
      'set-cookie': 'a=b',
      'x-session-token': 't',
      authorization: 'x',
    };
    const fetch = async () => json(body, { status: 401, headers });
    const client = createClient(options({ fetch }));
    const error = await failure(client.balances.list());
    expect(error.message).toBe(
      'GET /v1/balances failed: 401 Unauthorized: The key [redacted] is unknown. Check the `apiKey`.',
    );
    const redacted = { errors: ['The key [redacted] is unknown'] };
    expect(error).toMatchObject({ body: redacted, requestId: 'r1' });
    expect(Object.keys((error as unknown as { headers: object }).headers).sort()).toEqual([
      'content-type',
      'idempotency-key',
      'x-request-id',
    ]);
  });

  it('of a few characters is replaced where it is a word', async () => {
    const fetch = async () => json({ message: 'testing "test", test-1' }, { status: 400 });
    const client = createClient(options({ apiKey: 'test', fetch }));
    expect((await failure(client.balances.list())).message).toBe(
      'GET /v1/balances failed: 400 Bad Request: testing "[redacted]", test-1. Correct the query or the body.',
    );
  });

  it('is redacted also after the key function returned another one', async () => {
    let asked = 0;
    const apiKey = () => (asked++ === 0 ? canary : 'the-next-key');
    const message = `neither ${canary} nor the-next-key`;
    const fetch = async () => json({ message }, { status: 401 });
    const client = createClient(options({ apiKey, fetch }));
    const error = await failure(client.balances.list());
    expect(error.message).toContain('neither [redacted] nor [redacted]');
  });

  it('is redacted as a whole if the key before it is its beginning', async () => {
    let asked = 0;
    const renewed = `${canary}-of-2027`;
    const apiKey = () => (asked++ === 0 ? canary : renewed);
    const fetch = async () => json({ message: `bad key ${renewed}` }, { status: 401 });
    const error = await failure(createClient(options({ apiKey, fetch })).balances.list());
    expect(error.message).toBe(
      'GET /v1/balances failed after 2 attempts: 401 Unauthorized: bad key [redacted]. Check the `apiKey`.',
    );
    expect(error).toMatchObject({ body: { message: 'bad key [redacted]' } });
  });

  it.each([...Array(40).keys()])(
    'is in no text that is cut %i characters before its end',
    async (at) => {
      const long = 'x'.repeat(500 - at) + canary;
      const responses = [
        () => Promise.reject(new Error(long)),
        async () => new Response('text', { headers: { 'content-type': long } }),
        async () => new Response(null, { status: 302, headers: { location: `/${long}` } }),
        async () => new Response('[]', { headers: { 'x-request-id': long } }),
        async () => new Response('{}', { status: 500, statusText: long }),
      ];
      lines.length = 0;
      for (const respond of responses) {
        const client = createClient(options({ fetch: respond }));
        const found = await client.balances.list().catch((error: Error) => error);
        const text = traces([found, lines]);
        for (const length of [12, 20]) expect(text).not.toContain(canary.slice(0, length));
      }
    },
  );

  it('is redacted before a text is cut', async () => {
    lines.length = 0;
    const page = `${'x'.repeat(64 * 1024 - 10)}${canary}`;
    const { fetch } = answeringFetch(new Response(page, { status: 502 }));
    const client = createClient(options({ fetch }));
    const error = await failure(client.balances.list());
    expect(error).toMatchObject({ body: expect.stringMatching(/^x+\[redacte?d?\]?$/) });
    expectNoKey([lines, error]);
  });

  it.each(['/api-keys/', '/a/~/', '/~', '/~/', '/a~b/c', '/~/rows'])(
    'is not sent in a path: %s',
    async (path) => {
      const { fetch, requests } = answeringFetch(json({}));
      for (const key of [...keys, 'a+b/c=d:e;f~g']) {
        const client = createClient(options({ apiKey: key, fetch }));
        for (const written of [key, encodeURIComponent(key)]) {
          if (/[\\]/.test(written)) continue; // in no path
          const error = await failure(
            client.request(
              'GET',
              path.replace('~', written) + (path === '/api-keys/' ? written : ''),
            ),
          );
          expect(error.name).toBe('QueryError');
          expectNoKey(error);
        }
      }
      expect(requests).toEqual([]);
    },
  );

  it('is not sent if a call passes it as an id', async () => {
    const { fetch, requests } = answeringFetch(json({}));
    for (const apiKey of [canary, async () => canary]) {
      const client = createClient(options({ apiKey, fetch }));
      for (const call of [client.apiKeys.revoke(canary), client.balances.get(canary)])
        expect((await failure(call)).message).toBe(
          "id: is the secret of this client. Pass the key's id.",
        );
    }
    expect(requests).toEqual([]);
  });

  it.each(keys)('is in no error about any option that has it, too: %#', (key) => {
    const good = { ...options(), apiKey: key };
    const more = { schema: paymentsSchema, serviceSchema: paymentsSchema, policies: {} };
    const proxyOnly = ['maxTake', 'maxRelationDepth', 'authenticate', 'onError'];
    const names = [...Object.keys(good), 'schema', 'dialect', 'fetch', 'headers', 'timeout'];
    const messages = [...names, 'validator', 'middleware', key, ...proxyOnly].flatMap((name) =>
      [
        () => createClient({ ...good, [name]: key }),
        () => createClient(options()).with({ apiKey: key, [name]: key }),
        () => createProxy({ ...good, ...more, [name]: key } as never),
        () => createClient({ ...good, headers: { [key]: key, [name]: key } }),
        () => createProxy({ ...good, ...more, [name]: { [key]: key } } as never),
      ].map((call) => thrownBy(call)),
    );
    const thrown = messages.filter(Boolean);
    expect(thrown.length).toBeGreaterThan(50);
    for (const error of thrown) expectNoKey(error);
  });

  it('is in no error about a query or an option that it was passed as by mistake', async () => {
    const { fetch, requests } = answeringFetch(json([]));
    for (const key of keys) {
      const client = createClient(options({ apiKey: key, fetch }));
      const wrong = key as never;
      const nested = { variables: { eq: { a: [key, undefined] } } } as never;
      const calls: Record<string, () => unknown> = {
        'a filter': () => client.balances.list({ where: { balance: { gt: key } } }),
        'a date': () => client.balances.all({ where: { created_at: key } }),
        'an id in a list': () => client.balances.list({ where: { unit_id: { in: wrong } } }),
        'a nested value': () => client.balances.list({ where: nested }),
        'a name': () => client.balances.list({ where: { [key]: 1 } as never }),
        'a query': () => client.balances.list(wrong),
        'an include': () => client.balances.get('b1', { include: wrong }),
        'an order': () => client.balances.list({ orderBy: wrong }),
        'a loop': () => client.balances.pages({ where: wrong })[Symbol.asyncIterator]().next(),
        'an infinite query': () =>
          infiniteListQueryOptions(client.balances, { where: wrong }).queryFn({
            ...{ signal, pageParam: null },
          }),
        'a method': () => client.request(wrong, '/x'),
        'a path': () => client.request('GET', key),
        'a parameter': () => client.request('GET', '/x', { query: [key] as never }),
        'a body': () => client.request('POST', '/x', { body: { a: [key, 1n] } }),
        'an option of a call': () => client.apiKeys.revoke('k1', { timeout: wrong }),
        'a name of a key': () => client.apiKeys.rename('k1', { [key]: key } as never),
        'an option of a client': async () => client.with({ timeout: wrong }),
        'the base URL': async () => createClient(options({ apiKey: key, baseUrl: key })),
        'a member of the dialect': async () =>
          createClient(options({ apiKey: key, dialect: { nulls: wrong } })),
        'a header': async () =>
          createClient(options({ apiKey: key, headers: { [`${key} `]: key } })),
      };
      for (const [place, call] of Object.entries(calls))
        expectNoKey(await failure(call() as Promise<unknown>), place);
    }
    expect(requests).toEqual([]);
  });

  it('is not sent in the query or the body of a request', async () => {
    const { fetch, requests } = answeringFetch(json([]));
    for (const apiKey of [...keys, "it's+a%2Fkey"])
      for (const option of [apiKey, async () => apiKey]) {
        const client = createClient(options({ apiKey: option, fetch }));
        const nested = { a: [{ b: `x${apiKey}x` }] };
        for (const [path, call] of [
          ['query', client.balances.list({ where: { name: apiKey } })],
          ['query', client.balances.list({ where: { variables: { contains: nested } } })],
          ['query', client.request('GET', '/balances', { query: { [apiKey]: 1 } })],
          ['body', client.request('POST', '/transactions', { body: nested })],
          ['body', client.apiKeys.rename('k1', apiKey)],
        ] as const) {
          const error = await failure(call);
          expect(error.message).toBe(`${path}: contains the \`apiKey\` of this client. Remove it.`);
          expectNoKey(error);
        }
      }
    expect(requests).toEqual([]);
  });

  it('is not in an error about an invalid option', async () => {
    for (const bad of [`${canary} `, `${canary}\n`, `${canary}é`, `APIKey ${canary}`]) {
      expect(() => createClient(options({ apiKey: bad }))).toThrow(
        'createClient: `apiKey` contains white space or characters outside ASCII. Omit the prefix `APIKey`, and trim() it.',
      );
      expectNoKey(await failure(createClient(options({ apiKey: () => bad })).balances.list()));
    }
    for (const wrong of [canary, [canary], { ...options(), timeuot: canary }])
      expectNoKey(await failure((async () => createClient(wrong as unknown as ClientOptions))()));
  });

  it.each(['undefined', 'null'])('may not be the text %s', (apiKey) => {
    expect(() => createClient(options({ apiKey }))).toThrow(
      '`apiKey` is the text of a missing value. Is the environment variable set?',
    );
  });

  it('is not seen by middleware, before or after', async () => {
    const kept: unknown[] = [];
    const { fetch, requests } = answeringFetch(
      () => Promise.reject({ request: { headers: { authorization: canary } } }),
      json([]),
    );
    const middleware: Middleware = async (request, next) => {
      kept.push(request);
      const response = await next(request).catch((error) => {
        kept.push(error);
        throw error;
      });
      kept.push([...request.headers], response);
      return response;
    };
    await createClient(options({ fetch, retry: 1, middleware })).balances.list();
    expect(kept).toHaveLength(5);
    expectNoKey(kept);
    expect(requests[1]?.headers.get('authorization')).toBe(`APIKey ${canary}`);
  });

  it('is not sent to the target of a redirect', async () => {
    const thief = await hostileServer(answer(200));
    const location = `${thief.baseUrl}/v1/balances`;
    const moved = await hostileServer(answer(307, '', { location }));
    const client = createClient(options({ baseUrl: moved.baseUrl }));
    await failure(client.balances.list());
    const elsewhere = client.with({
      middleware: (request, next) => next(new Request(`${request.url}?trace=1`)), // by default, it follows
    });
    expect((await failure(elsewhere.balances.list())).name).toBe('ResponseError');
    expect(thief.seen).toEqual([]);
  });
});
