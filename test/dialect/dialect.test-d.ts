import { createClient, type Dialect, paymentsSchema, pickSchema } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { createProxy } from 'payments-data-client/proxy';
import { expectTypeOf, test } from 'vitest';

const service = { baseUrl: 'https://api.example.com', apiKey: 'key' };

test('a dialect is written once, as const, for the client, the mock and the proxy', () => {
  const dialect = {
    envelope: { rows: 'data', cursor: 'meta.next' },
    parameters: { take: 'limit', cursor: 'start' },
    ...{ orderFormat: '-name', pageSize: { default: 50, max: 100 }, maxUrlLength: 4_000 },
    ...{ nulls: 'sql', text: 'insensitive', like: 'exact', nullOrder: 'last' },
  } as const satisfies Dialect;
  createClient({ ...service, dialect });
  createMock({ dialect });
  createProxy({
    ...{ ...service, authenticate: () => 'session', policies: { balances: true } },
    dialect: { ...dialect, text: 'exact' },
    schema: pickSchema(paymentsSchema, { balances: ['name'] }),
  });
});

test('a dialect has optional members only, and any of them may be undefined', () => {
  createMock({ dialect: { nulls: undefined, pageSize: { max: undefined }, envelope: undefined } });
  expectTypeOf<Dialect>().toEqualTypeOf<Partial<Dialect>>();
  expectTypeOf<Dialect['orderFormat']>().toEqualTypeOf<'name:asc' | '-name' | undefined>();
});

test('a dialect with unknown members or values does not compile', () => {
  // @ts-expect-error the member is called `nulls`
  createMock({ dialect: { null: 'sql' } });
  // @ts-expect-error no such value
  createMock({ dialect: { nulls: 'SQL' } });
  // @ts-expect-error a parameter has a name, or null
  createClient({ ...service, dialect: { parameters: { take: false } } });
  // @ts-expect-error `limit` is a name of the service
  createClient({ ...service, dialect: { parameters: { limit: 'take' } } });
  const widened = { nulls: 'sql' };
  // @ts-expect-error `nulls` is any string without `as const`
  createMock({ dialect: widened });
});
