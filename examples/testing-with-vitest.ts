// A test of one's own code against the mock: no port, no network, no patching.
import { type Client, createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { beforeEach, expect, test } from 'vitest';

/** The code that is tested: the names of the balances that someone should look at. */
async function alarming(client: Client): Promise<string[]> {
  const rows = await client.balances.list({ where: { balance: { lt: 0 } }, include: { name: true } });
  return rows.map(({ name }) => name);
}

const mock = createMock({ data: {} });
const client = createClient({ ...mock.clientOptions, retry: { maxDelay: 1 } });
beforeEach(() => mock.reset());

test('names the balances below zero', async () => {
  mock.db.balances.insert([
    { name: 'Rent', balance: '-0.01' },
    { name: 'Savings', balance: '300.00' },
  ]);
  expect(await alarming(client)).toEqual(['Rent']);
});

test('survives a service that fails for a moment', async () => {
  mock.fail({ path: '/v1/balances', status: 503, times: 1 });
  expect(await alarming(client)).toEqual([]);
  expect(mock.requests.map(({ status }) => status)).toEqual([503, 200]);
});
