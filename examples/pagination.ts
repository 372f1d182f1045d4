// Reads every transaction, row by row and in batches.
import { type Client, createClient } from 'payments-data-client';
import { createMock, sampleData } from 'payments-data-client/mock';

/** Counts transactions by status. The client requests the next page when the loop needs it. */
export async function countByStatus(client: Client): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for await (const { status } of client.transactions.iterate({ include: { status: true } })) {
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

/** Passes the ids of pending transactions on in batches. A batch may be smaller than `pageSize`, so read to the end. */
export async function exportPending(client: Client, save: (ids: string[]) => void): Promise<void> {
  for await (const batch of client.transactions.pages(
    { where: { status: 'pending' } },
    { pageSize: 100 },
  )) {
    save(batch.map(({ id }) => id));
  }
}

const mock = createMock({ data: sampleData({ accounts: 500, transactions: 2_345 }) });
const client = createClient(mock.clientOptions);

const counts = await countByStatus(client);
console.log(counts.completed, counts.failed); // => 1466 293

const sizes: number[] = [];
await exportPending(client, (ids) => sizes.push(ids.length));
console.log(sizes); // => [ 100, 100, 93 ]
