// A page without an API key: the proxy in your backend adds it, and limits what
// each session can read.
import { createClient, paymentsSchema, pickSchema } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { createProxy } from 'payments-data-client/proxy';

// The page and the backend share this schema. The page sees nothing else.
const schema = pickSchema(paymentsSchema, {
  balances: ['name', 'balance', 'unit'],
  units: ['symbol'],
});

const mock = createMock();
const ada = mock.db.accounts.insert({ balances: [{ name: 'Ada' }] });
mock.db.accounts.insert({ balances: [{ name: 'Grace' }] });
const sessions = new Map([['ada', { accountId: ada.id }]]); // use your own

const proxy = createProxy({
  ...mock.clientOptions, // in production: { baseUrl, apiKey } of the service
  schema,
  authenticate: ({ headers }) => sessions.get(headers.get('x-session') ?? ''),
  policies: {
    balances: ({ accountId }) => ({ account_id: accountId }),
    units: true,
  },
});

const page = createClient({
  baseUrl: 'https://app.example.com/api', // in a browser, '/api' is enough
  apiKey: null,
  schema,
  headers: { 'x-session': 'ada' }, // a browser sends a cookie instead
  fetch: (url, init) => proxy.fetch(new Request(url, init)),
});
const balances = await page.balances.list();
console.log(balances.map(({ name }) => name)); // => [ 'Ada' ]
