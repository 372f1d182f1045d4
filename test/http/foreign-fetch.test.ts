import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type Client, createClient, type Fetch } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { EnvHttpProxyAgent, fetch as undiciFetch } from 'undici';
import { describe, expect, it } from 'vitest';
import { json } from '../fixtures/answering-fetch.js';
import { failure } from '../fixtures/failure.js';
import { answer, hostileServer } from '../fixtures/hostile-server.js';

const good = { baseUrl: 'https://api.example.com', apiKey: 'test-key' };

/** What `fetch` is called with, as a wrapper sees it. */
async function callsOf(act: (client: Client) => Promise<unknown>) {
  const calls: [url: unknown, init: Parameters<Fetch>[1]][] = [];
  const fetch: Fetch = async (url, init) => {
    calls.push([url, init]);
    return json([]);
  };
  await act(createClient({ ...good, headers: { 'X-Tenant': 't1' }, fetch }));
  return calls;
}

describe('a custom fetch', () => {
  it('is called with a URL and an object of text [decision 66]', async () => {
    const act = (client: Client) => client.balances.list({ where: { type: 'main' } });
    const [[url, init] = []] = await callsOf(act);
    expect(url).toBe('https://api.example.com/v1/balances?where=type:%27main%27');
    expect(init).toEqual({
      method: 'GET',
      headers: { accept: 'application/json', 'x-tenant': 't1', authorization: 'APIKey test-key' },
      signal: expect.any(AbortSignal),
      redirect: 'manual',
    });
    expect(Object.getPrototypeOf(init?.headers)).toBe(Object.prototype);
  });

  it('may return nothing but a status, headers and bytes', async () => {
    const bytes = new TextEncoder().encode('[{"id":"b1"}]').buffer;
    const response = { status: 200, headers: new Headers(), arrayBuffer: async () => bytes };
    const client = createClient({ ...good, fetch: async () => response });
    await expect(client.balances.list()).resolves.toEqual([{ id: 'b1' }]);
  });

  it.each([
    [Object.create(null), 'no response (an empty object)'],
    [{ message: 'no route', code: 5 }, 'no response (no route)'],
    [undefined, 'no response (undefined)'],
    [Symbol('x'), 'no response (Symbol(x))'],
  ])('may throw anything: %#', async (thrown, reason) => {
    const client = createClient({ ...good, retry: 0, fetch: () => Promise.reject(thrown) });
    expect((await failure(client.balances.list())).message).toContain(reason);
  });

  it('is called with the method and the body of a change', async () => {
    const calls = await callsOf(async (client) => {
      await client.request('POST', '/transactions', { body: { at: new Date(0) } });
      await client.apiKeys.delete('k1');
    });
    expect(calls.map(([, { method, body }]) => [method, body])).toEqual([
      ['POST', '{"at":"1970-01-01T00:00:00.000Z"}'],
      ['DELETE', undefined],
    ]);
    expect(calls.map(([, { headers }]) => headers['content-type'])).toEqual(
      Array(2).fill('application/json'),
    );
  });

  it('is called with the same behind middleware, without its own redirects', async () => {
    let seen: Parameters<Fetch> | undefined;
    const client = createClient({
      ...good,
      middleware: (request, next) => {
        request.headers.set('x-trace', 't1');
        return next(request);
      },
      fetch: async (...call) => {
        seen = call;
        return json({});
      },
    });
    await client.apiKeys.rename('k1', 'New');
    expect(seen).toEqual([
      'https://api.example.com/v1/api-keys/k1',
      {
        method: 'PUT',
        headers: {
          accept: 'application/json',
          authorization: 'APIKey test-key',
          'content-type': 'application/json',
          'x-trace': 't1',
        },
        body: '{"name":"New"}',
        signal: expect.any(AbortSignal),
        redirect: 'manual',
      },
    ]);
  });

  it('is called without `this`, as browsers require', async () => {
    const fetch = async function (this: unknown) {
      expect(this).toBeUndefined();
      return json([]);
    };
    await createClient({ ...good, fetch }).balances.list();
  });

  it('may read the URL', async () => {
    const { baseUrl } = await hostileServer(answer(200, [{ id: 'b1' }]));
    const wrappers: Record<string, Fetch> = {
      'new URL': (input, init) => fetch(new URL(input), init),
      'new Request': (input, init) => fetch(new Request(input, init)),
      'String and a spread': (input, init) =>
        fetch(String(input), { ...init, headers: { ...init.headers, 'x-trace': 't1' } }),
      'new Headers': (input, init) => fetch(input, { ...init, headers: new Headers(init.headers) }),
    };
    for (const [name, wrapper] of Object.entries(wrappers)) {
      const client = createClient({ baseUrl, apiKey: 'test-key', fetch: wrapper });
      await expect(client.balances.list(), name).resolves.toEqual([{ id: 'b1' }]);
    }
  });

  it('may spread the headers of the mock', async () => {
    const mock = createMock();
    const fetch: Fetch = (input, init) =>
      mock.fetch(input, { ...init, headers: { ...init.headers, 'x-trace': 't1' } });
    const client = createClient({ ...mock.clientOptions, fetch });
    await expect(client.balances.list({ take: 1 })).resolves.toHaveLength(1);
  });

  it('may send through the proxy that HTTP_PROXY names', async () => {
    const { baseUrl } = await hostileServer(answer(200, [{ id: 'b1' }]));
    const targets: string[] = [];
    const tunnel = createServer().on('connect', ({ url = '' }, socket) => {
      targets.push(url);
      const upstream = connect(Number(url.split(':')[1]), '127.0.0.1');
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    await once(tunnel.listen(0, '127.0.0.1'), 'listening');
    const { port } = tunnel.address() as AddressInfo; // it listens on TCP
    const dispatcher = new EnvHttpProxyAgent({ httpProxy: `http://127.0.0.1:${port}` });
    const fetch: Fetch = (url, init) => undiciFetch(url, { ...init, dispatcher });
    const client = createClient({ baseUrl, apiKey: 'test-key', fetch });
    await expect(client.balances.list()).resolves.toEqual([{ id: 'b1' }]);
    expect(targets).toEqual([new URL(baseUrl).host]);
    await dispatcher.destroy();
    tunnel.close();
  });

  it('may be of another realm, with classes and streams of its own', async () => {
    // As node-fetch does it: its own headers, a Node stream as a body, and no `Request` of Node.
    const bytes = new TextEncoder().encode('[{"id":"b1"}]');
    const foreign: Fetch = async (url, { headers, ...init }) => {
      if (typeof url !== 'string' || init.method !== 'GET') throw new TypeError('Invalid URL');
      if (headers.authorization !== 'APIKey test-key') throw new TypeError('no key');
      const named = new Map([
        ['content-type', 'application/json'],
        ['x-request-id', 'r1'],
      ]);
      return {
        status: 200,
        headers: {
          get: (name: string) => named.get(name) ?? null,
          forEach: (callback: (value: string, name: string) => void) => named.forEach(callback),
        },
        body: createServer(),
        arrayBuffer: async () => bytes.buffer,
      };
    };
    const lines: string[] = [];
    const logger = { debug: (line: string) => lines.push(line), warn() {} };
    const client = createClient({ ...good, fetch: foreign, logger });
    await expect(client.balances.list()).resolves.toEqual([{ id: 'b1' }]);
    expect(lines).toEqual([
      expect.stringMatching(/^GET \/v1\/balances 200 in \d+ ms, 1 row, request id r1$/),
    ]);
  });
});
