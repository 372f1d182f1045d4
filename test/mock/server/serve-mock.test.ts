import { request } from 'node:http';
import { connect } from 'node:net';
import { createMock } from 'payments-data-client/mock';
import { type MockServer, type ServedRequest, serveMock } from 'payments-data-client/mock/server';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';

const mock = createMock();
const reported: ServedRequest[] = [];
let server: MockServer;
const { apiKey } = mock.clientOptions;
const headers = { Authorization: `APIKey ${apiKey}` };

beforeAll(async () => {
  server = await serveMock(mock, { onRequest: (one) => reported.push(one) });
});
afterAll(() => server.close());
beforeEach(() => {
  mock.reset();
  reported.length = 0;
});

describe('a mock on a port', () => {
  test('gives the same responses as the mock in process', async () => {
    const path = '/v1/balances?where=balance:{lt:0}&include=name:true,unit:{symbol:true}';
    const [served, inProcess] = await Promise.all([
      fetch(`${server.url}${path}`, { headers }),
      mock.fetch(`${mock.baseUrl}${path}`, { headers }),
    ]);
    expect(await served.json()).toEqual(await inProcess.json());
    expect(served.headers.get('content-type')).toBe('application/json');
  });

  test('changes keys', async () => {
    const { id } = mock.apiKeys.create({ name: 'old' });
    const init = { method: 'PUT', headers: { ...headers, 'Content-Type': 'application/json' } };
    const renamed = await fetch(`${server.url}/v1/api-keys/${id}`, {
      ...init,
      body: '{"name":"new"}',
    });
    expect(await renamed.json()).toEqual({ id, name: 'new', status: 'active' });
    const gone = await fetch(`${server.url}/v1/api-keys/${id}`, { method: 'DELETE', headers });
    expect([gone.status, await gone.text()]).toEqual([204, '']);
    expect(mock.apiKeys.get(id)).toBeUndefined();
  });

  test('listens on 127.0.0.1 and a free port by default', async () => {
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
    expect(server.port).toBeGreaterThan(0);
  });

  /**
   * Which origin a server lets read its responses: to a preflight request, and to the request
   * itself.
   */
  async function allowed(origin: string, url = server.url) {
    const preflight = await fetch(`${url}/v1/balances`, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'authorization,x-trace',
      },
    });
    const response = await fetch(`${url}/v1/balances?take=1`, {
      headers: { ...headers, Origin: origin },
    });
    expect([response.status, response.headers.get('vary')]).toEqual([200, 'Origin']);
    return [preflight, response].map((one) => one.headers.get('access-control-allow-origin'));
  }

  test.each([
    'http://localhost',
    'http://localhost:5173',
    'https://127.0.0.1:8443',
    'http://[::1]:3000',
  ])('lets pages of %s read responses', async (origin) => {
    expect(await allowed(origin)).toEqual([origin, origin]);
    const preflight = await fetch(`${server.url}/v1/balances`, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'authorization,x-trace',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization,x-trace');
    expect(preflight.headers.get('access-control-allow-methods')).toBe(
      'GET, POST, PUT, PATCH, DELETE',
    );
    const rejected = await fetch(`${server.url}/v1/balances`, { headers: { Origin: origin } });
    expect([rejected.status, rejected.headers.get('access-control-allow-origin')]).toEqual([
      401,
      origin,
    ]);
  });

  test.each([
    'https://app.example',
    'http://localhost.evil.example',
    'http://evil.example#http://localhost',
    'http://127.0.0.1.evil.example:80',
    'http://127.0.0.2',
    'null',
  ])('lets no page of %s read responses, and says so', async (origin) => {
    reported.length = 0;
    expect(await allowed(origin)).toEqual([null, null]);
    expect(reported[0]).toMatchObject({
      method: 'OPTIONS',
      status: 403,
      problem: `Browser pages of ${origin} may not read the mock. Allow them with the option \`origins\`, or with --origin.`,
    });
  });

  test('lets pages of the given origins read responses, or of any origin', async () => {
    const some = await serveMock(mock, { origins: ['https://app.example'] });
    expect(await allowed('https://app.example', some.url)).toEqual([
      'https://app.example',
      'https://app.example',
    ]);
    expect(await allowed('https://other.example', some.url)).toEqual([null, null]);
    expect(await allowed('http://localhost:5173', some.url)).toEqual([
      'http://localhost:5173',
      'http://localhost:5173',
    ]);
    await some.close();
    const any = await serveMock(mock, { origins: '*' });
    expect(await allowed('https://app.example', any.url)).toEqual([
      'https://app.example',
      'https://app.example',
    ]);
    await any.close();
  });

  test('does not serve other OPTIONS requests [decision 29]', async () => {
    expect((await fetch(`${server.url}/v1/balances`, { method: 'OPTIONS', headers })).status).toBe(
      405,
    );
  });

  test('rejects a URL that is longer than the dialect says with a message [decision 55]', async () => {
    const long = await fetch(`${server.url}/v1/balances?where=name:'${'a'.repeat(7_900)}'`, {
      headers,
    });
    expect(long.status).toBe(200);
    const tooLong = await fetch(
      `${server.url}/v1/balances?where=name:'${'a'.repeat(1024 * 1024)}'`,
      {
        headers,
      },
    );
    const problem = 'The URL has more than 8000 bytes (`dialect.maxUrlLength`).';
    expect([tooLong.status, await tooLong.json()]).toEqual([414, { errors: [problem] }]);
    expect(reported.at(-1)).toMatchObject({ status: 414, problem });
  });

  test('measures the URL on its port, and not that of the mock [decision 55]', async () => {
    const baseUrl = `https://${'long.'.repeat(20)}example`;
    const path = '/v1/balances?take=1';
    const statuses = [0, 1].map(async (missing) => {
      const maxUrlLength = `http://127.0.0.1:12345${path}`.length - missing;
      const mock = createMock({ baseUrl, apiKeys: false, dialect: { maxUrlLength } });
      const { url, close } = await serveMock(mock);
      const { status } = await fetch(url + path.padEnd(path.length + 22 - url.length, '&'));
      await close();
      return status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 414]);
  });

  test('rejects a body past 1 MiB with a message [decision 3]', async () => {
    const answer = await fetch(`${server.url}/v1/api-keys/x`, {
      method: 'PUT',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: 'a'.repeat(3 * 1024 * 1024),
    });
    expect([answer.status, await answer.json()]).toEqual([
      413,
      { errors: ['The body is larger than 1 MiB.'] },
    ]);
  });

  test('checks the API key before the body', async () => {
    const answer = await fetch(`${server.url}/v1/api-keys/x`, {
      method: 'PUT',
      body: 'a'.repeat(2 ** 21),
    });
    expect(answer.status).toBe(401);
  });

  test('breaks the connection for a network fault', async () => {
    mock.fail({ error: 'network', times: 1 });
    await expect(fetch(`${server.url}/v1/balances`, { headers })).rejects.toThrow('fetch failed');
    expect(reported).toMatchObject([{ method: 'GET', target: '/v1/balances' }]);
    expect(reported[0]).not.toHaveProperty('status');
    expect((await fetch(`${server.url}/v1/balances`, { headers })).status).toBe(200);
  });

  test('does not respond for a timeout fault', async () => {
    mock.fail({ error: 'timeout' });
    const signal = AbortSignal.timeout(100);
    await expect(fetch(`${server.url}/v1/balances`, { headers, signal })).rejects.toThrow(
      'timeout',
    );
  });

  test('sends each of several cookies', async () => {
    const routes = {
      'GET /v1/session': () =>
        new Response('{}', {
          headers: [
            ['set-cookie', 'a=1'],
            ['set-cookie', 'b=2'],
          ],
        }),
    };
    const mock = createMock({ routes });
    const server = await serveMock(mock);
    onTestFinished(server.close);
    const { headers } = await fetch(`${server.url}/v1/session`, {
      headers: { authorization: `APIKey ${mock.clientOptions.apiKey}` },
    });
    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  test('reports each request, without its headers', async () => {
    const target = '/v1/balances?take=1';
    await fetch(`${server.url}${target}`, { headers });
    await expect
      .poll(() => reported)
      .toContainEqual({ method: 'GET', target, status: 200, milliseconds: expect.any(Number) });
    expect(JSON.stringify(reported)).not.toContain(apiKey);
  });

  test.each([
    ['text that is not HTTP', 'nonsense', 'Not a valid HTTP request.'],
    [
      'a URL without a host',
      'GET // HTTP/1.1\r\nHost: x',
      'The method or the URL of the request is not valid.',
    ],
    [
      'a URL with an invalid host',
      'GET http://[ HTTP/1.1\r\nHost: x',
      'The method or the URL of the request is not valid.',
    ],
    [
      'TRACE',
      'TRACE /v1/balances HTTP/1.1\r\nHost: x',
      'The method or the URL of the request is not valid.',
    ],
  ])('rejects %s with a message', async (_, head, message) => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(server.port, '127.0.0.1', () => socket.write(`${head}\r\n\r\n`));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('end', () => resolve(text)).on('error', reject);
    });
    expect(answer).toContain('HTTP/1.1 400 Bad Request');
    expect(answer).toContain(`{"errors":["${message}"]}`);
  });

  test('rejects methods that fetch does not allow', async () => {
    const status = await new Promise((resolve, reject) => {
      request(`${server.url}/v1/balances`, { method: 'PURGE', headers }, ({ statusCode }) =>
        resolve(statusCode),
      )
        .on('error', reject)
        .end();
    });
    expect(status).toBe(405);
  });

  test('rejects unknown options', async () => {
    // @ts-expect-error `prot` is not an option
    await expect(serveMock(mock, { prot: 4010 })).rejects.toThrow(
      'serveMock: `prot` is not an option. Did you mean `port`? The options are port, host, onRequest, origins, plugins.',
    );
  });

  test('rejects anything but plugins, and names the call of a function that returns one', async () => {
    const { inspector } = await import('payments-data-client/inspector');
    // @ts-expect-error the function was not called
    await expect(serveMock(mock, { plugins: [inspector(), inspector] })).rejects.toThrow(
      'serveMock: expected `plugins[1]` to be a plugin such as inspector(), got a function. Call it: inspector().',
    );
    await expect(serveMock(mock, { plugins: [null as never] })).rejects.toThrow(
      'serveMock: expected `plugins[0]` to be a plugin such as inspector(), got null.',
    );
    // @ts-expect-error it is no array
    await expect(serveMock(mock, { plugins: inspector() })).rejects.toThrow(
      'serveMock: expected `plugins` to be an array of plugins, got an object.',
    );
  });

  test('rejects anything but a mock', async () => {
    // @ts-expect-error the options are not the mock
    await expect(serveMock({ port: 0 })).rejects.toThrow(
      'serveMock: expected the mock that createMock() returns, got an object.',
    );
    // @ts-expect-error the function was not called
    await expect(serveMock(createMock)).rejects.toThrow('got a function.');
  });

  test('can be closed more than once', async () => {
    const other = await serveMock(mock);
    await Promise.all([other.close(), other.close()]);
    await expect(other.close()).resolves.toBeUndefined();
  });

  test('closes at once, even during a request', async () => {
    const slow = createMock({ latency: 60_000 });
    const other = await serveMock(slow);
    const pending = fetch(`${other.url}/v1/balances`).catch((error: unknown) => error);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await other.close();
    expect(await pending).toBeInstanceOf(TypeError);
  });
});
