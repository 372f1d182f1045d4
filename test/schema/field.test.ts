import {
  boolean,
  computed,
  date,
  decimal,
  enumeration,
  integer,
  json,
  many,
  nullable,
  number,
  one,
  string,
  uuid,
} from 'payments-data-client';
import { expect, test } from 'vitest';

test.each([
  ['string', string()],
  ['uuid', uuid()],
  ['decimal', decimal()],
  ['number', number()],
  ['integer', integer()],
  ['boolean', boolean()],
  ['enumeration', enumeration()],
  ['date', date()],
  ['json', json()],
])('%s() creates a field of that kind, neither nullable nor computed', (kind, field) => {
  expect(field).toEqual({ kind, nullable: false, computed: false, values: [] });
});

test('string() and enumeration() keep the known values', () => {
  expect(string('main', 'custom').values).toEqual(['main', 'custom']);
  expect(enumeration('active').values).toEqual(['active']);
});

test('nullable() and computed() return a changed copy of the field', () => {
  const field = string('a');
  const compute = () => 'a';
  expect(nullable(field)).toEqual({
    kind: 'string',
    nullable: true,
    computed: false,
    values: ['a'],
  });
  expect(computed(field, compute)).toEqual({
    kind: 'string',
    nullable: false,
    computed: true,
    values: ['a'],
    compute,
  });
  expect(nullable(computed(field, compute))).toMatchObject({
    nullable: true,
    computed: true,
    compute,
  });
  expect(field).toEqual({ kind: 'string', nullable: false, computed: false, values: ['a'] });
});

test('one() and many() declare a relation with its foreign key', () => {
  expect(one('units', { foreignKey: 'unit_id' })).toEqual({
    target: 'units',
    cardinality: 'one',
    nullable: false,
    foreignKey: 'unit_id',
    filterable: false,
  });
  expect(one('units', { foreignKey: 'unit_id', nullable: true, filterable: true })).toMatchObject({
    nullable: true,
    filterable: true,
  });
  expect(many('lines', { foreignKey: 'transaction_id' })).toEqual({
    target: 'lines',
    cardinality: 'many',
    nullable: false,
    foreignKey: 'transaction_id',
    filterable: false,
  });
});
