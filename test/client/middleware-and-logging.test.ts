import { createClient, type Middleware } from 'payments-data-client';
import { zodValidator } from 'payments-data-client/validation';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { answeringFetch, json } from '../fixtures/answering-fetch.js';
import { failure } from '../fixtures/failure.js';
import { withoutDelays } from '../fixtures/without-delays.js';

withoutDelays();

const good = { baseUrl: 'https://api.example.com', apiKey: 'test-key' };

describe('a variant of a client', () => {
  it('differs in the given options only', async () => {
    const { fetch, requests } = answeringFetch(json([]));
    const headers = { 'x-team': 'billing', 'x-app': 'one' };
    const client = createClient({ ...good, fetch, headers });
    await client.with({ apiKey: 'other-key', headers: { 'x-app': 'two' } }).balances.list();
    await client.balances.list();
    const names = ['authorization', 'x-team', 'x-app'];
    expect(
      requests.map(({ url, headers }) => [url, ...names.map((name) => headers.get(name))]),
    ).toEqual([
      ['https://api.example.com/v1/balances', 'APIKey other-key', 'billing', 'two'],
      ['https://api.example.com/v1/balances', 'APIKey test-key', 'billing', 'one'],
    ]);
  });

  it('keeps an option that is undefined in the variant', async () => {
    const { fetch, requests } = answeringFetch(json([]));
    const client = createClient({ ...good, fetch });
    await client.with({ fetch: undefined, baseUrl: undefined as never }).balances.list();
    expect(requests).toHaveLength(1);
  });

  it('rejects the options that createClient rejects', () => {
    const client = createClient(good);
    expect(() => client.with({ apiKey: '' })).toThrow(/^createClient: `apiKey` is empty\./);
    // @ts-expect-error `timeuot` is not an option
    expect(() => client.with({ timeuot: 1 })).toThrow(
      /^createClient: `timeuot` is not an option\./,
    );
    // @ts-expect-error headers are a plain object
    expect(() => client.with({ headers: new Headers({ 'x-app': 'two' }) })).toThrow(
      'createClient: expected `headers` to be a plain object of strings, got an instance of Headers.',
    );
    // @ts-expect-error options are asked for
    expect(() => client.with()).toThrow('createClient: expected an options object, got undefined.');
  });
});

describe('headers of variants', () => {
  it('replace those of the same name in another letter case', async () => {
    const { fetch, requests } = answeringFetch(json([]));
    const names = ['X-Team', 'x-team', 'X-TEAM', 'x-Team'];
    let client = createClient({ ...good, fetch });
    for (const [index, name] of names.entries()) {
      client = client.with({ headers: { [name]: `${index}` } });
      await client.balances.list();
    }
    expect(requests.map(({ headers }) => headers.get('x-team'))).toEqual(['0', '1', '2', '3']);
  });
});

describe('headers of a call', () => {
  it('override those of the client, in upper or lower case', async () => {
    const { fetch, requests } = answeringFetch(json([]));
    const client = createClient({ ...good, fetch, headers: { 'X-App': 'one' } });
    const headers = { 'x-app': 'two', accept: 'application/vnd.api+json' };
    await client.balances.list({}, { headers });
    expect(Object.fromEntries(requests[0]?.headers ?? [])).toEqual({
      accept: 'application/vnd.api+json',
      authorization: 'APIKey test-key',
      'x-app': 'two',
    });
  });
});

describe('a header Authorization', () => {
  it('is rejected with a key, and sent without one', async () => {
    const { fetch, requests } = answeringFetch(json([]));
    const headers = { Authorization: 'Bearer session' };
    const client = createClient({ ...good, fetch });
    const refusal = 'header "authorization" is not allowed. Use `apiKey: null` to send your own.';
    expect(() => client.with({ headers })).toThrow(refusal);
    await expect(client.balances.list({}, { headers })).rejects.toThrow(refusal);
    expect(requests).toEqual([]);
    await client.with({ apiKey: null, headers }).balances.list();
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer session');
  });
});

describe('middleware', () => {
  it('wraps each attempt, the first outermost', async () => {
    const { fetch, requests } = answeringFetch(json({}, { status: 500 }), json([]));
    const steps: string[] = [];
    const step =
      (name: string): Middleware =>
      async (request, next) => {
        steps.push(`${name} in`);
        request.headers.append('x-steps', name);
        const response = await next(request);
        steps.push(`${name} out ${response.status}`);
        return response;
      };
    await createClient({ ...good, fetch, middleware: [step('a'), step('b')] }).balances.list();
    const once = (status: number) => ['a in', 'b in', `b out ${status}`, `a out ${status}`];
    expect(steps).toEqual([...once(500), ...once(200)]);
    expect(requests.map(({ headers }) => headers.get('x-steps'))).toEqual(['a, b', 'a, b']);
  });

  it('may return a response, send another request, or send it twice', async () => {
    const { fetch, requests } = answeringFetch(json({ id: 'k1' }));
    const client = createClient({ ...good, fetch });
    const answering = client.with({ middleware: async () => json([{ id: 'b1' }]) });
    await expect(answering.balances.list()).resolves.toEqual([{ id: 'b1' }]);
    expect(requests).toEqual([]);
    const elsewhere: Middleware = (request, next) =>
      next(new Request(`${request.url}?debug=1`, request));
    await client.with({ middleware: elsewhere }).apiKeys.rename('k1', 'New');
    const twice: Middleware = async (request, next) => {
      await next(request);
      return next(request);
    };
    await client.with({ middleware: twice }).apiKeys.rename('k1', 'New');
    expect(requests.map(({ url }) => url)).toEqual([
      'https://api.example.com/v1/api-keys/k1?debug=1',
      'https://api.example.com/v1/api-keys/k1',
      'https://api.example.com/v1/api-keys/k1',
    ]);
    expect(await Promise.all(requests.map((request) => request.text()))).toEqual(
      Array(3).fill('{"name":"New"}'),
    );
  });

  it.each(['GET', 'POST'])(
    'ends a %s by the signal of the request that it passes on',
    async (method) => {
      const session = new AbortController();
      const signals: AbortSignal[] = [];
      const client = createClient({
        ...good,
        fetch: (_, { signal }) => {
          signals.push(signal);
          return new Promise(() => {}); // as if the signal were ignored
        },
        middleware: (request, next) => next(new Request(request, { signal: session.signal })),
      });
      const call = failure(client.request(method, '/balances', { retry: 2 }));
      await vi.waitFor(() => expect(signals).toHaveLength(1));
      const reason = new Error('signed out');
      session.abort(reason);
      expect(await call).toBe(reason);
      expect(signals[0]?.aborted).toBe(true);
      expect(await failure(client.request(method, '/balances'))).toBe(reason);
      expect(signals).toHaveLength(1);
    },
  );

  it('may send two requests at once, of which one is lost later', async () => {
    let count = 0;
    const fetch = async () => {
      if (++count % 2) return json([{ id: 'b1' }]);
      await new Promise((resolve) => setTimeout(resolve, 5));
      throw new TypeError('lost');
    };
    const hedged: Middleware = (request, next) =>
      Promise.any([next(request), next(request.clone())]).then(async (response) => {
        await new Promise((resolve) => setTimeout(resolve, 10));
        return response;
      });
    const client = createClient({ ...good, fetch, middleware: hedged, retry: 0 });
    for (let call = 0; call < 3; call++)
      await expect(client.balances.list()).resolves.toEqual([{ id: 'b1' }]);
  });

  it('cannot lead the API key to another origin', async () => {
    const { fetch, requests } = answeringFetch(json([]), json([]));
    const middleware: Middleware = (request, next) =>
      next(new Request(request.url.replace('api.', 'evil.'), request));
    const error = await failure(createClient({ ...good, fetch, middleware }).balances.list());
    expect(error.message).toBe('`middleware` must not lead the API key to another origin.');
    expect(requests).toEqual([]);
    await createClient({ ...good, apiKey: null, fetch, middleware }).balances.list();
    expect(requests.map(({ url }) => url)).toEqual(['https://evil.example.com/v1/balances']);
  });

  it('fails the call with its own error, once', async () => {
    const own = new Error('not on Sundays');
    let times = 0;
    const middleware = () => {
      times++;
      throw own;
    };
    await expect(createClient({ ...good, middleware }).balances.list()).rejects.toBe(own);
    expect(times).toBe(1);
  });

  it('receives a failed connection as a ConnectionError', async () => {
    const names: string[] = [];
    const client = createClient({
      ...good,
      retry: 0,
      fetch: () => Promise.reject(new TypeError('fetch failed')),
      middleware: (request, next) =>
        next(request).catch((error: Error) => {
          names.push(error.name);
          throw error;
        }),
    });
    await expect(client.balances.list()).rejects.toThrow(
      'GET /v1/balances failed: no response (fetch failed). Check the network and the `baseUrl`.',
    );
    expect(names).toEqual(['ConnectionError']);
  });
});

describe('a logger', () => {
  function keep() {
    const lines: string[] = [];
    const at = (level: string) => (line: string) =>
      lines.push(`${level} ${line.replace(/\d+ ms/, 'N ms')}`);
    return { lines, logger: { debug: at('debug'), warn: at('warn') } };
  }

  it('gets a line for each attempt, with the decoded query and the number of rows', async () => {
    const { lines, logger } = keep();
    const { fetch } = answeringFetch(
      json({}, { status: 503, headers: { 'x-request-id': 'r-42' } }),
      () => Promise.reject(new TypeError('gone')),
      json({ result: [{ id: 'b1' }] }),
    );
    const client = createClient({ ...good, fetch, logger });
    await client.balances.list({ where: { name: 'Ä & {b}' } });
    expect(lines).toEqual([
      "debug GET /v1/balances?where=name:'Ä & {b}' 503 in N ms, request id r-42",
      'warn GET /v1/balances failed: 503. Retrying in N ms.',
      "debug GET /v1/balances?where=name:'Ä & {b}' failed in N ms",
      'warn GET /v1/balances failed: no response (gone). Retrying in N ms.',
      "debug GET /v1/balances?where=name:'Ä & {b}' 200 in N ms, 1 row",
    ]);
  });

  it('gets how long an attempt took', async () => {
    const lines: string[] = [];
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const fetch = async () => {
      vi.advanceTimersByTime(25);
      return json({ id: 'k1' });
    };
    const logger = { debug: (line: string) => lines.push(line), warn() {} };
    await createClient({ ...good, fetch, logger }).apiKeys.revoke('k1');
    expect(lines).toEqual(['PUT /v1/api-keys/k1 200 in 25 ms']);
  });

  it('may be the console, and is not used by default', async () => {
    const [debug, warn] = (['debug', 'warn'] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation(() => {}),
    );
    const { fetch } = answeringFetch(json({}, { status: 503 }), json([]));
    await createClient({ ...good, fetch }).balances.list();
    expect(debug).not.toHaveBeenCalled();
    expect(warn).not.toHaveBeenCalled();
    await createClient({ ...good, fetch, logger: console }).balances.list();
    expect(debug).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^GET \/v1\/balances 200 in \d+ ms, 0 rows$/),
    );
  });

  it('that fails does not fail the call', async () => {
    const fail = () => {
      throw new Error('disk full');
    };
    const { fetch } = answeringFetch(json([]));
    const client = createClient({ ...good, fetch, logger: { debug: fail, warn: fail } });
    await expect(client.balances.list()).resolves.toEqual([]);
  });
});

describe('a validator', () => {
  it.each([
    ['that was not called', zodValidator],
    ['that is async', async () => []],
  ])('%s is rejected', async (_, validator) => {
    const { fetch } = answeringFetch(json([]));
    const client = createClient({ ...good, fetch, validator: validator as never });
    await expect(client.balances.list()).rejects.toMatchObject({
      name: 'ConfigurationError',
      message: expect.stringMatching(
        /^`validator` must return an array of issues and must not be async\. Use zodValidator\(\)\.$/,
      ),
    });
  });
});

describe('the global fetch', () => {
  it('is looked up for each attempt, so that a replacement is used', async () => {
    const client = createClient(good);
    const { fetch, requests } = answeringFetch(json([]));
    vi.stubGlobal('fetch', fetch);
    onTestFinished(() => void vi.unstubAllGlobals());
    await client.balances.list();
    expect(requests).toHaveLength(1);
  });
});
