import { createClient, paymentsSchema, pickSchema } from '#payments-data-client';
import { sampleData } from '#payments-data-client/mock';
import { createProxy } from '#payments-data-client/proxy';

const accountId = '00000000-0000-4000-8000-000000000001';
const headers = { 'content-type': 'application/json' };

/** What the service responds with: 20 rows with the fields that the handlers request. */
export const body = JSON.stringify(
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

/**
 * Ways to respond to a page that lists 20 rows: a handler that only adds the key, and the proxy.
 *
 * @param baseUrl - The base URL of the service.
 * @param fetch - The `fetch` of the handlers.
 */
export function createHandlers(baseUrl, fetch) {
  const authorization = `APIKey test_0123456789`;
  const bare = async (request) => {
    const { pathname, search } = new URL(request.url);
    const response = await fetch(`${baseUrl}${pathname}${search}`, { headers: { authorization } });
    return new Response(await response.text(), { status: response.status, headers });
  };
  const proxy = createProxy({
    baseUrl,
    apiKey: 'test_0123456789',
    fetch,
    schema: pickSchema(paymentsSchema, {
      balances: ['name', 'type', 'available_balance', 'unit'],
      units: ['name', 'symbol'],
    }),
    authenticate: () => ({ accountId }),
    policies: { balances: (session) => ({ account_id: session.accountId }), units: true },
  });
  return { bare, proxy: proxy.fetch };
}

/** The request of the page. */
export async function pageUrl() {
  let url = '';
  const client = createClient({
    baseUrl: 'https://page.example',
    apiKey: null,
    fetch: async (request) => {
      url = request.url;
      return new Response('[]', { headers });
    },
  });
  await client.balances.list({
    where: { type: 'main' },
    include: { name: true, available_balance: true, unit: { symbol: true } },
    take: 20,
  });
  return url;
}
