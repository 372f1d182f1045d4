import { type Client, createClient, isNotFoundError, isRateLimitError } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { beforeEach, expect, test } from 'vitest';
import { createBackend } from '../../examples/backend.js';

const mock = createMock();
const backend = createBackend(mock.clientOptions);
const page = createClient({
  baseUrl: 'https://app.example.com/api',
  apiKey: null,
  fetch: async (input, init) => backend.fetch(new Request(input, init)),
});
beforeEach(() => mock.reset());

test('a page reads every resource through the backend', async () => {
  const [balance] = await page.balances.list({ take: 1 });
  expect(await page.balances.get(balance?.id ?? '')).toEqual(balance);
  expect(await page.accounts.list()).toHaveLength(mock.db.accounts.all().length);
  expect(await page.transactions.list()).toHaveLength(mock.db.transactions.all().length);
  expect(await page.transactionLines.list()).toHaveLength(mock.db.transactionLines.all().length);
});

test('a page waits as long as the service asks', async () => {
  mock.fail({ path: '/v1/accounts', status: 429, retryAfter: 3, times: 1 });
  const error = await page.accounts.list({}, { retry: 0 }).catch((thrown: unknown) => thrown);
  expect(isRateLimitError(error) && error.retryAfter).toBe(3);
});

test('a page sees the status and the message of the service', async () => {
  const errorOf = (client: Client) => client.balances.get('unknown').catch((thrown: unknown) => thrown);
  const error = await errorOf(page);
  const expected = await errorOf(createClient(mock.clientOptions));
  if (!isNotFoundError(error) || !isNotFoundError(expected)) throw error;
  expect(error.body).toEqual(expected.body);
  expect(error.message).toBe(expected.message);
});

test('the backend forwards no other path, and no other method', async () => {
  for (const path of ['/v1/api-keys/1', '/v1/balances/1/2', '/v1/units', '/v1/balances/..%2fapi-keys'])
    expect((await backend.request(`/api${path}`)).status, path).toBe(404);
  expect((await backend.request('/api/v1/balances', { method: 'PUT' })).status).toBe(404);
  expect(mock.requests).toEqual([]);
});
