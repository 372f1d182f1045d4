import { createMock } from 'payments-data-client/mock';
import { type MockServer, serveMock } from 'payments-data-client/mock/server';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { control, type RawRequest, sendRaw } from './send.js';

const mock = createMock({ apiKeys: [{ name: 'Test', key: 'the-key-of-the-mock' }] });
const headers = { Authorization: 'APIKey the-key-of-the-mock' };
let server: MockServer;
beforeAll(async () => {
  server = await serveMock(mock, { origins: '*' });
});
afterAll(() => server.close());
beforeEach(() => mock.reset());

const call = (name: string, body?: unknown) => control(server.url, name, body);
const names = () => mock.db.balances.all().map(({ name }) => name);
const id = (digit: number) => `${digit}`.repeat(8).concat('-1111-4111-8111-111111111111');

describe('a control call', () => {
  test('resets the rows, the keys, the faults and the requests', async () => {
    mock.db.balances.insert({ name: 'New' });
    const { id: keyId } = mock.apiKeys.create();
    mock.fail({ status: 503 });
    await fetch(`${server.url}/v1/balances`, { headers });
    expect(await call('POST reset')).toEqual({ status: 200, body: {} });
    expect(names()).not.toContain('New');
    expect(mock.apiKeys.get(keyId)).toBeUndefined();
    expect(mock.requests).toEqual([]);
    expect((await fetch(`${server.url}/v1/balances`, { headers })).status).toBe(200);
  });

  test('clears the requests alone', async () => {
    mock.db.balances.insert({ name: 'New' });
    const { id: keyId } = mock.apiKeys.create();
    mock.fail({ status: 503 });
    await fetch(`${server.url}/v1/balances`, { headers });
    expect(await call('DELETE requests')).toEqual({ status: 200, body: {} });
    expect(mock.requests).toEqual([]);
    expect(names()).toContain('New');
    expect(mock.apiKeys.get(keyId)).toBeDefined();
    expect((await fetch(`${server.url}/v1/balances`, { headers })).status).toBe(503);
    mock.clearRequests();
    expect(mock.requests).toEqual([]);
    expect(names()).toContain('New');
  });

  test.each([
    ['POST reset?only=requests', '`only` is not a parameter. It takes none.'],
    ['POST snapshot?name=a', '`name` is not a parameter. It takes none.'],
    ['GET requests?last=1', '`last` is not a parameter. It takes none.'],
    ['DELETE requests?last=1', '`last` is not a parameter. It takes none.'],
  ])('does nothing for a parameter that it does not have: %s', async (name, problem) => {
    mock.db.balances.insert({ name: 'New' });
    const reset =
      ' It resets the rows, keys, faults and requests. For the requests alone, send DELETE /_mock/requests.';
    const { status, body } = await call(name);
    expect([status, body.errors]).toEqual([
      400,
      [
        `${name.replace(' ', ' /_mock/').replace(/\?.*/, '')}: ${problem}${name.includes('reset') ? reset : ''}`,
      ],
    ]);
    expect(names()).toContain('New');
  });

  test('takes a snapshot, and restores rows and keys, and nothing else', async () => {
    const { status, body: snapshot } = await call('POST snapshot', {});
    expect([status, snapshot]).toEqual([200, { name: expect.stringMatching(/^snapshot-\d+$/) }]);
    mock.db.balances.insert({ name: 'New' });
    mock.fail({ status: 503, path: '/v1/accounts' });
    expect((await fetch(`${server.url}/v1/accounts`, { headers })).status).toBe(503);
    expect(await call('POST restore', snapshot)).toEqual({ status: 200, body: {} });
    expect(names()).not.toContain('New');
    expect(mock.requests).toHaveLength(1);
    expect((await fetch(`${server.url}/v1/accounts`, { headers })).status).toBe(503);
    mock.db.balances.insert({ name: 'New' });
    await call('POST reset');
    expect((await call('POST restore', snapshot)).status).toBe(200);
  });

  test('keeps the last 100 snapshots', async () => {
    const { body: first } = await call('POST snapshot');
    for (let count = 1; count < 100; count++) await call('POST snapshot');
    expect((await call('POST restore', first)).status).toBe(200);
    await call('POST snapshot');
    expect(await call('POST restore', first)).toEqual({
      status: 400,
      body: {
        errors: [
          `POST /_mock/restore: expected \`name\` to be what POST /_mock/snapshot returned, got "${first.name}". The last 100 snapshots are kept.`,
        ],
      },
    });
  });

  test('makes requests fail', async () => {
    const fault = { method: 'GET', path: '/v1/balances', status: 503, times: 1, retryAfter: 2 };
    expect(await call('POST fail', fault)).toEqual({ status: 200, body: {} });
    const failed = await fetch(`${server.url}/v1/balances`, { headers });
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '2']);
    expect((await fetch(`${server.url}/v1/balances`, { headers })).status).toBe(200);
  });

  test('inserts rows in any order, and returns them', async () => {
    const { status, body } = await call('POST data', {
      balances: [{ name: 'Theirs', account_id: id(2), unit_id: id(3) }],
      accounts: [{ id: id(2) }],
      units: [{ id: id(3), symbol: 'XTS' }],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      balances: [{ id: expect.any(String), name: 'Theirs' }],
      accounts: [{ id: id(2) }],
      units: [{ symbol: 'XTS' }],
    });
    expect(names()).toContain('Theirs');
    const rows = await fetch(`${server.url}/v1/balances?where=name:'Theirs'&include=unit:true`, {
      headers,
    });
    expect(await rows.json()).toMatchObject([{ unit: { symbol: 'XTS' } }]);
  });

  test('inserts all rows or none', async () => {
    const before = [mock.db.balances.all(), mock.db.accounts.all()];
    const { status } = await call('POST data', {
      accounts: [{ id: id(2) }],
      balances: [{ name: 'Good' }, { balance: 'much' }],
    });
    expect(status).toBe(400);
    expect([mock.db.balances.all(), mock.db.accounts.all()]).toEqual(before);
  });

  test('reads the requests as `mock.requests` has them, without itself', async () => {
    await fetch(`${server.url}/v1/balances?where=name:'Nobody'&take=3`, { headers });
    const { status, body } = await call('GET requests');
    expect([status, body]).toEqual([200, JSON.parse(JSON.stringify(mock.requests))]);
    expect(body).toMatchObject([
      {
        ...{ method: 'GET', path: '/v1/balances', where: { name: 'Nobody' }, take: 3 },
        ...{ state: 'answered', status: 200, rows: 0, headers: { authorization: '[redacted]' } },
        explanation: expect.arrayContaining([expect.any(String)]),
      },
    ]);
    expect(JSON.stringify(body)).not.toContain('the-key-of-the-mock');
  });

  test.each(['GET', 'HEAD'])(
    'says with %s that the mock is ready, without a header',
    async (method) => {
      const { status, headers, text } = await sendRaw(server.url, '/_mock/ready', { method });
      expect([status, text]).toEqual([200, method === 'GET' ? '{}' : '']);
      expect(headers['content-type']).toBe('application/json');
    },
  );

  const many = 'a'.repeat(8 * 1024 * 1024 - 40);
  test('takes a body of 8 MiB, and no larger one', async () => {
    const rows = { balances: [{ name: many }] };
    expect((await call('POST data', rows)).status).toBe(200);
    expect(await call('POST data', { ...rows, accounts: ['a'.repeat(99)] })).toEqual({
      status: 413,
      body: {
        errors: [
          'POST /_mock/data: the body is larger than 8 MiB. Send the rows in several calls.',
        ],
      },
    });
  });

  test.each(
    Object.entries({
      'POST reset { "rows": true }':
        'expected no body, got an object. It resets the rows, keys, faults and requests. For the requests alone, send DELETE /_mock/requests.',
      'POST snapshot "mine"': 'expected no body, got "mine".',
      'POST restore {}':
        'expected `name` to be what POST /_mock/snapshot returned, got undefined. The last 100 snapshots are kept.',
      'POST restore { "name": 3 }': 'expected `name` to be the name of a snapshot, got 3.',
      'POST restore { "name": "__proto__" }':
        'expected `name` to be what POST /_mock/snapshot returned, got "__proto__". The last 100 snapshots are kept.',
      'POST restore { "nmae": "a" }':
        '`nmae` is not an option. Did you mean `name`? The options are name.',
      'POST restore "a"': 'expected an options object, got "a".',
      'POST fail { "status": "503" }':
        'expected `status` to be a status from 200 to 599, got "503".',
      'POST data { "balances": [{}, { "balance": 1 }] }':
        "balances[1].balance: expected a decimal string such as '100.00', got 1.",
    }),
  )('says what is wrong with %s', async (request, problem) => {
    const [, name = '', body = ''] = /^(\w+ \w+) (.*)$/.exec(request) ?? [];
    const errors = [`${name.replace(' ', ' /_mock/')}: ${problem}`];
    expect(await call(name, JSON.parse(body))).toEqual({ status: 400, body: { errors } });
  });

  test('rejects rows of an unknown resource', async () => {
    const { status, body } = await call('POST data', { balance: [] });
    expect(status).toBe(400);
    expect(body.errors[0]).toMatch(/^POST \/_mock\/data: .*`?balance`?.*`balances`/);
  });

  test.each<[string, RawRequest, number, string]>([
    [
      '/_mock/rest',
      { method: 'POST' },
      404,
      'POST /_mock/rest: the mock has no such path. Did you mean `/_mock/reset`?',
    ],
    [
      '/_mock',
      {},
      404,
      'GET /_mock: the mock has no such path. The paths are /_mock/ready, /_mock/requests, /_mock/reset, /_mock/snapshot, /_mock/restore, /_mock/fail, /_mock/data.',
    ],
    ['/_mock/reset', {}, 405, 'GET /_mock/reset: the method is not allowed. Send a POST.'],
    [
      '/_mock/requests',
      { method: 'PUT' },
      405,
      'PUT /_mock/requests: the method is not allowed. Send a GET or DELETE.',
    ],
    [
      '/_mock/ready',
      { method: 'DELETE' },
      405,
      'DELETE /_mock/ready: the method is not allowed. Send a GET.',
    ],
    [
      '/_mock/reset',
      { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' },
      415,
      'POST /_mock/reset: the body must be JSON. Send `Content-Type: application/json`.',
    ],
    [
      '/_mock/fail',
      { method: 'POST', headers: { 'content-type': 'application/jsonp' }, body: '{}' },
      415,
      'POST /_mock/fail: the body must be JSON. Send `Content-Type: application/json`.',
    ],
    [
      '/_mock/fail',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' },
      400,
      expect.stringMatching(/^POST \/_mock\/fail: the body is not valid JSON: .+\.$/),
    ],
    [
      '/_mock/fail',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: Buffer.from('{"path":"é"}', 'latin1'),
      },
      400,
      'POST /_mock/fail: the body is not valid JSON: it is not UTF-8.',
    ],
  ])('says what is wrong with a request to %s', async (path, init, status, message) => {
    const sent = await sendRaw(server.url, path, {
      ...init,
      headers: { 'x-mock-control': '1', ...init.headers },
    });
    expect([sent.status, sent.text && JSON.parse(sent.text)]).toEqual([
      status,
      message && { errors: [message] },
    ]);
  });

  test('never repeats a key in a message', async () => {
    const { body } = await call('POST fail', { path: '/v1/the-key-of-the-mock' });
    expect(body.errors[0]).toContain('[redacted]');
    expect(body.errors[0]).not.toContain('the-key-of-the-mock');
  });
});

/** Sends each call as a web page or a program could, and says what is answered. */
async function answers(
  changes: RawRequest & { headers: Record<string, string> },
  url = server.url,
) {
  const seen = new Set<string>();
  for (const call of ['GET requests', 'POST reset', 'POST snapshot', 'POST fail', 'POST data']) {
    const [method = '', name] = call.split(' ');
    const { status, headers, text } = await sendRaw(url, `/_mock/${name}`, {
      method,
      body: method === 'POST' ? '{}' : '',
      ...changes,
      headers: { 'x-mock-control': '1', 'content-type': 'application/json', ...changes.headers },
    });
    const cors = Object.keys(headers).filter((header) => header.startsWith('access-control-'));
    const [error = ''] = JSON.parse(text).errors ?? [];
    seen.add(`${status}${error.replace(/^\w+ \/_mock\/\w+:/, '')}${cors}`);
  }
  return [...seen];
}

describe('a control call is rejected [decision 45]', () => {
  const FOREIGN = '403 web pages of other sites may not control the mock.';

  test.each([{}, { 'x-mock-control': '0' }, { 'x-mock-control': 'true' }])(
    'without the header X-Mock-Control: 1 (%j)',
    async (changed) => {
      const headers = { 'x-mock-control': '', ...changed };
      expect(await answers({ headers })).toEqual(['403 send the header `X-Mock-Control: 1`.']);
    },
  );

  test.each(['https://evil.example', 'http://127.0.0.1:1', 'http://localhost', 'null', 'nonsense'])(
    'from a page of %s, whatever `origins` says',
    async (origin) => {
      expect(await answers({ headers: { origin } })).toEqual([
        `403 web pages of ${origin} may not control the mock.`,
      ]);
    },
  );

  test.each(['xn--a', 'localhost:99999'])(
    'from a page without an origin at the host %s, which no URL can have',
    async (host) => {
      expect(await answers({ headers: { host, origin: 'null' } })).toEqual([
        '403 web pages of null may not control the mock.',
      ]);
    },
  );

  test.each(['cross-site', 'same-site', 'none'])('with Sec-Fetch-Site: %s', async (site) => {
    expect(await answers({ headers: { 'sec-fetch-site': site } })).toEqual([FOREIGN]);
  });

  test.each([
    'evil.example',
    'evil.example:4010',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'test.example',
    'mock.tests',
    'xtest.example',
    'internal.example:80',
    '.test',
    'a..test',
    'evil.example/.test',
    'evil.example,mock.test',
    '127.0.0.1:4010@evil.example',
    'localhost.',
    '127.1',
    '[evil.example]',
    '[::1',
  ])('for the host %j, even with the matching Origin', async (host) => {
    expect(await answers({ headers: { host, origin: `http://${host}` } })).toEqual([
      `403 the Host header is ${JSON.stringify(host)}. Use localhost, an IP address, a name without a dot, or one that ends with .localhost, .internal, .local or .test. To allow another name, pass it in \`allowedHosts\` of serveMock(), or with --allowed-host.`,
    ]);
  });

  test.each(['/_mock/reset', '/_mock/ready', '/_mock', '/_mock/nothing', '/_mock?x'])(
    'as a preflight request: OPTIONS %s',
    async (path) => {
      for (const origin of ['http://localhost:3000', server.url, 'https://app.example']) {
        const { status, headers, text } = await sendRaw(server.url, path, {
          method: 'OPTIONS',
          headers: {
            Origin: origin,
            'Access-Control-Request-Method': 'POST',
            'Access-Control-Request-Headers': 'x-mock-control',
            'Access-Control-Request-Private-Network': 'true',
          },
        });
        expect(status).toBe(403);
        expect(text).toContain('may not control the mock.');
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual(
          [],
        );
      }
    },
  );

  test.each([
    '//_mock/reset',
    '/_MOCK/reset',
    '/%5Fmock/reset',
    '/_mock%2freset',
    '/v1/../_mock/reset',
    '/./_mock/reset',
    '\\_mock/reset',
    'http://127.0.0.1/_mock/reset',
  ])('under another spelling of its path: %s', async (path) => {
    mock.db.balances.insert({ name: 'Still there' });
    const { status } = await sendRaw(server.url, path, {
      method: 'POST',
      headers: { 'x-mock-control': '1', ...headers },
    });
    expect([400, 404]).toContain(status);
    expect(names()).toContain('Still there');
  });

  test('with `control: false`: there is no such path', async () => {
    const { url, close } = await serveMock(mock, { control: false });
    onTestFinished(close);
    for (const path of ['/_mock/ready', '/_mock/reset'])
      expect((await sendRaw(url, path, { headers })).status).toBe(404);
  });
});

describe('a control call is accepted', () => {
  test.each([
    '127.0.0.1:4010',
    'localhost:4010',
    'LOCALHOST',
    'app.localhost',
    '[::1]:4010',
    '10.0.0.5',
    'mock:4010',
    'my-mock',
    'host.docker.internal:4010',
    'host.testcontainers.internal',
    'mock.default.svc.cluster.local:80',
    'laptop.local',
    'Mock.Test',
  ])('for the host %s, with and without its Origin', async (host) => {
    expect(await answers({ headers: { host } })).toEqual(['200']);
    const origin = `http://${host.toLowerCase()}`;
    const headers = { host, origin, 'sec-fetch-site': 'same-origin' };
    expect(await answers({ headers })).toEqual(['200']);
  });

  test('for a host of `allowedHosts`', async () => {
    const { url, close } = await serveMock(mock, { allowedHosts: ['mock.example'] });
    onTestFinished(close);
    expect(await answers({ headers: { host: 'Mock.Example:80' } }, url)).toEqual(['200']);
    expect(await answers({ headers: { host: 'x.mock.example' } }, url)).toEqual([
      expect.stringContaining('403 the Host header is "x.mock.example".'),
    ]);
  });
});
