// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { createClient, isApiError } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { App } from '../../examples/balances-table/app.js';
import { createBackend } from '../../examples/balances-table/backend.js';
import { insertCustomers } from '../../examples/balances-table/customers.js';
import { pageSchema } from '../../examples/balances-table/page-schema.js';

const service = createMock({ data: {} });
const customers = insertCustomers(service);
const rowsOfService = service.snapshot();
const backend = createBackend(service.clientOptions, customers);

/** What the page sent and received. */
let sent: Request[];
let received: string;
const server = setupServer(
  http.all('/api/*', async ({ request }) => {
    sent.push(request.clone());
    const response = await backend(request);
    received += await response.clone().text();
    return new HttpResponse(response.body, response); // MSW keeps its cookies
  }),
);

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  service.reset();
  service.restore(rowsOfService);
  sent = [];
  received = '';
});
afterEach(cleanup);
afterAll(() => server.close());

/** The texts of the table's cells, by row. */
const rows = () =>
  [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  );
const names = () => rows().map(([name]) => name);
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: ':not([type=checkbox])' }), {
    target: { value },
  });
const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }));
const check = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }));

async function signIn(customer: string, length = 10) {
  if (!screen.queryByText('Sign in')) render(<App />);
  fill('Customer', customer);
  press('Sign in');
  await screen.findByText('Sign out');
  await waitFor(() => expect(rows()).toHaveLength(length));
}

test('says who may sign in, also after a wrong name', async () => {
  render(<App />);
  screen.getByText('This demo has two customers, Ada and Grace, and no passwords.');
  expect([...customers.keys()]).toEqual(['Ada', 'Grace']);
  fill('Customer', 'Eve');
  press('Sign in');
  const { textContent } = await screen.findByRole('alert');
  expect(textContent).toBe('There is no such customer. Sign in as Ada or Grace.');
});

test('shows pages of ten rows by name, and no page after the last', async () => {
  await signIn('Ada');
  expect(rows()[0]).toEqual(['Ada, savings 1', '137.50', '€']);
  const seen = new Set(names());
  for (const length of [10, 1]) {
    press('Next');
    await waitFor(() => expect(names().some((name) => seen.has(name))).toBe(false));
    expect(rows()).toHaveLength(length);
    for (const name of names()) seen.add(name);
  }
  expect(seen.size).toBe(21);
  await waitFor(() => expect(document.querySelector('[aria-busy=false]')).not.toBeNull());
  expect(screen.getByText('Next').matches(':disabled')).toBe(true);
  press('Previous');
  await screen.findByText(/Page 2/);
});

test('searches, filters by type, unit and archived rows, and begins with page 1', async () => {
  await signIn('Ada');
  press('Next');
  fill('Search', 'savings 1');
  await waitFor(() => expect(names()).toContain('Ada, savings 10'));
  screen.getByText(/Page 1/);
  fill('Type', 'main');
  await waitFor(() => expect(names()).toEqual(['Ada, savings 1']));
  fill('Type', '');
  await screen.findByText('USD');
  fireEvent.change(screen.getByLabelText('Unit'), {
    target: { value: service.db.units.all().find(({ name }) => name === 'USD')?.id },
  });
  const dollars = ['Ada, savings 12', 'Ada, savings 15', 'Ada, savings 18'];
  await waitFor(() => expect(names()).toEqual(dollars));
  fill('Unit', '');
  check('Archived');
  await waitFor(() => expect(names()).toEqual(['Ada, savings 19']));
  fill('Search', 'Savings');
  await screen.findByText('No balances.');
});

test('sorts by each column, in both directions, and shows the chosen ones', async () => {
  await signIn('Grace');
  press('Balance');
  await waitFor(() => expect(rows()[0]).toEqual(['Grace, savings 8', '96.50', '€']));
  press('Balance ▲');
  await waitFor(() => expect(rows()[0]).toEqual(['Grace, savings 7', '959.50', '€']));
  for (const column of ['Name', 'Balance', 'Type']) check(column);
  press('Type');
  await waitFor(() => expect(rows()[0]).toEqual(['children', '€']));
  check('Type');
  await waitFor(() => expect(rows()[0]).toEqual(['€']));
  const include = new URL(sent.at(-1)?.url ?? '').searchParams.get('include');
  expect(include).toBe('id:true,unit:{symbol:true}');
});

test('never shows a row of the customer before, even while requests are pending', async () => {
  await signIn('Ada');
  fill('Search', 'savings 2'); // pending while Ada signs out
  press('Sign out');
  expect(screen.queryByText(/Ada, |of Ada/)).toBeNull();
  service.fail({ path: '/v1/balances', latency: 100 });
  const shown: (string | undefined)[] = [];
  const observer = new MutationObserver(() => shown.push(document.body.textContent ?? ''));
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  received = '';
  await signIn('Grace');
  observer.disconnect();
  expect(shown.join()).toContain('Grace, savings 1');
  expect(shown.join() + received).not.toContain('Ada, ');
  expect(sent.map(({ headers }) => headers.get('Authorization')).some(Boolean)).toBe(false);
});

test('shows no row after another customer has signed in with the same cookie', async () => {
  await signIn('Ada');
  await fetch('/api/session', { method: 'POST', body: 'Grace' }); // in another tab
  fireEvent(window, new Event('visibilitychange')); // back to this tab: TanStack Query refetches
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('401'));
  expect(rows()).toEqual([]);
});

test('no query of a customer finds a row of another customer', async () => {
  await signIn('Ada');
  const graces = service.db.balances.all().filter(({ name }) => name.startsWith('Grace'));
  const [{ id, account_id } = { id: '', account_id: '' }] = graces;
  const baseUrl = '/api';
  const client = createClient({
    ...{ baseUrl, apiKey: null, schema: pageSchema, headers: { 'X-Customer': 'Ada' } },
  });
  received = '';
  for (const where of [{ id }, { OR: [{ OR: [{ AND: [] }] }, { name: { like: 'Grace' } }] }])
    for (const { name } of await client.balances.all({ where })) expect(name).toMatch(/^Ada/);
  await expect(client.balances.get(id)).rejects.toSatisfy((error) => isApiError(error, 404));
  for (const search of [
    `where=account_id:'${account_id}'`,
    'include=account:{balances:true}',
    'include=unit:{balances:true}',
  ])
    expect(
      (await fetch(`/api/v1/balances?${search}`, { headers: { 'X-Customer': 'Ada' } })).status,
    ).toBe(400);
  for (const row of graces) expect(received).not.toContain(row.name);
});
