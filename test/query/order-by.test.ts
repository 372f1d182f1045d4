import { expect, test } from 'vitest';
import { checkOrderBy } from '../../src/query/order-by.js';
import { everyKind } from './every-kind.js';
import { refusal } from './query-failure.js';

test('the properties decide in the order in which they are written', () => {
  expect(checkOrderBy(everyKind, 'things', { number: 'desc', date: 'asc', id: 'asc' })).toEqual([
    { field: 'number', direction: 'desc' },
    { field: 'date', direction: 'asc' },
    { field: 'id', direction: 'asc' },
  ]);
});

test('an empty order is no order', () => {
  expect(checkOrderBy(everyKind, 'things', {})).toEqual([]);
});

test('every kind but JSON has an order, computed properties too', () => {
  const kinds = ['string', 'uuid', 'decimal', 'number', 'integer', 'boolean', 'enumeration', 'date', 'label'];
  for (const field of kinds)
    expect(checkOrderBy(everyKind, 'things', { [field]: 'asc' })).toEqual([{ field, direction: 'asc' }]);
});

test.each([
  [{ json: 'asc' }, 'orderBy.json: a JSON property has no order.'],
  [{ numbr: 'asc' }, 'orderBy: `numbr` is not a property of things. Did you mean `number`?'],
  [{ parts: 'asc' }, 'orderBy: `parts` is not a property of things.'],
  [{ constructor: 'asc' }, 'orderBy: `constructor` is not a property of things.'],
  [JSON.parse('{"__proto__":"asc"}'), 'orderBy: `__proto__` is not a property of things.'],
  [{ number: 'ASC' }, "orderBy.number: expected 'asc' or 'desc', not \"ASC\"."],
  [{ number: undefined }, "orderBy.number: expected 'asc' or 'desc', not undefined."],
  [{ number: 1 }, "orderBy.number: expected 'asc' or 'desc', not 1."],
  ['number:asc', 'orderBy: expected an object of properties and directions, not "number:asc".'],
  [['number'], 'orderBy: expected an object of properties and directions, not an array.'],
  [null, 'orderBy: expected an object of properties and directions, not null.'],
])('%j is refused', (orderBy, message) => {
  expect(refusal(() => checkOrderBy(everyKind, 'things', orderBy))).toBe(message);
});
