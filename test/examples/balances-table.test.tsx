// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { BalancesTable } from '../../examples/balances-table/balances-table.js';
import { createPageProxy } from '../../examples/balances-table/page-proxy.js';
import { pageSchema } from '../../examples/balances-table/page-schema.js';

const service = createMock();
const accountIds = service.db.accounts.all().map(({ id }) => id);
const [graceHopper] = service.db.balances.all().filter(({ name }) => name === 'Grace Hopper, EUR');
const sessions = new Map([
  ['everyone', { accountIds }],
  ['grace', { accountIds: [graceHopper?.account_id ?? ''] }],
]);
const proxy = createPageProxy(service.clientOptions, sessions);

/** The requests that the page sent. */
const sent: Request[] = [];
const server = setupServer(
  http.all('/api/*', ({ request }) => {
    sent.push(request);
    return proxy.fetch(request);
  }),
);
const client = createClient({
  baseUrl: '/api',
  apiKey: null,
  schema: pageSchema,
  retry: { maxDelay: 1 },
});

const logIn = (session: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = `session=${session}`;
};

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  service.reset();
  sent.length = 0;
  logIn('everyone');
});
afterEach(cleanup);
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
  [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  );

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
  expect(new URL(sent.at(-1)?.url ?? '').searchParams.get('include')).toBe(
    'id:true,unit:{symbol:true}',
  );
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
  service.fail({ path: '/v1/balances', status: 500 });
  renderTable();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('502'));
});

test('shows each session its own balances, and sends the API key only to the service', async () => {
  logIn('grace');
  renderTable();
  await waitFor(() => expect(rows()).toEqual([['Grace Hopper, EUR', '19165.72', '€']]));
  expect(sent.map(({ headers }) => headers.get('Authorization'))).toEqual([null]);
  expect(service.requests.map(({ status }) => status)).toEqual([200]);
});

test('finds nothing of another session, whatever it searches for', async () => {
  logIn('grace');
  renderTable();
  await waitFor(() => expect(rows()).toHaveLength(1));
  fill(/Search/, 'Chiara Rossi');
  await waitFor(() => expect(rows()).toEqual([]));
});

test('shows an error to a visitor who is not logged in', async () => {
  logIn('nobody');
  renderTable();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('401'));
  expect(service.requests).toEqual([]);
});
