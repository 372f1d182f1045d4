// Filters by thousands of ids. The client sends several requests if one URL
// would be too long.
import { createClient } from 'payments-data-client';
import { createMock, sampleData } from 'payments-data-client/mock';

const mock = createMock({ data: sampleData({ accounts: 3_000 }) });
const client = createClient(mock.clientOptions);

const ids = mock.db.balances.all().map(({ id }) => id); // from another system
const balances = await client.balances.all({
  where: { id: { in: ids } },
  include: { balance: true },
});

console.log(balances.length === ids.length); // => true
console.log(mock.requests.length > 1); // => true
