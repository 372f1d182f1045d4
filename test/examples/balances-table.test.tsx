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
const [hopper] = service.db.balances.all().filter(({ name }) => name === 'Grace Hopper, EUR');
const sessions = new Map([
  ['everyone', { accountIds }],
  ['grace', { accountIds: [hopper?.account_id ?? ''] }],
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
const client = createClient({ baseUrl: '/api', apiKey: null, schema: pageSchema, retry: 0 });

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

async function renderTable(rowsOfFirstPage = 10) {
  const queryClient = new QueryClient();
  render(
    <QueryClientProvider client={queryClient}>
      <BalancesTable client={client} />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(rows()).toHaveLength(rowsOfFirstPage));
}

/** The texts of the table's cells, by row. */
const rows = () =>
  [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  );

const fill = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByText(name));

test('shows pages of ten names, amounts and units in alphabetical order', async () => {
  await renderTable();
  expect(rows()[0]).toEqual(['Ada Lovelace, PTS', '4691.15', 'P']);
  const names = new Set(rows().map(([name]) => name));
  for (const length of [10, 4]) {
    press('Next');
    await waitFor(() => expect(rows().some(([name]) => names.has(name))).toBe(false));
    expect(rows()).toHaveLength(length);
    for (const [name] of rows()) names.add(name);
  }
  expect(names.size).toBe(24);
  expect(screen.getByText('Next').matches(':disabled')).toBe(true);
});

test('searches by name, filters by type and amount, and sorts', async () => {
  await renderTable();
  fill(/Search/, 'EUR');
  fill(/Type/, 'main');
  fill(/From/, '5000');
  fill(/^To/, '15000');
  await waitFor(() => expect(rows()).toEqual([['Chiara Rossi, EUR', '10720.80', '€']]));
  for (const label of [/Search/, /From/, /^To/]) fill(label, '');
  press('Sort by balance');
  await waitFor(() => expect(rows()).toHaveLength(10));
  const amounts = rows().map(([, amount]) => Number(amount));
  expect(amounts).toEqual(amounts.toSorted((left, right) => left - right));
});

test('shows the chosen columns', async () => {
  await renderTable();
  for (const column of ['name', 'balance', 'type']) fireEvent.click(screen.getByLabelText(column));
  await waitFor(() => expect(rows()[0]).toEqual(['main', 'P']));
  fireEvent.click(screen.getByLabelText('type'));
  await waitFor(() => expect(rows()[0]).toEqual(['P']));
  const include = new URL(sent.at(-1)?.url ?? '').searchParams.get('include');
  expect(include).toBe('id:true,unit:{symbol:true}');
});

test('explains an amount that is not a decimal number, and recovers', async () => {
  await renderTable();
  fill(/From/, '1,000');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('1,000'));
  fill(/From/, '');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('shows the error if the service fails, and to a visitor who is not logged in', async () => {
  service.fail({ path: '/v1/balances', status: 500 });
  await renderTable(0);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('502'));
  cleanup();
  logIn('nobody');
  await renderTable(0);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('401'));
});

test('shows each session its own balances, whatever it searches for, and no API key', async () => {
  logIn('grace');
  await renderTable(1);
  expect(rows()).toEqual([['Grace Hopper, EUR', '19165.72', '€']]);
  expect(sent.map(({ headers }) => headers.get('Authorization'))).toEqual([null]);
  expect(service.requests.map(({ status }) => status)).toEqual([200]);
  fill(/Search/, 'Chiara Rossi');
  await waitFor(() => expect(rows()).toEqual([]));
});
