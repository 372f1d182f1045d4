import { createClient, extendSchema, paymentsSchema, pickSchema } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { describe, expect, it } from 'vitest';
import { failure } from '../fixtures/failure.js';

const client = createClient(createMock().clientOptions);
const list = (query: object) => client.balances.list(query as never);

describe('a mistake of the first day has a message that says what to write', () => {
  it.each<[string, () => Promise<unknown>, string]>([
    [
      'limit',
      () => list({ limit: 5 }),
      'query: `limit` is not a query parameter. Did you mean `take`?',
    ],
    ['select', () => list({ select: { name: true } }), 'Did you mean `include`?'],
    [
      'NOT',
      () => list({ where: { NOT: { name: 'a' } } }),
      'Use `neq` or `not_in` of a field, or `none` of a',
    ],
    ['startsWith', () => list({ where: { name: { startsWith: 'a' } } }), 'Did you mean `like`?'],
    [
      'no id',
      () => client.balances.get(undefined as never),
      'id: expected a non-empty string, got undefined.',
    ],
    [
      'a limit of all',
      () => client.balances.all({}, { retries: 1 } as never),
      'Did you mean `retry`?',
    ],
    [
      'a limit in the query of all',
      () => client.balances.all({ limit: 5 } as never),
      'query: `limit` is not a query parameter. Pass it in the next argument.',
    ],
    [
      'a limit of iterate',
      () =>
        client.balances
          .iterate({}, { limit: 5 } as never)
          [Symbol.asyncIterator]()
          .next(),
      'pagination options: `limit` is not an option.',
    ],
    [
      'the body of another library',
      () => client.request('POST', '/a', { json: {} } as never),
      'Did you mean `body`?',
    ],
    [
      'another filter',
      () => list({ where: 'a' }),
      "expected a filter of balances such as { id: '…' }, got",
    ],
    [
      'next() without the request',
      () => client.with({ middleware: (_, next) => next(undefined as never) }).balances.list(),
      'each `middleware` must pass a Request: next(request).',
    ],
    [
      'a validator that returns nothing',
      () => client.with({ validator: () => undefined as never }).balances.list(),
      '`validator` must return an array of issues and must not be async. Use zodValidator().',
    ],
  ])('%s', async (_, act, message) => {
    expect((await failure(act())).message).toContain(message);
  });

  it.each<[string, () => unknown, string]>([
    ['url', () => createClient({ url: 'a', apiKey: 'b' } as never), 'Did you mean `baseUrl`?'],
    ['key', () => createClient({ baseUrl: 'a', key: 'b' } as never), 'Did you mean `apiKey`?'],
    ['retries', () => client.with({ retries: 3 } as never), 'Did you mean `retry`?'],
    [
      'an empty resource',
      () => createClient({ ...createMock().clientOptions, schema: { balances: {} } as never }),
      'createClient: expected `schema` to be a schema that defineSchema(), extendSchema() or pickSchema() returned',
    ],
    [
      'no schema to pick from',
      () => pickSchema(undefined as never, {} as never),
      'pickSchema: expected a schema, got undefined.',
    ],
    [
      'no schema to extend',
      () => extendSchema(undefined as never, {}),
      'extendSchema: expected a schema, got undefined.',
    ],
    [
      'no extension',
      () => extendSchema(paymentsSchema, undefined as never),
      'extendSchema: expected an object',
    ],
  ])('%s', (_, act, message) => {
    expect(act).toThrow(message);
  });

  it('https for a server without TLS', async () => {
    const cause = Object.assign(
      new Error('error:0A00010B:SSL routines:ssl3_get_record:wrong version number'),
      {
        code: 'ERR_SSL_WRONG_VERSION_NUMBER',
      },
    );
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }));
    const error = await failure(client.with({ fetch, retry: 0 }).balances.list());
    expect(error.message).toBe(
      'GET /v1/balances failed: no response (the server does not use TLS; use http:). Check the network and the `baseUrl`.',
    );
  });
});
