import { createClient } from 'payments-data-client';
import { expect, test } from 'vitest';
import { enteredFiles } from '../fixtures/entered-files.js';

const id = '7c8d2f4e-0b1a-4c3d-9e5f-6a7b8c9d0e1f';
const rows = [{ id, name: 'Main', unit: { id, symbol: '$' } }];
const client = createClient({
  baseUrl: 'https://api.example.com',
  apiKey: 'test-key',
  fetch: async () => new Response(JSON.stringify(rows)),
});
const query = {
  where: { type: 'main', balance: { gte: '100.00' } },
  include: { name: true, unit: { symbol: true } },
} as const;

// How much a reader opens to follow a call. The first call is not counted: it also loads what stays.
test.each([
  ['a list', 16, () => client.balances.list(query)],
  ['all rows', 22, () => client.balances.all({ ...query, orderBy: { created_at: 'asc' } })],
])('%s enters at most %i files', async (_, most, call) => {
  await call().catch(() => undefined);
  const files = await enteredFiles(async () => call().catch(() => undefined));
  expect(files).toContain('http/send.ts');
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(most);
});
