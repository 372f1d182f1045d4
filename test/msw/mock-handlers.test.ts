import { http } from 'msw';
import { setupServer } from 'msw/node';
import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { mockHandlers } from 'payments-data-client/msw';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const mock = createMock({ baseUrl: 'https://api.example.com/payments' });
const elsewhere = http.get('https://other.example.com/*', () => Response.json('elsewhere'));
const local = createMock({ baseUrl: 'http://localhost:4010' });
const server = setupServer(...mockHandlers(mock), ...mockHandlers(local), elsewhere);
const { baseUrl, apiKey } = mock.clientOptions;
const headers = { Authorization: `APIKey ${apiKey}` };

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());
beforeEach(() => mock.reset());

describe('the handlers of a mock', () => {
  test('answer a client that knows nothing of it', async () => {
    const client = createClient({ baseUrl, apiKey });
    const balances = await client.balances.list({ where: { balance: { lt: '0' } }, include: { unit: true } });
    expect(balances.length).toBeGreaterThan(0);
    expect(mock.requests).toMatchObject([
      { path: '/v1/balances', where: { balance: { lt: '0' } }, status: 200 },
    ]);
    const { id } = mock.apiKeys.create();
    await client.apiKeys.rename(id, 'renamed');
    expect(mock.apiKeys.get(id)?.name).toBe('renamed');
  });

  test('are of a mock, not of what makes one', () => {
    expect(() => mockHandlers(createMock as never)).toThrow(
      'mockHandlers: expected a mock, such as createMock() gives, not a function.',
    );
  });

  test('read the query as it is sent', async () => {
    const answer = await fetch(`${baseUrl}/v1/balances?where={name:'a+%2B%20b'}&include=name:true`, {
      headers,
    });
    expect(await answer.json()).toEqual([]);
    expect(mock.requests[0]?.where).toEqual({ name: 'a + b' });
  });

  test('answer with 404 and words what the service does not have', async () => {
    const answer = await fetch(`${baseUrl}/v1/balnces`, { headers });
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { errors: ['The service has nothing at /v1/balnces. Did you mean `/v1/balances`?'] },
    ]);
    expect((await fetch(`${baseUrl}/else`, { headers })).status).toBe(404);
  });

  test('answer for a base URL with a port', async () => {
    const client = createClient({ baseUrl: local.baseUrl, apiKey: local.clientOptions.apiKey });
    expect(await client.balances.list({ take: 1 })).toHaveLength(1);
    expect(mock.requests).toEqual([]);
  });

  test('let requests elsewhere pass', async () => {
    expect(await (await fetch('https://other.example.com/v1/balances')).json()).toBe('elsewhere');
    await expect(fetch('https://api.example.com/v1/balances')).rejects.toThrow();
    expect(mock.requests).toEqual([]);
  });

  test('fail as the network does where the mock has that fault', async () => {
    mock.fail({ error: 'network' });
    await expect(fetch(`${baseUrl}/v1/balances`, { headers })).rejects.toThrow(TypeError);
  });

  test('say nothing where the mock has a timeout for a fault', async () => {
    mock.fail({ error: 'timeout' });
    const signal = AbortSignal.timeout(50);
    await expect(fetch(`${baseUrl}/v1/balances`, { headers, signal })).rejects.toThrow('timeout');
  });
});
