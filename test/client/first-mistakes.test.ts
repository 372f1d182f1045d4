import { createClient, extendSchema, paymentsSchema, pickSchema } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { describe, expect, it } from 'vitest';
import { failure } from '../fixtures/failure.js';

const client = createClient(createMock().clientOptions);
const list = (query: object) => client.balances.list(query as never);

describe('a mistake of the first day has a message that says what to write', () => {
  it.each<[() => Promise<unknown>, string]>([
    [() => list({ limit: 5 }), 'query: `limit` is not a query parameter. Did you mean `take`?'],
    [() => list({ select: { name: true } }), 'Did you mean `include`?'],
    [
      () => list({ where: { NOT: { name: 'a' } } }),
      'Use `neq` or `not_in` of a field, or `none` of a',
    ],
    [() => list({ where: { name: { startsWith: 'a' } } }), 'Did you mean `like`?'],
    [
      () => client.balances.get(undefined as never),
      'id: expected a non-empty string, got undefined.',
    ],
    [() => client.balances.all({}, { retries: 1 } as never), 'Did you mean `retry`?'],
    [
      () => client.balances.all({ limit: 5 } as never),
      'query: `limit` is not a query parameter. Pass it in the next argument.',
    ],
    [
      () =>
        client.balances
          .iterate({}, { limit: 5 } as never)
          [Symbol.asyncIterator]()
          .next(),
      'pagination options: `limit` is not an option.',
    ],
    [() => client.request('POST', '/a', { json: {} } as never), 'Did you mean `body`?'],
    [() => list({ where: 'a' }), "expected a filter of balances such as { id: '…' }, got"],
    [
      () => client.with({ middleware: (_, next) => next(undefined as never) }).balances.list(),
      'each `middleware` must pass a Request: next(request).',
    ],
    [
      () => client.with({ validator: () => undefined as never }).balances.list(),
      '`validator` must return an array of issues and must not be async. Use zodValidator().',
    ],
  ])('%s: %s', async (act, message) => {
    expect((await failure(act())).message).toContain(message);
  });

  it.each<[() => unknown, string]>([
    [() => createClient({ url: 'a', apiKey: 'b' } as never), 'Did you mean `baseUrl`?'],
    [() => createClient({ baseUrl: 'a', key: 'b' } as never), 'Did you mean `apiKey`?'],
    [() => client.with({ retries: 3 } as never), 'Did you mean `retry`?'],
    [
      () => createClient({ ...createMock().clientOptions, schema: { balances: {} } as never }),
      'createClient: expected `schema` to be a schema that defineSchema(), extendSchema() or pickSchema() returned',
    ],
    [
      () => pickSchema(undefined as never, {} as never),
      'pickSchema: expected a schema, got undefined.',
    ],
    [() => extendSchema(undefined as never, {}), 'extendSchema: expected a schema, got undefined.'],
    [() => extendSchema(paymentsSchema, undefined as never), 'extendSchema: expected an object'],
  ])('%s: %s', (act, message) => {
    expect(act).toThrow(message);
  });

  it('https for a server without TLS', async () => {
    const text = 'error:0A00010B:SSL routines:ssl3_get_record:wrong version number';
    const cause = Object.assign(new Error(text), { code: 'ERR_SSL_WRONG_VERSION_NUMBER' });
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }));
    const error = await failure(client.with({ fetch, retry: 0 }).balances.list());
    expect(error.message).toBe(
      'GET /v1/balances failed: no response (the server does not use TLS; use http:). Check the network and the `baseUrl`.',
    );
  });
});
