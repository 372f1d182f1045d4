import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { expect, test } from 'vitest';
import { countByStatus, exportPending } from '../../examples/pagination.js';

/** A service that returns at most 10 rows, which the client does not know. */
const mock = createMock({ data: {}, dialect: { pageSize: { default: 10, max: 10 } } });
mock.db.transactions.insert(
  Array.from({ length: 35 }, (_, index) => ({ status: index < 23 ? 'pending' : 'completed' })),
);
const client = createClient(mock.clientOptions);

test('counts and exports every transaction of a service that caps its pages at 10 rows', async () => {
  expect(await countByStatus(client)).toEqual({ pending: 23, completed: 12 });
  const ids: string[] = [];
  await exportPending(client, (batch) => ids.push(...batch));
  expect([ids.length, new Set(ids).size]).toEqual([23, 23]);
});
