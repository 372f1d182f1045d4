// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { createClient, type ListMethod } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { Repository } from '../../examples/own-code/repository.js';
import { ResourceTable } from '../../examples/own-code/resource-table.js';

const mock = createMock();
const client = createClient(mock.clientOptions);
afterEach(cleanup);

const show = (table: ReactElement) =>
  render(<QueryClientProvider client={new QueryClient()}>{table}</QueryClientProvider>);

describe('the table for any resource', () => {
  test('shows the balances that match, with their units', async () => {
    show(
      <ResourceTable
        resource={client.balances}
        include={{ name: true, unit: { symbol: true } }}
        where={{ name: { like: 'House treasury, USD' } }}
        rowKey={({ id }) => id}
        columns={[
          { title: 'Name', cell: ({ name }) => name },
          { title: 'Unit', cell: ({ unit }) => unit.symbol },
        ]}
      />,
    );
    const cell = await screen.findByText('House treasury, USD');
    expect(cell.parentElement?.textContent).toBe('House treasury, USD$');
    expect(mock.requests.at(-1)?.take).toBe(100);
  });

  test('shows accounts', async () => {
    show(
      <ResourceTable
        resource={client.accounts}
        include={{ identifier: true }}
        where={{ status: 'active' }}
        rowKey={({ id }) => id}
        columns={[{ title: 'Identifier', cell: ({ identifier }) => identifier }]}
      />,
    );
    expect((await screen.findAllByText(/^customer-/)).length).toBeGreaterThan(5);
  });

  test('rejects a stub at run time, with the reason', () => {
    const stub: ListMethod<'balances'> = { list: async () => [] };
    const table = (
      <ResourceTable
        resource={stub}
        include={{ name: true }}
        where={{}}
        rowKey={({ id }) => id}
        columns={[]}
      />
    );
    expect(() => show(table)).toThrow(
      'expected a resource of a client, such as `client.balances`, got an object. A stub has no cache key: use a client of createMock().',
    );
  });

  test('takes only fields of its resource, and what its include names', () => {
    const props = { rowKey: ({ id }: { id: string }) => id, columns: [], where: {} };
    return [
      // @ts-expect-error accounts have no name
      <ResourceTable key="1" resource={client.accounts} include={{ name: true }} {...props} />,
      <ResourceTable
        key="2"
        resource={client.accounts}
        include={{ status: true }}
        {...props}
        // @ts-expect-error the include does not name the identifier
        columns={[{ title: 'x', cell: ({ identifier }) => identifier }]}
      />,
    ];
  });
});

describe('the repository for any resource', () => {
  test('returns undefined if no row matches', async () => {
    const balances = new Repository(client, 'balances');
    expect(await balances.first({ name: 'absent' }, { name: true })).toBeUndefined();
    // @ts-expect-error accounts have no name
    expect(() => new Repository(client, 'accounts').find({ name: 'x' })).rejects.toThrow('`name`');
  });
});
