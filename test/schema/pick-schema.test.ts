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
import { zodValidator } from 'payments-data-client/validation';
import { describe, expect, test } from 'vitest';
import { failure } from '../fixtures/failure.js';

const picks = {
  balances: ['available_balance', 'name', 'unit'],
  units: ['symbol', 'name'],
} as const;

describe('a picked schema', () => {
  test('has the picked fields and `id`, in the order of the schema, each as it is', () => {
    const before = JSON.stringify(paymentsSchema);
    const { balances, units, ...others } = pickSchema(paymentsSchema, picks);
    const { id, name, available_balance } = paymentsSchema.balances.fields;
    const { unit } = paymentsSchema.balances.relations;
    expect(others).toEqual({});
    expect(balances).toEqual({
      ...{ path: '/balances', operations: ['get', 'list'] },
      ...{ fields: { id, name, available_balance }, relations: { unit } },
    });
    expect(Object.keys(balances.fields)).toEqual(['id', 'name', 'available_balance']);
    expect(Object.keys(units.fields)).toEqual(['id', 'name', 'symbol']);
    expect([units.path, units.operations, units.relations]).toEqual([undefined, [], {}]);
    expect(JSON.stringify(paymentsSchema)).toBe(before);
  });

  test('does not say that its field list is incomplete, which would be a hint at hidden fields', () => {
    const { accounts } = pickSchema(paymentsSchema, { accounts: ['status'] });
    expect('incomplete' in paymentsSchema.accounts).toBe(true);
    expect('incomplete' in accounts).toBe(false);
  });

  test('can be picked from and extended; `id`, and a name twice, are accepted', () => {
    const picked = pickSchema(pickSchema(paymentsSchema, picks), {
      ...{ balances: ['id', 'name', 'name'], units: ['id'] },
    });
    expect(Object.keys(picked.balances.fields)).toEqual(['id', 'name']);
    expect(Object.keys(picked.units.fields)).toEqual(['id']);
    const extended = extendSchema(picked, { balances: { fields: { color: string() } } });
    expect(Object.keys(extended.balances.fields)).toEqual(['id', 'name', 'color']);
  });

  test('may have resources and properties with the names of inherited ones', () => {
    const schema = defineSchema({
      constructor: {
        path: '/constructor',
        operations: ['list'],
        fields: { id: uuid(), toString: string(), secret: string() },
        relations: { hasOwnProperty: many('toString', { foreignKey: 'owner_id' }) },
      },
      toString: {
        fields: { id: uuid(), length: string() },
        relations: { valueOf: one('constructor', { foreignKey: 'owner_id' }) },
      },
    });
    const picked = pickSchema(schema, {
      constructor: ['toString', 'hasOwnProperty'],
      toString: ['length'],
    });
    expect(Object.keys(picked)).toEqual(['constructor', 'toString']);
    expect(Object.keys(picked.constructor.fields)).toEqual(['id', 'toString']);
    expect(() => pickSchema(schema, { toString: ['length', 'valueOf', 'name'] } as never)).toThrow(
      'pickSchema: toString: `valueOf` is a relation to constructor. Pick a field of constructor too.',
    );
    expect(() => pickSchema(schema, { valueOf: ['id'] } as never)).toThrow(
      'pickSchema: `valueOf` is not a resource of the schema.',
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

  test('is rejected for what is no schema', () => {
    const message = 'pickSchema: expected a schema, got undefined.';
    expect(() => pickSchema(undefined as never, {} as never)).toThrow(message);
  });
});

test('the mock, the client and the validation take a picked schema', async () => {
  const schema = pickSchema(paymentsSchema, picks);
  const row = { id: crypto.randomUUID(), name: 'Main', available_balance: '1.00' };
  const unit = { id: crypto.randomUUID(), name: 'Euro', symbol: '€' };
  const balances = [{ ...row, unit_id: unit.id } as never]; // a key that was not picked
  const mock = createMock({ schema, data: { units: [unit], balances } });
  const client = createClient({ ...mock.clientOptions, schema, validator: zodValidator() });
  expect(await client.balances.get(row.id, { include: { unit: true } })).toEqual({ ...row, unit });
  expect(['units' in client, 'accounts' in client]).toEqual([false, false]);
  for (const [query, problem] of [
    [{ where: { type: 'main' } }, 'where: `type` is not a field or relation of balances.'],
    [{ orderBy: { balance: 'asc' } }, 'orderBy: `balance` is not a field or relation of balances.'],
    [
      { include: { unit: { nam: true } } },
      'include.unit: `nam` is not a field or relation of units. Did you mean `name`?',
    ],
  ] as const) {
    expect((await failure(client.balances.list(query as never))).message).toBe(problem);
    const whole = createClient(mock.clientOptions);
    const { message } = await failure(whole.balances.list(query as never));
    expect(message).toContain(problem.slice(problem.indexOf('`')));
  }
});
