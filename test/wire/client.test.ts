import { createClient } from 'payments-data-client';
import { describe, expect, test } from 'vitest';
import { named, requestLineOf, schemaOf, type WireCase, wireCases } from './wire-case.js';

interface Sent {
  readonly requestLine: string;
  readonly headers: Record<string, string | null>;
  readonly body: string;
}

/**
 * Makes the call of a case against a service that sends the literal response. Returns the result
 * and the request.
 */
async function call(wireCase: WireCase): Promise<{ result: unknown; sent: Sent[] }> {
  const sent: Sent[] = [];
  const client = createClient({
    baseUrl: 'http://127.0.0.1',
    apiKey: 'test_secret',
    schema: schemaOf(wireCase),
    fetch: async (input, init) => {
      const request = new Request(input, init);
      sent.push({
        requestLine: requestLineOf(request.method, request.url),
        headers: {
          authorization: request.headers.get('authorization'),
          accept: request.headers.get('accept'),
          'content-type': request.headers.get('content-type'),
        },
        body: await request.text(),
      });
      const { status = 200, response } = wireCase;
      return response === undefined
        ? new Response(null, { status })
        : Response.json(response, { status });
    },
  });
  const { resource = 'balances', id = '', query, newName = '' } = wireCase;
  const list = client[resource as 'balances'].list as (query?: object) => Promise<unknown>; // a case may hold any query
  const get = client.balances.get as (id: string, query?: object) => Promise<unknown>; // the same
  const calls = {
    list: () => list(query),
    get: () => get(id, query),
    rename: () => client.apiKeys.rename(id, newName),
    revoke: () => client.apiKeys.revoke(id),
    delete: () => client.apiKeys.delete(id),
  };
  return { result: await calls[wireCase.call ?? 'list'](), sent };
}

/** A case with a real id instead of `{key}`. */
const withKey = (wireCase: WireCase): WireCase =>
  JSON.parse(JSON.stringify(wireCase).replaceAll('{key}', 'key-7'));

const calls = wireCases.filter((wireCase) => wireCase.call).map(withKey);

describe('the client sends each literal request and returns the literal response [general 6] [authentication 1]', () => {
  test.each(named(calls))('%s', async (_, wireCase) => {
    const { result, sent } = await call(wireCase);
    const body = wireCase.body ?? '';
    expect(sent).toEqual([
      {
        requestLine: wireCase.requestLine,
        headers: {
          authorization: 'APIKey test_secret',
          accept: 'application/json',
          'content-type': wireCase.requestLine.includes('/api-keys/') ? 'application/json' : null,
        },
        body,
      },
    ]);
    expect(result).toEqual(wireCase.response);
  });
});
