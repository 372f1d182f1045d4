import { createClient, paymentsSchema, pickSchema } from '#payments-data-client';
import { sampleData } from '#payments-data-client/mock';
import { createProxy } from '#payments-data-client/proxy';
import { inTurns } from '../measure/in-turns.mjs';
import { quick } from '../measure/report.mjs';
import { withServer } from './with-server.mjs';

const accountId = '00000000-0000-4000-8000-000000000001';
const apiKey = 'test_0123456789';
const headers = { 'content-type': 'application/json' };

/** What the service responds with: 20 rows with the fields that the proxy requests. */
const body = JSON.stringify(
  sampleData({ accounts: 40 })
    .balances.slice(0, 20)
    .map(({ id, name, available_balance }) => ({
      id,
      name,
      available_balance,
      account_id: accountId,
      unit: { id: accountId, symbol: '€' },
    })),
);

/** A list of 20 rows for a browser: through a handler that only adds the key, and through the proxy. */
export const compareHandlers = () =>
  withServer(body, async (baseUrl) => {
    const url = await urlOfPage();
    const handlers = { bare: createBare(baseUrl), proxy: createOwn(baseUrl) };
    const calls = Object.fromEntries(
      Object.entries(handlers).map(([name, handle]) => [
        name,
        async () => (await handle(new Request(url))).text(),
      ]),
    );
    for (const [name, call] of Object.entries(calls))
      if (JSON.parse(await call()).length !== 20)
        throw new Error(`${name} returned a different result.`);
    return inTurns(
      calls,
      quick ? { rounds: 3, milliseconds: 5 } : { rounds: 300, milliseconds: 15, budget: 20_000 },
    );
  });

function createBare(baseUrl) {
  const authorization = `APIKey ${apiKey}`;
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const response = await fetch(`${baseUrl}${pathname}${search}`, { headers: { authorization } });
    return new Response(await response.text(), { status: response.status, headers });
  };
}

function createOwn(baseUrl) {
  const proxy = createProxy({
    baseUrl,
    apiKey,
    schema: pickSchema(paymentsSchema, {
      balances: ['name', 'type', 'available_balance', 'unit'],
      units: ['name', 'symbol'],
    }),
    authenticate: () => ({ accountId }),
    policies: { balances: (session) => ({ account_id: session.accountId }), units: true },
  });
  return proxy.fetch;
}

/** The URL that a browser requests. */
async function urlOfPage() {
  let requested = '';
  const client = createClient({
    baseUrl: 'https://page.example',
    apiKey: null,
    fetch: async (url) => {
      requested = url;
      return new Response('[]', { headers });
    },
  });
  await client.balances.list({
    where: { type: 'main' },
    include: { name: true, available_balance: true, unit: { symbol: true } },
    take: 20,
  });
  return requested;
}
