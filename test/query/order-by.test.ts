import { expect, test } from 'vitest';
import * as orderBy from '../../src/query/order-by.js';
import { QueryNode } from '../../src/query/query-node.js';
import { queryErrorMessage } from '../fixtures/failure.js';
import { everyKind } from './every-kind.js';

const parseOrderBy = (value: unknown) =>
  orderBy.parseOrderBy(everyKind, 'things', new QueryNode('orderBy', value));

test('the order of the fields is kept', () => {
  expect(parseOrderBy({ number: 'desc', date: 'asc', id: 'asc' })).toEqual([
    { field: 'number', direction: 'desc' },
    { field: 'date', direction: 'asc' },
    { field: 'id', direction: 'asc' },
  ]);
});

test('an empty object means no order', () => {
  expect(parseOrderBy({})).toEqual([]);
});

test('all kinds but JSON can be sorted, computed fields too', () => {
  const kinds = [
    'string',
    'uuid',
    'decimal',
    'number',
    'integer',
    'boolean',
    'enumeration',
    'date',
    'label',
  ];
  for (const field of kinds)
    expect(parseOrderBy({ [field]: 'asc' })).toEqual([{ field, direction: 'asc' }]);
});

test.each([
  [{ json: 'asc' }, 'orderBy.json: cannot order by a relation or a JSON field.'],
  [
    { numbr: 'asc' },
    'orderBy: `numbr` is not a field or relation of things. Did you mean `number`?',
  ],
  [{ parts: 'asc' }, 'orderBy.parts: cannot order by a relation or a JSON field.'],
  [{ constructor: 'asc' }, 'orderBy: `constructor` is not a field or relation of things.'],
  [JSON.parse('{"__proto__":"asc"}'), 'orderBy: `__proto__` is not a field or relation of things.'],
  [{ number: 'ASC' }, "orderBy.number: expected 'asc' or 'desc', got \"ASC\"."],
  [{ number: undefined }, "orderBy.number: expected 'asc' or 'desc', got undefined."],
  [{ number: 1 }, "orderBy.number: expected 'asc' or 'desc', got 1."],
  ['number:asc', `orderBy: expected an object such as { id: 'asc' }, got "number:asc".`],
  [['number'], `orderBy: expected an object such as { id: 'asc' }, got an array.`],
  [null, `orderBy: expected an object such as { id: 'asc' }, got null.`],
])('%j is rejected', (given, message) => {
  expect(queryErrorMessage(() => parseOrderBy(given))).toBe(message);
});
