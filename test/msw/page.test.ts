// @vitest-environment jsdom
import { setupServer } from 'msw/node';
import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { mockHandlers } from 'payments-data-client/msw';
import { afterAll, beforeAll, expect, test } from 'vitest';

const mock = createMock({ baseUrl: '/api', apiKeys: false });
const server = setupServer(...mockHandlers(mock));

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

test('a page with a relative base URL and no API key is tested with MSW', async () => {
  expect(mock.baseUrl).toBe(`${location.origin}/api`);
  const client = createClient({ baseUrl: '/api', apiKey: null });
  expect(await client.balances.list({ take: 2, include: { name: true } })).toHaveLength(2);
  expect(mock.requests).toMatchObject([
    { path: '/v1/balances', include: { name: true }, status: 200 },
  ]);
});

test('the same page is tested in process', async () => {
  const client = createClient({ baseUrl: '/api', apiKey: null, fetch: mock.fetch });
  expect(await client.accounts.list({ take: 1 })).toHaveLength(1);
});

test('a base URL that is neither absolute nor a path is rejected', () => {
  expect(() => createMock({ baseUrl: 'api' })).toThrow(
    'createMock: expected `baseUrl` to be a URL such as https://api.example.com without credentials, query and fragment, got "api".',
  );
});
