import {
  createClient,
  defineSchema,
  extendSchema,
  many,
  one,
  paymentsSchema,
  pickSchema,
  string,
  uuid,
} from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { listQueryOptions } from 'payments-data-client/tanstack-query';
import { zodValidator } from 'payments-data-client/validation';
import { describe, expect, test } from 'vitest';
import { failure } from '../fixtures/failure.js';

const picks = {
  balances: ['available_balance', 'name', 'unit'],
  units: ['symbol', 'name'],
} as const;

describe('a picked schema', () => {
  test('has the picked fields and `id`, in the order of the schema', () => {
    const { balances, units, ...others } = pickSchema(paymentsSchema, picks);
    expect(others).toEqual({});
    expect(Object.keys(balances.fields)).toEqual(['id', 'name', 'available_balance']);
    expect(Object.keys(balances.relations)).toEqual(['unit']);
    expect([Object.keys(units.fields), Object.keys(units.relations)]).toEqual([
      ['id', 'name', 'symbol'],
      [],
    ]);
  });

  test('keeps paths, operations, and each field and relation as it is', () => {
    const { balances, units } = pickSchema(paymentsSchema, picks);
    expect([balances.path, balances.operations]).toEqual(['/balances', ['get', 'list']]);
    expect([units.path, units.operations]).toEqual([undefined, []]);
    expect(balances.fields.name).toBe(paymentsSchema.balances.fields.name);
    expect(balances.relations.unit).toBe(paymentsSchema.balances.relations.unit);
  });

  test('does not say that its field list is incomplete, which would be a hint at hidden fields', () => {
    const { accounts } = pickSchema(paymentsSchema, { accounts: ['status'] });
    expect('incomplete' in paymentsSchema.accounts).toBe(true);
    expect('incomplete' in accounts).toBe(false);
  });

  test('leaves the schema unchanged', () => {
    const before = JSON.stringify(paymentsSchema);
    pickSchema(paymentsSchema, picks);
    expect(JSON.stringify(paymentsSchema)).toBe(before);
  });

  test('accepts `id`, a name twice, and a resource with `id` alone', () => {
    const schema = pickSchema(paymentsSchema, {
      balances: ['id', 'name', 'name'],
      accounts: ['id'],
    });
    expect(Object.keys(schema.balances.fields)).toEqual(['id', 'name']);
    expect(Object.keys(schema.accounts.fields)).toEqual(['id']);
  });

  test('can be picked from and extended', () => {
    const picked = pickSchema(pickSchema(paymentsSchema, picks), { balances: ['name'] });
    expect(Object.keys(picked.balances.fields)).toEqual(['id', 'name']);
    const extended = extendSchema(picked, { balances: { fields: { color: string() } } });
    expect(Object.keys(extended.balances.fields)).toEqual(['id', 'name', 'color']);
  });

  test('may have resources and properties with the names of inherited ones', () => {
    const schema = defineSchema({
      constructor: {
        path: '/constructor',
        operations: ['list'],
        fields: { id: uuid(), toString: string(), secret: string() },
        relations: { hasOwnProperty: many('where', { foreignKey: 'owner_id' }) },
      },
      where: {
        fields: { id: uuid(), include: string() },
        relations: { valueOf: one('constructor', { foreignKey: 'owner_id' }) },
      },
    });
    const picked = pickSchema(schema, {
      constructor: ['toString', 'hasOwnProperty'],
      where: ['include'],
    });
    expect(Object.keys(picked)).toEqual(['constructor', 'where']);
    expect(Object.keys(picked.constructor.fields)).toEqual(['id', 'toString']);
    expect(() => pickSchema(schema, { where: ['include', 'toString'] } as never)).toThrow(
      'pickSchema: where: `toString` is not a field or relation of where.',
    );
    expect(() => pickSchema(schema, { toString: ['id'] } as never)).toThrow(
      'pickSchema: `toString` is not a resource of the schema.',
    );
  });

  const atLeastOne = 'balances: expected an array of at least one name, got';

  test.each<[unknown, string]>([
    [undefined, 'expected an object of names by resource, got undefined.'],
    [['balances'], 'expected an object of names by resource, got an array.'],
    [{ balance: ['name'] }, '`balance` is not a resource of the schema. Did you mean `balances`?'],
    [
      { balances: ['nmae'] },
      'balances: `nmae` is not a field or relation of balances. Did you mean `name`?',
    ],
    [
      { balances: ['constructor'] },
      'balances: `constructor` is not a field or relation of balances.',
    ],
    [{ balances: [] }, `${atLeastOne} [].`],
    [{ balances: true }, `${atLeastOne} true.`],
    [{ balances: { name: true } }, `${atLeastOne} an object.`],
    [{ balances: [1] }, 'balances: expected names in the array, got 1.'],
    [{ balances: [['name']] }, 'balances: expected names in the array, got an array.'],
    [
      { balances: ['name', 'unit'] },
      'balances: `unit` is a relation to units. Pick a field of units too.',
    ],
  ])('is rejected: %j', (given, message) => {
    expect(() => pickSchema(paymentsSchema, given as never)).toThrow(
      expect.objectContaining({ name: 'ConfigurationError', message: `pickSchema: ${message}` }),
    );
  });
});

describe('everything that takes a schema takes a picked one', () => {
  const schema = pickSchema(paymentsSchema, picks);
  const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
  const mock = createMock({
    schema,
    data: {
      units: [{ id: id(1), name: 'Euro', symbol: '€' }],
      balances: [{ id: id(2), name: 'Main', available_balance: '1.00', unit_id: id(1) } as never],
    },
  });
  const client = createClient({ ...mock.clientOptions, schema, validator: zodValidator() });
  const row = { id: id(2), name: 'Main', available_balance: '1.00' };

  test('the mock, the client and the validation', async () => {
    expect(await client.balances.list()).toEqual([row]);
    expect(await client.balances.get(id(2), { include: { unit: { symbol: true } } })).toEqual({
      ...row,
      unit: { id: id(1), symbol: '€' },
    });
    expect('units' in client).toBe(false); // only reachable as a relation
    expect('accounts' in client).toBe(false);
  });

  test('the client rejects what was not picked, with names that were', async () => {
    const messages = [
      [{ where: { type: 'main' } }, 'where: `type` is not a field or relation of balances.'],
      [
        { include: { account: true } },
        'include: `account` is not a field or relation of balances.',
      ],
      [
        { orderBy: { balance: 'asc' } },
        'orderBy: `balance` is not a field or relation of balances.',
      ],
      [
        { include: { unit: { nam: true } } },
        'include.unit: `nam` is not a field or relation of units. Did you mean `name`?',
      ],
    ] as const;
    for (const [query, message] of messages)
      expect((await failure(client.balances.list(query as never))).message).toBe(message);
  });

  test('the mock rejects what was not picked', async () => {
    const whole = createClient(mock.clientOptions);
    const error = await failure(whole.balances.list({ where: { type: 'main' } }));
    expect(error.message).toContain(
      '400 Bad Request: where: `type` is not a field or relation of balances.',
    );
  });

  test('the validation rejects a response with another kind', async () => {
    const strict = createClient({
      baseUrl: 'https://api.example.com',
      apiKey: 'key',
      schema,
      validator: zodValidator(),
      fetch: async () => Response.json([{ ...row, name: 5 }]),
    });
    expect((await failure(strict.balances.list())).message).toBe(
      'GET /v1/balances failed: the response does not match the query. [0].name: expected a string.',
    );
  });

  test('TanStack Query options', async () => {
    const { queryKey, queryFn } = listQueryOptions(client.balances, { where: { name: 'Main' } });
    expect(queryKey).toEqual([
      'payments-data-client',
      'balances',
      'list',
      { where: { name: 'Main' } },
    ]);
    expect(typeof queryFn).toBe('function');
  });
});
