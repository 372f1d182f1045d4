import { QueryClient } from '@tanstack/query-core';
import { setupServer } from 'msw/node';
import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { mockHandlers } from 'payments-data-client/msw';
import { infiniteListQueryOptions, listQueryOptions } from 'payments-data-client/tanstack-query';
import { zodValidator } from 'payments-data-client/validation';

const mock = createMock();
export const server = setupServer(...mockHandlers(mock));
const client = createClient({ ...mock.clientOptions, validator: zodValidator() });

export async function main(): Promise<void> {
  const cache = new QueryClient();
  const options = listQueryOptions(client.balances, { include: { name: true } });
  const rows: { id: string; name: string }[] = await cache.fetchQuery(options);
  const pages = await cache.fetchInfiniteQuery(infiniteListQueryOptions(client.balances));
  const balance: string | undefined = pages.pages[0]?.rows[0]?.balance;
  console.log(rows, balance);
  // @ts-expect-error was not asked for
  rows[0]?.description;
}
