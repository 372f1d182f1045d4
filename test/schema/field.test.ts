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

test('nullable() and computed() return a changed copy of the field, with its values', () => {
  const field = string('main', 'custom');
  const compute = () => 'a';
  const plain = { kind: 'string', nullable: false, computed: false, values: ['main', 'custom'] };
  expect(nullable(computed(field, compute))).toEqual({
    ...{ ...plain, nullable: true, computed: true, compute },
  });
  expect(field).toEqual(plain);
  expect(enumeration('active').values).toEqual(['active']);
});

test('one() and many() declare a relation with its foreign key', () => {
  const declared = { target: 'units', nullable: false, filterable: false, foreignKey: 'unit_id' };
  expect(one('units', { foreignKey: 'unit_id' })).toEqual({ ...declared, cardinality: 'one' });
  expect(many('units', { foreignKey: 'unit_id' })).toEqual({ ...declared, cardinality: 'many' });
  const options = { foreignKey: 'unit_id', nullable: true, filterable: true };
  expect(one('units', options)).toMatchObject(options);
});
