import { inspector } from 'payments-data-client/inspector';
import { createMock, type Mock } from 'payments-data-client/mock';
import { type ServedRequest, type ServeOptions, serveMock } from 'payments-data-client/mock/server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sendRaw } from './send.js';

/** Every path and method that a page of a web site could send after DNS rebinding. */
const targets = [
  ...[
    'GET /v1/balances',
    'GET /v1/units',
    'HEAD /v1/balances',
    'POST /v1/balances',
    'GET /',
    'GET /nothing',
  ],
  ...[
    'OPTIONS /v1/balances',
    'DELETE /v1/api-keys/x',
    'GET //v1/balances',
    'GET http://x/v1/balances',
  ],
];

/** What a request with a host and the key of a mock is answered. */
async function serve(
  mock: Pick<Mock, 'service' | 'reset' | 'clearRequests' | 'snapshot' | 'restore'>,
  options: ServeOptions = {},
) {
  const served: ServedRequest[] = [];
  const { url, close } = await serveMock(mock, {
    onRequest: (request) => served.push(request),
    ...options,
  });
  onTestFinished(close);
  const send = async (target: string, host: string, key?: string | null) => {
    const [method = '', path = ''] = target.split(' ');
    const authorization = key ? { authorization: `APIKey ${key}` } : {};
    const preflight = method === 'OPTIONS' ? { 'access-control-request-method': 'GET' } : {};
    const origin = `http://${host}`;
    return sendRaw(url, path, {
      method,
      headers: { host, origin, ...authorization, ...preflight },
    });
  };
  return { send, served };
}

const problem = (host: string) =>
  `The request was rejected, because the Host header is "${host}". Use localhost, an IP address, a name without a dot, or one that ends with .localhost, .internal, .local or .test. To allow another name, pass it in \`allowedHosts\` of serveMock(), or with --allowed-host.`;

describe('a mock that everybody can read accepts only names that cannot be public', () => {
  const ownKey = [{ name: 'Own', key: 'a-key-of-my-own' }];

  test.each<[string, () => Mock<never, string | null>]>([
    ['with its default key', () => createMock() as never],
    ['without keys', () => createMock({ apiKeys: false }) as never],
    [
      'with a generated key beside an own one',
      () => createMock({ apiKeys: [...ownKey, { name: 'Other' }] }) as never,
    ],
    [
      'with a key that was created later',
      () => {
        const mock = createMock({ apiKeys: ownKey });
        mock.apiKeys.create({ name: 'Later' });
        return mock as never;
      },
    ],
  ])('%s', async (_, create) => {
    const mock = create();
    const { apiKey } = mock.clientOptions;
    const { send, served } = await serve(mock, { origins: '*', plugins: [inspector()] });
    for (const target of targets) {
      const { status, headers, text } = await send(target, 'evil.example:4010', apiKey);
      expect([target, status]).toEqual([target, 403]);
      if (!target.startsWith('HEAD'))
        expect(JSON.parse(text)).toEqual({ errors: [problem('evil.example:4010')] });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    expect(mock.requests).toEqual([]);
    expect(served.map(({ status }) => status)).toEqual(targets.map(() => 403));
    for (const host of [
      '127.0.0.1',
      'localhost:80',
      '[::1]:1',
      'mock',
      'host.docker.internal',
      'mock.test',
    ])
      expect((await send('GET /v1/balances', host, apiKey)).status).toBe(200);
  });

  test('and names that its user allows', async () => {
    const mock = createMock();
    const { apiKey } = mock.clientOptions;
    const { send } = await serve(mock, { allowedHosts: ['mock.example'] });
    const statuses = ['mock.example', 'MOCK.example:80', 'x.mock.example', 'mock.example.org'].map(
      async (host) => (await send('GET /v1/balances', host, apiKey)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 200, 403, 403]);
  });

  test('but with keys of its user alone, rows are served under any name, and /_mock is not', async () => {
    const mock = createMock({ apiKeys: ownKey });
    const { send } = await serve(mock);
    expect((await send('GET /v1/balances', 'mock.example', 'a-key-of-my-own')).status).toBe(200);
    expect((await send('GET /v1/balances', 'mock.example')).status).toBe(401);
    expect((await send('GET /_mock/ready', 'mock.example')).status).toBe(403);
    const { id } = mock.apiKeys.create();
    expect((await send('GET /v1/balances', 'mock.example', 'a-key-of-my-own')).status).toBe(403);
    mock.service.keys.delete(id);
    expect((await send('GET /v1/balances', 'mock.example', 'a-key-of-my-own')).status).toBe(200);
  });
});

test('a recorded request has at most 16 kB of a path, of a query and of all headers', async () => {
  const mock = createMock();
  const { send } = await serve(mock);
  const long = 'x'.repeat(200_000);
  await send(`GET /v1/${long}?where=${long}`, 'localhost');
  const headers = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`x-${index}`, 'y'.repeat(1_000)]),
  );
  await mock.fetch(`${mock.baseUrl}/v1/balances`, { headers: { ...headers, 'x-large': long } });
  const [onPort, inProcess] = mock.requests;
  expect([onPort?.path.length, onPort?.search.length]).toEqual([16_385, 16_385]);
  expect([onPort?.path.at(-1), onPort?.search.at(-1)]).toEqual(['…', '…']);
  const size = JSON.stringify(inProcess?.headers).length;
  expect([size > 15_000, size < 17_000]).toEqual([true, true]);
});
