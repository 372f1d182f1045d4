// Tests your own code with the mock: no port, no network, no patched globals.
// Install first: npm install vitest
import { type Client, createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { beforeEach, expect, test } from 'vitest';

/** The code under test: returns the names of overdrawn balances. */
async function overdrawnBalances(client: Client): Promise<string[]> {
  const rows = await client.balances.list({ where: { balance: { lt: 0 } } });
  return rows.map(({ name }) => name);
}

const mock = createMock({ data: {} });
const client = createClient(mock.clientOptions);
beforeEach(() => mock.reset());

test('names the balances below zero', async () => {
  mock.db.balances.insert([
    { name: 'Rent', balance: '-0.01' },
    { name: 'Savings', balance: '300.00' },
  ]);
  expect(await overdrawnBalances(client)).toEqual(['Rent']);
});

test('retries if the service is unavailable', async () => {
  mock.fail({ status: 503, retryAfter: 0, times: 1 });
  expect(await overdrawnBalances(client)).toEqual([]);
  expect(mock.requests.map(({ status }) => status)).toEqual([503, 200]);
});
