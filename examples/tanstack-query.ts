// Caches a query and invalidates it after a change. Hooks such as useQuery take
// the same options.
// Install first: npm install @tanstack/query-core
import { QueryClient } from '@tanstack/query-core';
import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import {
  listQueryOptions,
  queryKeys,
} from 'payments-data-client/tanstack-query';

const mock = createMock();
const client = createClient(mock.clientOptions);
const queries = { staleTime: 60_000 };
const queryClient = new QueryClient({ defaultOptions: { queries } });

const mainBalances = listQueryOptions(client.balances, {
  where: { type: 'main' },
  include: { name: true, balance: true },
});
await queryClient.fetchQuery(mainBalances);
await queryClient.fetchQuery(mainBalances); // from the cache
console.log(mock.requests.length); // => 1

const queryKey = queryKeys.resource(client.balances);
await queryClient.invalidateQueries({ queryKey });
const [first] = await queryClient.fetchQuery(mainBalances);
console.log(first?.balance, mock.requests.length); // => 3285.39 2
