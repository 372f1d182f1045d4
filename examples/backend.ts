// A page without an API key, and the backend that adds it. Both use the same types.
import { Hono } from 'hono';
import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';

const mock = createMock(); // in place of the service
const { baseUrl, apiKey } = mock.clientOptions;

const backend = new Hono();
backend.get('/api/v1/:resource{balances|accounts|transactions}', async (context) => {
  // Authenticate the user here.
  const { pathname, search } = new URL(context.req.url);
  const { status, body } = await mock.fetch(`${baseUrl}${pathname.slice('/api'.length)}${search}`, {
    headers: { Authorization: `APIKey ${apiKey}` },
  });
  return new Response(body, { status, headers: { 'Content-Type': 'application/json' } });
});

const page = createClient({
  baseUrl: 'https://app.example.com/api', // in a browser, '/api' is enough
  apiKey: null,
  fetch: async (input, init) => backend.fetch(new Request(input, init)),
});
const balances = await page.balances.list({ where: { type: 'main' }, include: { name: true } });
console.log(balances[0]?.name); // => House treasury, USD
