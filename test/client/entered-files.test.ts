import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { expect, test } from 'vitest';
import { enteredFiles } from '../fixtures/entered-files.js';

const mock = createMock();
const recorded = new Map<string, string>();
const client = createClient({
  ...mock.clientOptions,
  fetch: async (url, init) => {
    const body = recorded.get(url) ?? (await (await mock.fetch(url, init)).text());
    recorded.set(url, body); // the second call does not enter the mock
    return new Response(body);
  },
});
const query = {
  where: { type: 'main', balance: { gte: '100.00' } },
  include: { name: true, unit: { symbol: true } },
} as const;
const orderBy = { created_at: 'asc' } as const;

// How much a reader opens to follow a call.
test.each<[string, number, () => Promise<unknown[]>]>([
  ['a list', 16, () => client.balances.list(query)],
  ['all rows', 22, () => client.balances.all({ ...query, orderBy }, { pageSize: 3 })],
  ['all rows by name', 22, () => client.balances.all({ ...query, orderBy: { name: 'asc' } })],
])('%s enters at most %i files', async (_, most, call) => {
  expect(await call()).not.toEqual([]);
  const files = await enteredFiles(call);
  expect(files).toContain('http/send.ts');
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(most);
});
