// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { mockHandlers } from 'payments-data-client/msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createBackend } from '../../examples/backend.js';
import { BalancesTable } from '../../examples/balances-table/balances-table.js';

const mock = createMock({ baseUrl: '/api', apiKeys: false }); // in place of the backend and the service
const server = setupServer(...mockHandlers(mock));
const client = createClient({ baseUrl: '/api', apiKey: null, retry: { maxDelay: 1 } });

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => mock.reset());
afterEach(() => {
  cleanup();
  server.resetHandlers();
});
afterAll(() => server.close());

function renderTable() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queryClient}>
      <BalancesTable client={client} />
    </QueryClientProvider>,
  );
}

/** The texts of the table's cells, by row. */
const rows = () =>
  [...document.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent));

const fill = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('shows names, amounts and units in alphabetical order', async () => {
  renderTable();
  await waitFor(() => expect(rows()).toHaveLength(24));
  expect(rows()[0]).toEqual(['Ada Lovelace, PTS', '4691.15', 'P']);
});

test('searches by name and filters by type and amount', async () => {
  renderTable();
  await waitFor(() => expect(rows()).toHaveLength(24));
  fill(/Search/, 'EUR');
  await waitFor(() => expect(rows().every(([name]) => name?.includes('EUR'))).toBe(true));
  fill(/Type/, 'main');
  fill(/From/, '5000');
  fill(/^To/, '15000');
  await waitFor(() => expect(rows()).toEqual([['Chiara Rossi, EUR', '10720.80', '€']]));
});

test('shows the chosen columns', async () => {
  renderTable();
  await waitFor(() => expect(rows()).toHaveLength(24));
  fireEvent.click(screen.getByLabelText('name'));
  fireEvent.click(screen.getByLabelText('balance'));
  fireEvent.click(screen.getByLabelText('type'));
  await waitFor(() => expect(rows()[0]).toEqual(['main', 'P']));
  fireEvent.click(screen.getByLabelText('type'));
  await waitFor(() => expect(rows()[0]).toEqual(['P']));
  expect(mock.requests.at(-1)?.include).toEqual({ id: true, unit: { symbol: true } });
});

test('explains an amount that is not a decimal number, and recovers', async () => {
  renderTable();
  await waitFor(() => expect(rows()).toHaveLength(24));
  fill(/From/, '1,000');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('1,000'));
  fill(/From/, '');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('shows the error if the service fails', async () => {
  mock.fail({ path: '/v1/balances', status: 500 });
  renderTable();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('500'));
});

test('works with the backend, and sends no API key to it', async () => {
  const service = createMock();
  const backend = createBackend(service.clientOptions);
  const headers: (string | null)[] = [];
  server.use(
    http.all('/api/*', ({ request }) => {
      headers.push(request.headers.get('Authorization'));
      return backend.fetch(request);
    }),
  );
  renderTable();
  await waitFor(() => expect(rows()).toHaveLength(24));
  expect(headers).toEqual([null]);
  expect(service.requests).toHaveLength(1);
  expect(mock.requests).toEqual([]);
});
