import { createClient, type Dialect } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { describe, expectTypeOf, it } from 'vitest';

describe('a dialect', () => {
  const dialect = {
    envelope: { rows: 'data.rows', cursor: 'data.next' },
    parameters: { take: 'limit', after: null, cursor: 'cursor' },
    orderFormat: '-name',
    pageSize: { default: 50, max: 100 },
    maxUrlLength: 4_000,
    nulls: 'sql',
    text: 'insensitive',
    like: 'exact',
    nullOrder: 'last',
  } as const satisfies Dialect;

  it('is one constant for a client and a mock', () => {
    createClient({ baseUrl: 'https://api.example.com', apiKey: 'key', dialect });
    createMock({ dialect });
  });

  it('has nine members, each optional', () => {
    expectTypeOf<keyof Dialect>().toEqualTypeOf<keyof typeof dialect>();
    expectTypeOf<Dialect>().toEqualTypeOf<Partial<Dialect>>();
    const members: Dialect = { envelope: undefined, pageSize: { max: undefined }, text: undefined };
    return members;
  });

  it('has no other members and values', () => {
    // @ts-expect-error there is no such parameter
    const parameter: Dialect = { parameters: { limit: 'limit' } };
    // @ts-expect-error there is no such value
    const value: Dialect = { nulls: 'largest' };
    // @ts-expect-error there is no such member
    const member: Dialect = { dates: 'milliseconds' };
    return [parameter, value, member];
  });
});
