// Reads every transaction, row by row and in batches.
import { type Client, createClient } from 'payments-data-client';
import { createMock, sampleData } from 'payments-data-client/mock';

/** Counts by status. A page is requested when the loop needs it. */
export async function countByStatus(client: Client) {
  const counts: Record<string, number> = {};
  const include = { status: true } as const;
  for await (const { status } of client.transactions.iterate({ include }))
    counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Passes the ids of pending transactions on in batches. */
export async function exportPending(
  client: Client,
  save: (ids: string[]) => void,
) {
  const where = { status: 'pending' };
  const batches = client.transactions.pages({ where }, { pageSize: 100 });
  for await (const batch of batches) save(batch.map(({ id }) => id));
}

const data = sampleData({ accounts: 500, transactions: 2_345 });
const client = createClient(createMock({ data }).clientOptions);

const counts = await countByStatus(client);
console.log(counts.completed, counts.failed); // => 1466 293

let exported = 0;
await exportPending(client, (ids) => {
  exported += ids.length;
});
console.log(exported); // => 293
