import { request } from 'node:http';
import { connect } from 'node:net';
import { createClient } from 'payments-data-client';
import { inspector } from 'payments-data-client/inspector';
import { createMock } from 'payments-data-client/mock';
import { type MockServer, type ServedRequest, serveMock } from 'payments-data-client/mock/server';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { sendRaw } from './send.js';

const mock = createMock();
const reported: ServedRequest[] = [];
let server: MockServer;
const { apiKey } = mock.clientOptions;
const headers = { Authorization: `APIKey ${apiKey}` };

beforeAll(async () => {
  server = await serveMock(mock, { onRequest: (served) => reported.push(served) });
});
afterAll(() => server.close());
beforeEach(() => {
  mock.reset();
  reported.length = 0;
});

describe('a mock on a port', () => {
  test.each([
    ['GET', '/v1/balances'],
    ['GET', '/v1/balances?where=balance:{lt:0}&include=name:true,unit:{symbol:true}'],
    ['GET', '/v1/balances?order_by=name:desc&take=2&skip=1'],
    ['GET', "/v1/balances?where=name:'Caf%C3%A9'"],
    ['GET', '/v1/balances?where=nmae:1'],
    ['GET', '/v1/balances/'],
    ['GET', '//v1/balances'],
    ['GET', '//x/v1/balances'],
    ['GET', '/v1//balances'],
    ['GET', '/'],
    ['GET', '/v1/../v1/balances?take=1'],
    ['GET', '/v1/%zz'],
    ['HEAD', '/v1/balances?take=2'],
    ['HEAD', '/v1/balances?where=nmae:1'],
    ['POST', '/v1/balances'],
    ['DELETE', '/v1/api-keys/x'],
  ])('answers as in process: %s %s', async (method, path) => {
    const served = await sendRaw(server.url, path, { method, headers });
    const inProcess = await mock.fetch(mock.baseUrl + path, { method, headers });
    expect([served.status, served.text]).toEqual([inProcess.status, await inProcess.text()]);
    expect(served.headers['content-type']).toBe(inProcess.headers.get('content-type'));
    const [onPort, other] = mock.requests.map(({ method, path, search, status, problem, rows }) => {
      return { method, path, search, status, problem, rows };
    });
    expect(onPort).toEqual(other);
  });

  test('works for a client, and changes keys', async () => {
    const client = createClient({ baseUrl: server.url, apiKey, retry: 0 });
    expect(await client.balances.list({ take: 2 })).toHaveLength(2);
    const { id } = mock.apiKeys.create({ name: 'old' });
    await client.apiKeys.rename(id, 'new');
    expect(mock.apiKeys.get(id)?.name).toBe('new');
    await client.apiKeys.delete(id);
    expect(mock.apiKeys.get(id)).toBeUndefined();
  });

  test.each([
    ['0.0.0.0', '127.0.0.1'],
    ['::', '[::1]'],
    ['0', '127.0.0.1'],
    ['localhost', 'localhost'],
    ['::1', '[::1]'],
  ])('on %s has a URL that can be opened', async (host, name) => {
    const other = await serveMock(mock, { host });
    onTestFinished(() => other.close());
    expect(other.url).toBe(`http://${name}:${other.port}`);
    expect((await fetch(`${other.url}/_mock/ready`)).status).toBe(200);
  });

  test('answers HEAD as GET, without a body', async () => {
    const inspected = await serveMock(mock, { plugins: [inspector()] });
    onTestFinished(() => inspected.close());
    for (const path of ['/v1/balances?take=2', '/', '/_mock/requests', '/v1/nothing']) {
      const [get, head] = await Promise.all(
        ['GET', 'HEAD'].map((method) =>
          sendRaw(inspected.url, path, { method, headers: { ...headers, 'x-mock-control': '1' } }),
        ),
      );
      expect([head?.status, head?.text]).toEqual([get?.status, '']);
      expect(head?.headers['content-type']).toBe(get?.headers['content-type']);
    }
  });

  test('listens on 127.0.0.1 and a free port by default', async () => {
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
    expect(server.port).toBeGreaterThan(0);
  });

  test('measures the URL on its port, and not that of the mock [decision 55]', async () => {
    const path = '/v1/balances?take=1';
    for (const [missing, status] of [
      [0, 200],
      [1, 414],
    ] as const) {
      const maxUrlLength = `http://127.0.0.1:12345${path}`.length - missing;
      const baseUrl = `https://${'long.'.repeat(20)}example`;
      const own = createMock({ baseUrl, apiKeys: false, dialect: { maxUrlLength } });
      const { url, close } = await serveMock(own);
      const padded = path.padEnd(path.length + 22 - url.length, '&');
      expect((await fetch(url + padded)).status).toBe(status);
      await close();
    }
  });

  test('rejects a body past 1 MiB, and an unknown key before that [decision 3]', async () => {
    const put = (more: object) =>
      fetch(`${server.url}/v1/api-keys/x`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json', ...more },
        body: 'a'.repeat(3 * 1024 * 1024),
      });
    const answer = await put(headers);
    expect([answer.status, await answer.json()]).toEqual([
      413,
      { errors: ['The body is larger than 1 MiB.'] },
    ]);
    expect((await put({})).status).toBe(401);
  });

  test.each([
    ['text that is not HTTP', 'nonsense', 400, 'Not a valid HTTP request (HPE_INVALID_METHOD).'],
    [
      'text in a URL as curl sends it',
      "GET /v1/balances?where=name:'Caf\u00c3\u00a9' HTTP/1.1\r\nHost: x",
      400,
      'The URL is not percent-encoded. With curl, use --get and --data-urlencode.',
    ],
    [
      'a URL with a host',
      'GET http://x/v1/balances HTTP/1.1\r\nHost: x',
      400,
      'The URL of the request is not a path.',
    ],
    ['no path', 'OPTIONS * HTTP/1.1\r\nHost: x', 400, 'The URL of the request is not a path.'],
    ['TRACE', 'TRACE /v1/balances HTTP/1.1\r\nHost: x', 401, 'The request has no API key.'],
  ])('rejects %s with a message', async (_, head, status, message) => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(server.port, '127.0.0.1', () =>
        socket.write(`${head}\r\nConnection: close\r\n\r\n`, 'latin1'),
      );
      socket
        .setEncoding('utf8')
        .toArray()
        .then((parts) => resolve(parts.join('')), reject);
    });
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(answer).toContain(`{"errors":["${message}`);
  });
});

describe('faults', () => {
  test('break the connection for a network fault', async () => {
    mock.fail({ error: 'network', times: 1 });
    await expect(fetch(`${server.url}/v1/balances`, { headers })).rejects.toThrow('fetch failed');
    await expect.poll(() => reported).toMatchObject([{ method: 'GET', path: '/v1/balances' }]);
    expect(reported[0]).not.toHaveProperty('status');
    expect(mock.requests).toMatchObject([{ state: 'failed' }]);
    expect((await fetch(`${server.url}/v1/balances`, { headers })).status).toBe(200);
  });
});

describe('web pages', () => {
  /** Which origin may read responses: to a preflight request, and to the request itself. */
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
    const isAllowed = preflight.status === 204;
    expect(preflight.headers.get('access-control-allow-headers')).toBe(
      isAllowed ? 'authorization,x-trace' : null,
    );
    return [preflight, response].map(({ headers }) => headers.get('access-control-allow-origin'));
  }

  test.each([
    'http://localhost',
    'http://tenant.localhost:3000',
    'https://a.b.localhost',
    'http://localhost:5173',
    'https://127.0.0.1:8443',
    'http://[::1]:3000',
  ])('of %s may read responses, also of rejections', async (origin) => {
    expect(await allowed(origin)).toEqual([origin, origin]);
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
  ])('of %s may not, and the server says so', async (origin) => {
    expect(await allowed(origin)).toEqual([null, null]);
    expect(reported[0]).toMatchObject({
      method: 'OPTIONS',
      path: '/v1/balances',
      status: 403,
      problem: `Web pages of ${origin} may not read the mock. Allow them with the option \`origins\`, or with --origin.`,
    });
  });

  test('of the option `origins` may read responses, or of any origin', async () => {
    const [app, other] = ['https://app.example', 'https://other.example'];
    const shells = [
      ...['capacitor://localhost', 'ionic://localhost', 'tauri://localhost'],
      'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
    ];
    const own = await serveMock(mock, { origins: [app, ...shells] });
    for (const shell of shells) expect(await allowed(shell, own.url)).toEqual([shell, shell]);
    expect(await allowed(app, own.url)).toEqual([app, app]);
    expect(await allowed(other, own.url)).toEqual([null, null]);
    await own.close();
    const any = await serveMock(mock, { origins: '*' });
    expect(await allowed(other, any.url)).toEqual([other, other]);
    await any.close();
  });
});

describe('serveMock', () => {
  test('reports each request without its headers, with its rows and why there are none', async () => {
    await fetch(`${server.url}/v1/balances?take=1`, { headers });
    await fetch(`${server.url}/v1/balances?where=name:'Nobody'`, { headers });
    await expect
      .poll(() => reported)
      .toMatchObject([
        { method: 'GET', path: '/v1/balances', search: '?take=1', status: 200, rows: 1 },
        {
          search: '?where=name:%27Nobody%27',
          rows: 0,
          explanation: expect.arrayContaining([expect.any(String)]),
        },
      ]);
    expect(reported[0]?.total).toBe(mock.db.balances.all().length);
    expect(JSON.stringify(reported)).not.toContain(apiKey);
  });

  test('rejects unknown options and wrong values', async () => {
    // @ts-expect-error `prot` is not an option
    await expect(serveMock(mock, { prot: 4010 })).rejects.toThrow(
      'serveMock: `prot` is not an option. Did you mean `port`? The options are port, host, control, allowedHosts, origins, plugins, onRequest.',
    );
    await expect(serveMock(mock, { allowedHosts: ['mock.example:4010'] })).rejects.toThrow(
      'serveMock: expected `allowedHosts` to be an array of host names without a port, got an array.',
    );
    for (const origin of ['app.example', 'https://app.example/', 'file://x', 'null', 'ionic:', 5])
      await expect(
        serveMock(mock, { origins: ['https://app.example', origin as string] }),
      ).rejects.toThrow(
        `serveMock: expected \`origins[1]\` to be an origin such as https://app.example or capacitor://localhost, got ${JSON.stringify(origin)}.`,
      );
    await expect(serveMock(mock, { origins: 'https://app.example' as '*' })).rejects.toThrow(
      'serveMock: expected `origins` to be an array of origins such as https://app.example, or \'*\', got "https://app.example".',
    );
    await expect(serveMock(mock, { control: false, plugins: [inspector()] })).rejects.toThrow(
      'serveMock: `plugins` need the calls below /_mock. Leave out `control: false`.',
    );
    // @ts-expect-error the function was not called
    await expect(serveMock(mock, { plugins: [inspector(), inspector] })).rejects.toThrow(
      'serveMock: expected `plugins` to be an array of plugins such as [inspector()], got an array.',
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

  test('passes the error on if it cannot listen', async () => {
    await expect(serveMock(mock, { port: server.port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });

  test('can be closed more than once, also during a request', async () => {
    const slow = createMock({ latency: 60_000 });
    const own = await serveMock(slow);
    const pending = new Promise((resolve) =>
      request(`${own.url}/v1/balances`).on('error', resolve).end(),
    );
    await expect.poll(() => slow.requests).toHaveLength(1);
    await Promise.all([own.close(), own.close()]);
    await expect(own.close()).resolves.toBeUndefined();
    expect(await pending).toBeInstanceOf(Error);
    await expect.poll(() => slow.requests[0]?.state).toBe('aborted');
  });
});
