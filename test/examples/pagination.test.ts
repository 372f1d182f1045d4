import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { expect, test } from 'vitest';
import { countByStatus, exportPending } from '../../examples/pagination.js';

const mock = createMock({ data: {} });
mock.db.transactions.insert(
  Array.from({ length: 35 }, (_, index) => ({ status: index < 23 ? 'pending' : 'completed' })),
);

/** A service that returns at most 10 rows, whatever `take` asks for. */
const client = createClient({
  ...mock.clientOptions,
  fetch: (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    url.searchParams.set('take', `${Math.min(10, Number(url.searchParams.get('take') ?? 10))}`);
    return mock.fetch(new Request(url, request));
  },
});

test('counts every transaction of a service that caps its pages at 10 rows', async () => {
  expect(await countByStatus(client)).toEqual({ pending: 23, completed: 12 });
});

test('exports every transaction of a service that caps its pages at 10 rows', async () => {
  const batches: string[][] = [];
  await exportPending(client, (ids) => batches.push(ids));
  expect(batches.map(({ length }) => length)).toEqual([10, 10, 3]);
  expect(new Set(batches.flat()).size).toBe(23);
});
