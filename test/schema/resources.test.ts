import { expect, test } from 'vitest';
import { isSchema, resourceOf } from '../../src/schema/lookup.js';
import { payments } from '../query/parse.js';

test('resourceOf() returns the resource with a name', () => {
  expect(resourceOf(payments, 'balances')).toBe(payments.balances);
  for (const name of ['balance', 'constructor', '__proto__', ''])
    expect(() => resourceOf(payments, name)).toThrow(
      `\`${name}\` is not a resource of the schema.`,
    );
});

test('a schema is complete if each of its resources is', () => {
  expect(isSchema(payments)).toBe(true);
  for (const name of ['fields', 'relations', 'operations'])
    expect(isSchema({ ...payments, notes: { ...payments.units, [name]: undefined } })).toBe(false);
  for (const value of [{}, null, [], { notes: null }]) expect(isSchema(value)).toBe(false);
});
