import type { Dialect } from 'payments-data-client';
import { createPaginationMethods } from '../../../src/client/pages.js';
import { resolveDialect } from '../../../src/dialect.js';
import { ResponseError } from '../../../src/errors.js';

/** A stand-in until the client is merged. */
export function clientOf(
  fetch: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>,
  dialect: Dialect,
  schema: any,
) {
  return createPaginationMethods({
    name: 'balances',
    path: '/balances',
    schema,
    fields: schema.balances.fields,
    baseUrl: 'https://api.example.com',
    dialect: resolveDialect('createClient', dialect as never),
    async send({ path, search }) {
      const url = `https://api.example.com/v1${path}?${search}`;
      const response = await fetch(url, { headers: { authorization: 'APIKey test-key' } });
      const data = await response.json();
      if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(data)}`);
      const failed = { method: 'GET', path, attempts: 1, status: 200, headers: {}, body: data, requestId: undefined };
      return { data, response, fail: (problem, reason) => new ResponseError(failed, problem, reason) };
    },
  });
}
