import { createDirectus, readItems, rest, staticToken } from '@directus/sdk';
import { PostgrestClient } from '@supabase/postgrest-js';
import ky from 'ky';
import ModernTreasury from 'modern-treasury';
import createOpenApiClient from 'openapi-fetch';
import { createClient } from '#payments-data-client';
import { sampleData } from '#payments-data-client/mock';

const apiKey = 'test_0123456789';
const authorization = `APIKey ${apiKey}`;
const where = { type: 'main', balance: { gte: '100.00' } };
const include = { name: true, unit: { symbol: true } };

/**
 * The same list on each client, in the syntax of its library: a filter, some fields and a relation. Every response has the
 * same 20 rows.
 *
 * @param baseUrl - The base URL of the service.
 * @param fetch - The `fetch` that each client uses.
 */
export function createCalls(baseUrl, fetch) {
  const client = createClient({ baseUrl, apiKey, fetch });
  const query = `where=${encodeURIComponent(JSON.stringify(where))}&include=${encodeURIComponent(JSON.stringify(include))}`;
  const url = `${baseUrl}/v1/balances?${query}`;
  const headers = { authorization };
  const openApi = createOpenApiClient({ baseUrl, fetch, headers });
  const postgrest = new PostgrestClient(`${baseUrl}/v1`, { fetch, headers });
  const directus = createDirectus(baseUrl, { globals: { fetch } })
    .with(staticToken(apiKey))
    .with(rest());
  const treasury = new ModernTreasury({
    apiKey,
    organizationID: 'org',
    baseURL: baseUrl,
    fetch,
    maxRetries: 2,
  });
  return {
    'raw fetch': async () => (await fetch(url, { headers })).json(),
    'ky by hand': () => ky(url, { headers, fetch }).json(),
    'this client': () => client.balances.list({ where, include }),
    'openapi-fetch': async () => {
      const parameters = { where: JSON.stringify(where), include: JSON.stringify(include) };
      const { data, error } = await openApi.GET('/v1/balances', { params: { query: parameters } });
      if (error) throw error;
      return data;
    },
    'postgrest-js': async () => {
      const { data, error } = await postgrest
        .from('balances')
        .select('id,name,unit(id,symbol)')
        .eq('type', 'main')
        .gte('balance', '100.00');
      if (error) throw error;
      return data;
    },
    '@directus/sdk': () =>
      directus.request(
        readItems('balances', {
          fields: ['id', 'name', { unit: ['id', 'symbol'] }],
          filter: { type: { _eq: 'main' }, balance: { _gte: '100.00' } },
        }),
      ),
    'modern-treasury': () =>
      treasury.get('/v1/balances', {
        query: { where: JSON.stringify(where), include: JSON.stringify(include) },
      }),
  };
}

/** The same list with whole rows, on the clients that the targets compare. */
export function createPlainCalls(baseUrl, fetch) {
  const client = createClient({ baseUrl, apiKey, fetch });
  const headers = { authorization };
  const url = `${baseUrl}/v1/balances?where=${encodeURIComponent(JSON.stringify(where))}`;
  return {
    'raw fetch': async () => (await fetch(url, { headers })).json(),
    'ky by hand': () => ky(url, { headers, fetch }).json(),
    'this client': () => client.balances.list({ where }),
  };
}

/** The response body: 20 rows. */
export const body = JSON.stringify(
  Array.from({ length: 20 }, (_, index) => ({
    id: `8f14e45f-ceea-467f-a8a1-${String(index).padStart(12, '0')}`,
    name: `Balance ${index}`,
    unit: { id: '45c48cce-2e2d-4fbd-aa4c-14f1c6b3a3a1', symbol: '€' },
  })),
);

/** The response body without a selection: 20 whole rows. */
export const plainBody = JSON.stringify(sampleData({ accounts: 20 }).balances.slice(0, 20));
