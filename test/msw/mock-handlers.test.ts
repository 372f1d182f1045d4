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
  test('answer a client with the default fetch', async () => {
    const client = createClient({ baseUrl, apiKey });
    const balances = await client.balances.list({
      where: { balance: { lt: '0' } },
      include: { unit: true },
    });
    expect(balances.length).toBeGreaterThan(0);
    expect(mock.requests).toMatchObject([
      { path: '/v1/balances', where: { balance: { lt: '0' } }, status: 200 },
    ]);
    const { id } = mock.apiKeys.create();
    await client.apiKeys.rename(id, 'renamed');
    expect(mock.apiKeys.get(id)?.name).toBe('renamed');
  });

  test('reject anything but a mock', () => {
    expect(() => mockHandlers(createMock as never)).toThrow(
      'mockHandlers: expected the mock that createMock() returns, got a function.',
    );
  });

  test('parse the query as it is sent', async () => {
    const answer = await fetch(
      `${baseUrl}/v1/balances?where={name:'a+%2B%20b'}&include=name:true`,
      {
        headers,
      },
    );
    expect(await answer.json()).toEqual([]);
    expect(mock.requests[0]?.where).toEqual({ name: 'a + b' });
  });

  test('answer an unknown path with 404 and a message', async () => {
    const answer = await fetch(`${baseUrl}/v1/balnces`, { headers });
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { errors: ['The service has no path /v1/balnces. Did you mean `/v1/balances`?'] },
    ]);
    expect((await fetch(`${baseUrl}/else`, { headers })).status).toBe(404);
  });

  test('answer a path that is not UTF-8 as the mock does', async () => {
    for (const path of ['/v1/balances/%ff', '/v1/api-keys/%ff', '/v1/%e4%b']) {
      const [sent, inProcess] = await Promise.all(
        [fetch, mock.fetch].map(async (send) => {
          const response = await send(`${baseUrl}${path}`, { headers });
          return [response.status, await response.json()];
        }),
      );
      expect(sent).toEqual([404, { errors: [expect.stringContaining(path)] }]);
      expect(sent).toEqual(inProcess);
    }
  });

  test('answer for a base URL with a port', async () => {
    const client = createClient({ baseUrl: local.baseUrl, apiKey: local.clientOptions.apiKey });
    expect(await client.balances.list({ take: 1 })).toHaveLength(1);
    expect(mock.requests).toEqual([]);
  });

  test('ignore requests to other URLs', async () => {
    expect(await (await fetch('https://other.example.com/v1/balances')).json()).toBe('elsewhere');
    await expect(fetch('https://api.example.com/v1/balances')).rejects.toThrow();
    expect(mock.requests).toEqual([]);
  });

  test('fail as fetch does for a network fault', async () => {
    mock.fail({ error: 'network' });
    await expect(fetch(`${baseUrl}/v1/balances`, { headers })).rejects.toThrow(TypeError);
  });

  test('do not respond for a timeout fault', async () => {
    mock.fail({ error: 'timeout' });
    const signal = AbortSignal.timeout(50);
    await expect(fetch(`${baseUrl}/v1/balances`, { headers, signal })).rejects.toThrow('timeout');
  });
});
