import { setupServer } from 'msw/node';
import { createClient } from 'payments-data-client';
import { createMock, type MockFetch } from 'payments-data-client/mock';
import { serveMock } from 'payments-data-client/mock/server';
import { mockHandlers } from 'payments-data-client/msw';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const mock = createMock({
  routes: {
    'POST /v1/payments': async (request, { db }) => {
      const { account_id, amount } = (await request.json()) as {
        account_id: string;
        amount: number;
      };
      const transaction = db.transactions.insert({
        status: 'pending',
        lines: [{ account_id, amount }],
      });
      return Response.json(transaction, {
        status: 201,
        headers: { Location: `/v1/payments/${transaction.id}` },
      });
    },
    'GET /v1/payments/:id': (_, { db, params }) =>
      Response.json(db.transactions.get(params.id ?? '') ?? null, {
        headers: { 'X-Id': params.id ?? '' },
      }),
    'PUT /payments/:id': (_, { params }) => Response.json(params),
    'DELETE /v1/balances/:id': (_, { db, params }) =>
      new Response(null, { status: db.balances.delete(params.id ?? '') ? 204 : 404 }),
    'GET /v1/units': () => Response.json([]),
    'PATCH /v1/failing': () => {
      throw new Error('out of order');
    },
    'PUT /v1/failing': () => 'text' as never,
    'POST /v1.x': (request) => Response.json({ path: new URL(request.url).pathname }),
  },
});
const { apiKey, baseUrl } = mock.clientOptions;
const intercepted = setupServer(...mockHandlers(mock));
const server = await serveMock(mock);
const channels: [string, string, MockFetch][] = [
  ['in process', baseUrl, mock.fetch],
  ['through MSW', baseUrl, (...args) => fetch(...args)],
  ['on a port', server.url, (...args) => fetch(...args)],
];

beforeAll(() => intercepted.listen({ onUnhandledRequest: 'bypass' }));
beforeEach(() => mock.reset());
afterAll(async () => {
  intercepted.close();
  await server.close();
});

describe.each(channels)('routes %s', (_, url, send) => {
  const client = createClient({ baseUrl: url, apiKey, fetch: send, retry: 0 });
  const ask = async (method: string, path: string, init: RequestInit = {}) => {
    const headers = { Authorization: `APIKey ${apiKey}` };
    const response = await send(`${url}${path}`, { method, headers, ...init });
    const text = await response.text();
    return [response.status, text && JSON.parse(text)];
  };

  test('have the path of `client.request` if it only looks like the version', async () => {
    expect(await client.request('POST', '/v1.x')).toEqual({ path: '/v1/v1.x' });
  });

  test('create rows that the client then reads', async () => {
    const [account] = await client.accounts.list({ take: 1 });
    const body = { account_id: account?.id, amount: -5 };
    const created = (await client.request('POST', '/payments', { body })) as { id: string };
    expect(created).toMatchObject({ status: 'pending' });
    const where = { id: created.id };
    expect(
      await client.transactions.list({ where, include: { lines: { amount: true } } }),
    ).toMatchObject([{ id: created.id, lines: [{ amount: -5 }] }]);
    expect(await client.request('GET', `/payments/${created.id}`)).toMatchObject(where);
    expect(mock.requests[1]).toMatchObject({ method: 'POST', path: '/v1/payments', status: 201 });
  });

  test('keep their status and their headers', async () => {
    const headers = { Authorization: `APIKey ${apiKey}` };
    const response = await send(`${url}/v1/payments/a%20b`, { headers });
    expect([response.status, response.headers.get('x-id'), await response.json()]).toEqual([
      200,
      'a b',
      null,
    ]);
    expect(await ask('GET', '/v1/payments/%ff')).toEqual([404, { errors: [expect.anything()] }]);
  });

  test('add methods to paths of the schema, and take precedence', async () => {
    const [balance] = mock.db.balances.all();
    expect(await ask('DELETE', `/v1/balances/${balance?.id}`)).toEqual([204, '']);
    expect(await ask('GET', `/v1/balances/${balance?.id}`)).toEqual([404, expect.anything()]);
    expect(await ask('GET', '/v1/units')).toEqual([200, []]);
  });

  test('may leave out /v1, as requests do', async () => {
    expect(await client.request('PUT', '/payments/7')).toEqual({ id: '7' });
    expect(await ask('PUT', '/v1/payments/7')).toEqual([200, { id: '7' }]);
    expect(await ask('PUT', '/payments/7')).toEqual([404, expect.anything()]);
  });

  test('need an API key, and allow no other methods', async () => {
    expect(await ask('POST', '/v1/payments', { headers: {}, body: '{}' })).toEqual([
      401,
      expect.anything(),
    ]);
    expect(await ask('PUT', '/v1/payments')).toEqual([
      405,
      { errors: ['PUT is not allowed on /v1/payments. Allowed: POST.'] },
    ]);
    expect(await ask('POST', '/v1/paymnets', { body: '{}' })).toEqual([
      404,
      { errors: ['The service has no path /v1/paymnets. Did you mean `/v1/payments`?'] },
    ]);
  });

  test('that fail are responses with status 500', async () => {
    expect(await ask('PATCH', '/v1/failing')).toEqual([
      500,
      { errors: ["The route 'PATCH /v1/failing' of createMock() failed: out of order"] },
    ]);
    expect(await ask('PUT', '/v1/failing')).toEqual([
      500,
      {
        errors: [
          'The route \'PUT /v1/failing\' of createMock() must return a Response, got "text".',
        ],
      },
    ]);
  });

  test('do not get a body above the limit', async () => {
    const body = JSON.stringify({ amount: 'x'.repeat(2 ** 20) });
    expect(await ask('POST', '/v1/payments', { body })).toEqual([
      413,
      { errors: ['The body is larger than 1 MiB.'] },
    ]);
  });

  test('fail with mock.fail, and then do nothing', async () => {
    mock.fail({ method: 'POST', path: '/v1/payments', status: 503, times: 1 });
    mock.fail({ path: '/v1/payments/*', status: 418 });
    const before = mock.db.transactions.all().length;
    expect(await ask('POST', '/v1/payments', { body: '{}' })).toEqual([503, expect.anything()]);
    expect(await ask('GET', '/v1/payments/1')).toEqual([418, expect.anything()]);
    expect(mock.db.transactions.all()).toHaveLength(before);
    expect(mock.requests.map(({ path, status }) => [path, status])).toEqual([
      ['/v1/payments', 503],
      ['/v1/payments/1', 418],
    ]);
  });
});

test.each([
  [{ '/v1/payments': () => new Response() }, '\'POST /v1/payments\', got "/v1/payments".'],
  [{ 'post /v1/payments': () => new Response() }, 'got "post /v1/payments".'],
  [{ 'POST payments': () => new Response() }, 'got "POST payments".'],
  [{ 'POST /v1/payments?x': () => new Response() }, 'got "POST /v1/payments?x".'],
  [
    { 'POST /v1/payments': {} },
    "expected the route 'POST /v1/payments' to be a function, got an empty object.",
  ],
])('%o is rejected as routes', (routes, message) => {
  expect(() => createMock({ routes: routes as never })).toThrow(message);
});
