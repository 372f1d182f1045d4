import { isConfigurationError } from 'payments-data-client';
import { expect, test } from 'vitest';
import { isSchema, resourceOf } from '../../src/schema/resources.js';
import { payments } from '../query/parse-query.js';

test('resourceOf() returns the resource with a name', () => {
  expect(resourceOf(payments, 'balances')).toBe(payments.balances);
});

test.each(['balance', 'constructor', '__proto__', ''])('resourceOf() rejects %j', (name) => {
  let caught: unknown;
  try {
    resourceOf(payments, name);
  } catch (error) {
    caught = error;
  }
  expect(isConfigurationError(caught)).toBe(true);
  expect(caught).toMatchObject({ message: `\`${name}\` is not a resource of the schema.` });
});

test('a schema is complete if each of its resources is', () => {
  expect(isSchema(payments)).toBe(true);
  expect(isSchema({ ...payments, notes: { fields: {} } })).toBe(false);
  expect(isSchema({ notes: { fields: {} }, ...payments })).toBe(false);
});

test.each(['fields', 'relations', 'operations'])(
  'a schema with a resource without `%s` is not complete',
  (name) => {
    expect(isSchema({ ...payments, notes: { ...payments.units, [name]: undefined } })).toBe(false);
  },
);
