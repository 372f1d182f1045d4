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
  expect(field).toEqual({ kind, nullable: false, computed: false, known: [] });
});

test('values given are known', () => {
  expect(string('main', 'custom').known).toEqual(['main', 'custom']);
  expect(enumeration('active').known).toEqual(['active']);
});

test('nullable() and computed() change one thing and leave the field given as it was', () => {
  const field = string('a');
  const compute = () => 'a';
  expect(nullable(field)).toEqual({ kind: 'string', nullable: true, computed: false, known: ['a'] });
  expect(computed(field, compute)).toEqual({
    kind: 'string',
    nullable: false,
    computed: true,
    known: ['a'],
    compute,
  });
  expect(nullable(computed(field, compute))).toMatchObject({ nullable: true, computed: true, compute });
  expect(field).toEqual({ kind: 'string', nullable: false, computed: false, known: ['a'] });
});

test('one() and many() make a relation with its foreign key', () => {
  expect(one('units', { via: 'unit_id' })).toEqual({
    target: 'units',
    cardinality: 'one',
    nullable: false,
    via: 'unit_id',
  });
  expect(one('units', { via: 'unit_id', nullable: true }).nullable).toBe(true);
  expect(many('lines', { via: 'transaction_id' })).toEqual({
    target: 'lines',
    cardinality: 'many',
    nullable: false,
    via: 'transaction_id',
  });
});

test('one() knows in its type whether it may be null, and refuses what it does not know', () => {
  expectTypeOf(one('units', { via: 'unit_id' }).nullable).toEqualTypeOf<false>();
  expectTypeOf(one('units', { via: 'unit_id', nullable: true }).nullable).toEqualTypeOf<true>();
  const unknown: boolean = Date.now() > 0;
  expectTypeOf(one('units', { via: 'unit_id', nullable: unknown }).nullable).toEqualTypeOf<boolean>();
  // @ts-expect-error 'nulable' is not one of via, nullable
  one('units', { via: 'unit_id', nulable: true });
});
