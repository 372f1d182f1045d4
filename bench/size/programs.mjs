const request = "{ headers: { authorization: 'APIKey ' + key } }";

/** The same small program with each library: create a client with a key, list balances with a filter, return the rows. */
export const programs = {
  'this client': {
    packages: [],
    code: `import { createClient } from '#payments-data-client';
export const list = (baseUrl, apiKey) => createClient({ baseUrl, apiKey }).balances.list({ where: { type: 'main' } });`,
  },
  'this client, with validation': {
    packages: ['zod'],
    code: `import { createClient } from '#payments-data-client';
import { zodValidator } from '#payments-data-client/validation';
export const list = (baseUrl, apiKey) =>
  createClient({ baseUrl, apiKey, validator: zodValidator() }).balances.list({ where: { type: 'main' } });`,
  },
  'this proxy, which runs on a server': {
    packages: [],
    code: `import { createProxy } from '#payments-data-client/proxy';
import { paymentsSchema, pickSchema } from '#payments-data-client';
export const handle = createProxy({ schema: pickSchema(paymentsSchema, { balances: ['name'] }), policies: { balances: true } }).fetch;`,
  },
  'this client, an error guard alone': {
    packages: [],
    code: `export { isApiError } from '#payments-data-client';`,
  },
  'this mock, which only tests need': {
    packages: [],
    code: `import { createMock } from '#payments-data-client/mock';
export const fetch = createMock().fetch;`,
  },
  'raw fetch': {
    code: `export const list = async (url, key) => {
  const response = await fetch(url + '/v1/balances?where=' + encodeURIComponent(JSON.stringify({ type: 'main' })), ${request});
  if (!response.ok) throw new Error(response.statusText);
  return response.json();
};`,
  },
  ky: {
    packages: ['ky'],
    code: `import ky from 'ky';
export const list = (url, key) =>
  ky(url + '/v1/balances', { ...${request}, searchParams: { where: JSON.stringify({ type: 'main' }) } }).json();`,
  },
  axios: {
    packages: ['axios'],
    code: `import axios from 'axios';
export const list = (url, key) =>
  axios.get(url + '/v1/balances', { ...${request}, params: { where: JSON.stringify({ type: 'main' }) } }).then(({ data }) => data);`,
  },
  'openapi-fetch': {
    packages: ['openapi-fetch'],
    code: `import createClient from 'openapi-fetch';
export const list = (baseUrl, key) =>
  createClient({ baseUrl, ...${request} }).GET('/v1/balances', { params: { query: { where: JSON.stringify({ type: 'main' }) } } });`,
  },
  '@supabase/postgrest-js': {
    packages: ['@supabase/postgrest-js'],
    code: `import { PostgrestClient } from '@supabase/postgrest-js';
export const list = (url, key) => new PostgrestClient(url, ${request}).from('balances').select().eq('type', 'main');`,
  },
  '@directus/sdk': {
    packages: ['@directus/sdk'],
    code: `import { createDirectus, readItems, rest, staticToken } from '@directus/sdk';
export const list = (url, key) =>
  createDirectus(url).with(staticToken(key)).with(rest()).request(readItems('balances', { filter: { type: { _eq: 'main' } } }));`,
  },
  'modern-treasury': {
    packages: ['modern-treasury'],
    code: `import ModernTreasury from 'modern-treasury';
export const list = (baseURL, apiKey) =>
  new ModernTreasury({ baseURL, apiKey, organizationID: 'org' }).ledgerAccounts.list({ currency: 'USD' });`,
  },
  stripe: {
    packages: ['stripe'],
    code: `import Stripe from 'stripe';
export const list = (key) => new Stripe(key).balanceTransactions.list({ type: 'charge' });`,
  },
  openai: {
    packages: ['openai'],
    code: `import OpenAI from 'openai';
export const list = (baseURL, apiKey) => new OpenAI({ baseURL, apiKey }).models.list();`,
  },
  plaid: {
    packages: ['plaid'],
    code: `import { Configuration, PlaidApi } from 'plaid';
export const list = (basePath, secret) =>
  new PlaidApi(new Configuration({ basePath, baseOptions: { headers: { 'PLAID-SECRET': secret } } })).accountsBalanceGet({ access_token: 't' });`,
  },
};
