import {
  createClient,
  extendSchema,
  integer,
  type JsonObject,
  type JsonValue,
  json,
  nullable,
  number,
  paymentsSchema,
} from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { zodValidator } from 'payments-data-client/validation';
import { describe, expect, expectTypeOf, test } from 'vitest';

const id = '3f1c2b4a-5d6e-4f70-8a9b-0c1d2e3f4a5b';
const schema = extendSchema(paymentsSchema, {
  accounts: {
    fields: {
      any: json(),
      object: json('object'),
      list: nullable(json('array')),
      count: integer(),
      rate: number(),
    },
  },
});

/** The row of a mock, which a client with a validator reads. */
async function readBack(row: object) {
  const mock = createMock({ schema, data: { accounts: [{ id, ...row } as { id: string }] } });
  const client = createClient({ ...mock.clientOptions, schema, validator: zodValidator() });
  const include = { any: true, object: true, list: true, count: true, rate: true } as const;
  const [read] = await client.accounts.list({ include });
  return read;
}

describe('a row that a service returns', () => {
  test.each<JsonValue>([{ a: 1 }, [1, null], 'text', 7, false])(
    'may have %j in a field of any JSON: mock, validator and filters accept it',
    async (any) => {
      expect(await readBack({ any })).toMatchObject({ any });
      const mock = createMock({ schema, data: { accounts: [{ any: any as number }] } });
      const client = createClient({ ...mock.clientOptions, schema });
      const find = (where: object) => client.accounts.list({ where });
      expect(await find({ any: { eq: any } })).toHaveLength(1);
      expect(await find({ any: { neq: any } })).toHaveLength(0);
    },
  );

  test('has an object or an array, if its field says so', async () => {
    expect(await readBack({ object: { a: 1 }, list: ['a'] })).toMatchObject({
      ...{ object: { a: 1 }, list: ['a'] },
    });
    for (const [row, problem] of [
      [{ object: [] }, 'object: expected a JSON object, got an array.'],
      [{ list: { a: 1 } }, 'list: expected an array, got an object.'],
      [{ any: null }, 'any: is not nullable, got null.'],
    ] as const)
      await expect(readBack(row)).rejects.toThrow(problem);
    type Row = NonNullable<Awaited<ReturnType<typeof readBack>>>;
    expectTypeOf<Row['any']>().toEqualTypeOf<Exclude<JsonValue, null>>();
    expectTypeOf<Row['object']>().toEqualTypeOf<JsonObject>();
    expectTypeOf<Row['list']>().toEqualTypeOf<JsonValue[] | null>();
  });

  test('may have integers that a reader of JSON has rounded, by which no filter is sent [decision 69]', async () => {
    const large = Number('12345678901234567891');
    const row = { count: large, rate: large, any: { inner: [large] } };
    expect(await readBack(row)).toMatchObject(row);
    const { clientOptions } = createMock({ schema });
    const list = createClient({ ...clientOptions, schema }).accounts.list({
      where: { count: large },
    });
    await expect(list).rejects.toThrow('where.count: expected a safe integer');
  });
});
