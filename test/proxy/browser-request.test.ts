import type { Dialect } from 'payments-data-client';
import { expect, test } from 'vitest';
import { resolveDialect } from '../../src/dialect/resolve-dialect.js';
import { positionFilters } from '../../src/proxy/browser-request.js';
import { filterToJson } from '../../src/proxy/filter-nodes.js';
import { parseListQuery } from '../../src/query/list-query.js';
import { queryErrorMessage } from '../fixtures/failure.js';
import { things } from '../mock/things.js';

const filtersOf = (query: object, dialect?: Dialect) =>
  positionFilters(things, parseListQuery(things, 'things', query), resolveDialect('test', dialect)).map(
    filterToJson,
  );

test.each([
  ['asc', { after: 'x' }, { name: { gt: 'x' } }],
  ['asc', { before: 'x' }, { name: { lt: 'x' } }],
  ['desc', { after: 'x' }, { name: { lt: 'x' } }],
  ['desc', { before: 'x' }, { name: { gt: 'x' } }],
])('in the order name:%s, %j is the filter %j', (direction, position, filter) => {
  expect(filtersOf({ orderBy: { name: direction }, ...position })).toEqual([filter]);
});

/** Where null belongs, it is after or before every value. */
test.each([
  ['largest', 'asc', 'after'],
  ['largest', 'desc', 'before'],
  ['smallest', 'asc', 'before'],
  ['smallest', 'desc', 'after'],
  ['last', 'asc', 'after'],
  ['last', 'desc', 'after'],
  ['first', 'asc', 'before'],
  ['first', 'desc', 'before'],
] as const)('if nulls are %s, they are in the order text:%s %s each value', (nulls, direction, side) => {
  const sides = ['after', 'before'] as const;
  const withNull = sides.filter((one) =>
    filtersOf({ orderBy: { text: direction }, [one]: 'x' }, { order: { nulls } }).some(
      (filter) => 'OR' in filter,
    ),
  );
  expect(withNull).toEqual([side]);
  expect(filtersOf({ orderBy: { text: direction }, [side]: 'x' }, { order: { nulls } })).toEqual([
    { OR: [{ text: expect.anything() }, { text: null }] },
  ]);
});

test.each([
  ['score', '12', 12],
  ['score', '-1.25', -1.25],
  ['score', '1e2', 100],
  ['score', '25E-1', 2.5],
  ['score', '1e+21', undefined],
  ['rank', '10', 10],
])('a number of the query string is compared as a number: %s after %j', (field, after, operand) => {
  const filters = () => filtersOf({ orderBy: { [field]: 'asc' }, after }, { order: { nulls: 'first' } });
  if (operand !== undefined) expect(filters()).toEqual([{ [field]: { gt: operand } }]);
  else expect(queryErrorMessage(filters)).toBe(`after.${field}.gt: expected a safe integer, got 1e+21.`);
});

test.each(['1.', '.5', 'e5', '1e', '0x10', '12 apples', 'the 12', ''])('%j is no number', (after) => {
  const query = { orderBy: { score: 'asc' }, before: after || ' ' };
  expect(queryErrorMessage(() => filtersOf(query))).toBe(
    `before.score.lt: expected a number, got ${JSON.stringify(after || ' ')}.`,
  );
});

test('a position needs an order', () => {
  expect(queryErrorMessage(() => filtersOf({ after: 'x' }))).toBe(
    'after: needs `order_by`: its value belongs to the first ordering field.',
  );
  expect(filtersOf({ orderBy: { name: 'asc' } })).toEqual([]);
});
