import { expect, expectTypeOf, test } from 'vitest';
import {
  boolean,
  computed,
  date,
  decimal,
  enumeration,
  integer,
  json,
  nullable,
  number,
  string,
  uuid,
} from '../../src/schema/field.js';
import { many, one } from '../../src/schema/relation.js';

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
])('%s() makes a field of that kind, neither nullable nor computed', (kind, field) => {
  expect(field).toEqual({ kind, nullable: false, computed: false, values: [] });
});

test('values given are known', () => {
  expect(string('main', 'custom').values).toEqual(['main', 'custom']);
  expect(enumeration('active').values).toEqual(['active']);
});

test('nullable() and computed() change one thing and leave the field given as it was', () => {
  const field = string('a');
  const compute = () => 'a';
  expect(nullable(field)).toEqual({ kind: 'string', nullable: true, computed: false, values: ['a'] });
  expect(computed(field, compute)).toEqual({
    kind: 'string',
    nullable: false,
    computed: true,
    values: ['a'],
    compute,
  });
  expect(nullable(computed(field, compute))).toMatchObject({ nullable: true, computed: true, compute });
  expect(field).toEqual({ kind: 'string', nullable: false, computed: false, values: ['a'] });
});

test('one() and many() make a relation with its foreign key', () => {
  expect(one('units', { foreignKey: 'unit_id' })).toEqual({
    target: 'units',
    cardinality: 'one',
    nullable: false,
    foreignKey: 'unit_id',
  });
  expect(one('units', { foreignKey: 'unit_id', nullable: true }).nullable).toBe(true);
  expect(many('lines', { foreignKey: 'transaction_id' })).toEqual({
    target: 'lines',
    cardinality: 'many',
    nullable: false,
    foreignKey: 'transaction_id',
  });
});

test('one() knows in its type whether it may be null, and refuses what it does not know', () => {
  expectTypeOf(one('units', { foreignKey: 'unit_id' }).nullable).toEqualTypeOf<false>();
  expectTypeOf(one('units', { foreignKey: 'unit_id', nullable: true }).nullable).toEqualTypeOf<true>();
  const unknown: boolean = Date.now() > 0;
  expectTypeOf(one('units', { foreignKey: 'unit_id', nullable: unknown }).nullable).toEqualTypeOf<boolean>();
  // @ts-expect-error 'nulable' is not one of foreignKey, nullable
  one('units', { foreignKey: 'unit_id', nulable: true });
});
