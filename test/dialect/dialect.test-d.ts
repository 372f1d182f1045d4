import { createClient, type Dialect, paymentsSchema, pickSchema } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { createProxy } from 'payments-data-client/proxy';
import { describe, expectTypeOf, test } from 'vitest';

const service = { baseUrl: 'https://api.example.com', apiKey: 'key' };

const dialect = {
  envelope: 'data',
  parameters: { take: 'limit', skip: 'offset', orderBy: 'sort', after: null },
  orderFormat: '-name',
  pageSize: { default: 50, max: 100 },
  rejections: { query: 422, body: 'error.message' },
  dates: 'microseconds',
  nulls: 'sql',
  text: {
    collation: { locale: 'en', ignores: ['case'] },
    equality: 'collation',
    like: 'insensitive',
    wildcards: 'sql',
  },
  comparators: { string: { not_contains: false }, 'balances.name': { like: false } },
} as const satisfies Dialect;

describe('a dialect', () => {
  test('is written once, as const, for the client, the mock and the proxy', () => {
    createClient({ ...service, dialect });
    createMock({ dialect });
    createProxy({
      ...service,
      dialect,
      schema: pickSchema(paymentsSchema, { balances: ['name'] }),
      authenticate: () => 'session',
      policies: { balances: true },
    });
  });

  test('has optional members only, and any of them may be undefined', () => {
    const nothing: Dialect = {};
    const members = { nulls: undefined, text: { like: undefined }, pageSize: { max: undefined } };
    createMock({ dialect: nothing });
    createMock({ dialect: members });
    expectTypeOf<Dialect>().toEqualTypeOf<Partial<Dialect>>();
  });

  test('names the groups of settings', () => {
    expectTypeOf<keyof Dialect>().toEqualTypeOf<
      | 'envelope'
      | 'parameters'
      | 'orderFormat'
      | 'pageSize'
      | 'maxUrlLength'
      | 'rejections'
      | 'dates'
      | 'nulls'
      | 'text'
      | 'enumerations'
      | 'uuids'
      | 'unknown'
      | 'empty'
      | 'json'
      | 'comparators'
      | 'computed'
      | 'order'
    >();
  });

  test('has the alternatives of a setting as text', () => {
    expectTypeOf<Dialect['orderFormat']>().toEqualTypeOf<'name:asc' | '-name' | undefined>();
    expectTypeOf<Dialect['uuids']>().toEqualTypeOf<'text' | 'insensitive' | 'uuid' | undefined>();
    expectTypeOf<Dialect['envelope']>().toEqualTypeOf<
      | string
      | null
      | undefined
      | { readonly rows?: string | null | undefined; readonly pagination?: string | undefined }
    >();
    expectTypeOf<Dialect['maxUrlLength']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<Dialect['pageSize']>().toEqualTypeOf<
      { readonly default?: number | undefined; readonly max?: number | undefined } | undefined
    >();
    expectTypeOf<Dialect['computed']>().toEqualTypeOf<
      | {
          readonly where?: 'allowed' | 'rejected' | undefined;
          readonly orderBy?: 'allowed' | 'rejected' | undefined;
        }
      | undefined
    >();
  });

  test('has presets for some groups', () => {
    for (const nulls of ['value', 'sql', { neq: 'skipped' }] as const)
      createMock({ dialect: { nulls } });
    for (const dates of ['shown', 'milliseconds', 'microseconds', 'text'] as const)
      createMock({ dialect: { dates } });
    for (const unknown of ['rejected', 'ignored'] as const) createMock({ dialect: { unknown } });
    for (const enumerations of ['open', 'closed'] as const)
      createMock({ dialect: { enumerations } });
  });

  test('rejects unknown members and values', () => {
    // @ts-expect-error the group is called `nulls`
    createMock({ dialect: { null: 'sql' } });
    // @ts-expect-error no preset of this name
    createMock({ dialect: { nulls: 'SQL' } });
    // @ts-expect-error `json` has no presets
    createMock({ dialect: { json: 'postgres' } });
    // @ts-expect-error no such part of `nulls`
    createMock({ dialect: { nulls: { noq: 'skipped' } } });
    // @ts-expect-error no such alternative
    createMock({ dialect: { nulls: { neq: 'skip' } } });
    // @ts-expect-error a parameter has a name, or null
    createClient({ ...service, dialect: { parameters: { take: false } } });
    // @ts-expect-error `limit` is a name of the service
    createClient({ ...service, dialect: { parameters: { limit: 'take' } } });
    // @ts-expect-error no such comparator
    createMock({ dialect: { comparators: { string: { lke: true } } } });
    // @ts-expect-error a comparator is there or not
    createMock({ dialect: { comparators: { string: { like: 'no' } } } });
    // @ts-expect-error no alternative that `satisfies` accepts
    ({ text: { like: 'ilike' } }) as const satisfies Dialect;
  });

  test('needs `as const`, because text would be any text', () => {
    const widened = { nulls: 'sql' };
    // @ts-expect-error `nulls` is a string
    createMock({ dialect: widened });
  });
});
