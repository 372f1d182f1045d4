// Reads every transaction, row by row and in batches.
import { createClient } from 'payments-data-client';
import { createMock, sampleData } from 'payments-data-client/mock';

const mock = createMock({ data: sampleData({ accounts: 500, transactions: 2_345 }) });
const client = createClient(mock.clientOptions);

const byStatus: Record<string, number> = {};
for await (const { status } of client.transactions.iterate(
  { include: { status: true } },
  { pageSize: 500 },
)) {
  byStatus[status] = (byStatus[status] ?? 0) + 1;
}
console.log(byStatus.completed, byStatus.failed); // => 1466 293

let batches = 0;
for await (const batch of client.transactions.pages({ where: { status: 'pending' } })) {
  batches++; // process `batch`, an array of at most 100 transactions
  if (batch.length < 100) break; // no further request is sent
}
console.log(batches); // => 3
