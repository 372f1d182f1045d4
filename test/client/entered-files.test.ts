import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { expect, test } from 'vitest';
import { enteredFiles } from '../fixtures/entered-files.js';
import { enteredFiles as limits } from '../limits.js';

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

test('a list enters few files', async () => {
  const files = await filesOf(() => client.balances.list(query));
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(limits.list);
});

test('all() enters the files of pagination', async () => {
  for (const order of [orderBy, { name: 'asc' }] as const) {
    const files = await filesOf(() =>
      client.balances.all({ ...query, orderBy: order }, { pageSize: 3 }),
    );
    console.log(`all() by ${Object.keys(order)} enters ${files.length} files`);
  }
});

/** How much a reader opens to follow a call. */
async function filesOf(call: () => Promise<unknown[]>): Promise<string[]> {
  expect(await call()).not.toEqual([]);
  const files = await enteredFiles(call);
  expect(files).toContain('http/send.ts');
  return files;
}
