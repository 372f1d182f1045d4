// A page without an API key: the proxy in your backend adds it, and limits what each session can read.
import { createClient, paymentsSchema, pickSchema } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { createProxy } from 'payments-data-client/proxy';

// The page and the backend share this schema. Other fields do not exist for the page.
const pageSchema = pickSchema(paymentsSchema, {
  balances: ['name', 'balance', 'unit'],
  units: ['symbol'],
});

const mock = createMock();
const [balance] = mock.db.balances.all().filter(({ name }) => name === 'Grace Hopper, EUR');
const sessions = new Map([['grace', { accountId: balance?.account_id ?? '' }]]); // in production: your own sessions

const proxy = createProxy({
  ...mock.clientOptions, // in production: { baseUrl, apiKey } of the service
  schema: pageSchema,
  authenticate: (request) => sessions.get(request.headers.get('x-session') ?? ''),
  policies: { balances: ({ accountId }) => ({ account_id: accountId }), units: true },
});

const page = createClient({
  baseUrl: 'https://app.example.com/api', // in a browser, '/api' is enough
  apiKey: null,
  schema: pageSchema,
  headers: { 'x-session': 'grace' }, // a browser sends a cookie instead
  fetch: (input, init) => proxy.fetch(new Request(input, init)),
});
const balances = await page.balances.list({ include: { name: true, unit: { symbol: true } } });
console.log(balances.length, balances[0]?.name); // => 1 Grace Hopper, EUR
