import { createClient, isApiError, paymentsSchema, pickSchema } from 'payments-data-client';

/** What the page may ask for. */
export const pageSchema = pickSchema(paymentsSchema, {
  balances: ['name', 'unit'],
  units: ['symbol'],
});

/**
 * Does what a page does, and what it should not be able to do.
 *
 * @param baseUrl - Where the proxy is mounted.
 * @param headers - With the cookie of the session; a browser sends it by itself.
 * @param fetch - Default: the global `fetch`.
 */
export async function visit(baseUrl, headers, fetch = (...input) => globalThis.fetch(...input)) {
  const client = createClient({
    baseUrl,
    apiKey: null,
    schema: pageSchema,
    headers,
    fetch,
    retry: 0,
  });
  const names = [];
  for await (const { name } of client.balances.iterate({}, { pageSize: 2 })) names.push(name);
  const raw = async (path, method = 'GET') =>
    (await fetch(`${baseUrl}/v1${path}`, { method, headers })).status;
  const response = await fetch(`${baseUrl}/v1/balances`, { headers });
  return {
    rows: await client.balances.list({
      where: { name: { neq: 'Balance 1' } },
      include: { name: true, unit: { symbol: true } },
      orderBy: { name: 'desc' },
    }),
    names,
    hidden: await failure(client.balances.get('00000000-0000-4000-8000-000000000010'), (error) =>
      isApiError(error, 404),
    ),
    anonymous: await failure(
      client.with({ headers: { cookie: 'user=' } }).balances.list(),
      (error) => isApiError(error, 401),
    ),
    statuses: {
      hiddenProperty: await raw('/balances?where=balance:1'),
      tooMany: await raw('/balances?take=1000'),
      post: await raw('/balances', 'POST'),
      keys: await raw('/api-keys/1'),
      traversal: await raw('/balances/%2e%2e/api-keys/1'),
    },
    headers: ['cache-control', 'vary', 'x-content-type-options'].map((name) =>
      response.headers.get(name),
    ),
    text: await response.text(),
  };
}

async function failure(promise, isExpected) {
  try {
    await promise;
    return 'none';
  } catch (error) {
    return isExpected(error) ? error.name : String(error);
  }
}
