import { expect, test } from 'vitest';
import { resolveDialect } from '../../src/dialect/resolve-dialect.js';
import { filterToJson } from '../../src/proxy/filter-nodes.js';
import { both, restrictFilter } from '../../src/proxy/restrict-query.js';
import { QueryNode } from '../../src/query/query-node.js';
import { parseWhere } from '../../src/query/where.js';
import { things } from '../mock/things.js';

const filterOf = (resource: string, where: object) =>
  parseWhere(things, resource, new QueryNode('where', where)).filter;

/**
 * What is sent for a filter if the rows of the other resource are visible as given, or whether all
 * or no rows match.
 */
function restricted(
  resource: 'boxes' | 'things',
  where: object,
  visible: boolean | object,
  or?: 'everything',
) {
  const other = resource === 'boxes' ? 'things' : 'boxes';
  const visibility = typeof visible === 'boolean' ? visible : filterOf(other, visible);
  const dialect = resolveDialect('test', or && { empty: { or } });
  const result = restrictFilter(
    { serviceSchema: things, visibilityOf: () => visibility, dialect },
    filterOf(resource, where),
    'where',
  );
  return typeof result === 'boolean' ? result : filterToJson(result);
}

const mine = { text: 'mine' };

test.each<[object, boolean | object, boolean | object]>([
  [{ things: { some: { name: 'a' } } }, true, { things: { some: { name: 'a' } } }],
  [{ things: { some: { name: 'a' } } }, mine, { things: { some: { text: 'mine', name: 'a' } } }],
  [{ things: { some: { name: 'a' } } }, false, false],
  [{ things: { some: {} } }, true, { things: { some: {} } }],
  [{ things: { some: {} } }, mine, { things: { some: mine } }],
  [{ things: { some: { OR: [] } } }, true, false],
  [{ things: { none: { name: 'a' } } }, mine, { things: { none: { text: 'mine', name: 'a' } } }],
  [{ things: { none: { name: 'a' } } }, false, true],
  [{ things: { none: { OR: [] } } }, mine, true],
  [{ things: { every: { name: 'a' } } }, true, { things: { every: { name: 'a' } } }],
  [{ things: { every: { name: 'a' } } }, false, true],
  [{ things: { every: {} } }, mine, true],
  [{ things: { every: { OR: [] } } }, true, { things: { none: {} } }],
  [{ OR: [{ things: { some: {} } }, { label: 'x' }] }, false, { OR: [{ label: 'x' }] }],
  [{ OR: [{ things: { none: {} } }, { label: 'x' }] }, false, true],
  [{ label: 'x', things: { some: {} } }, false, false],
  [{ label: 'x', things: { none: {} } }, false, { label: 'x' }],
  [{ AND: [] }, true, true],
  [{ OR: [] }, true, false],
])('a filter of boxes %j, if the visible things are %j, is sent as %j', (where, visible, sent) => {
  expect(restricted('boxes', where, visible)).toEqual(sent);
});

test.each<[object, boolean | object, boolean | object]>([
  [{ box: { label: 'x' } }, true, { box: { label: 'x' } }],
  [{ box: { label: 'x' } }, { id: 'mine' }, { box: { id: 'mine', label: 'x' } }],
  [{ box: { label: 'x' } }, false, false],
  [{ box: { AND: [] } }, true, { box: { AND: [] } }],
  [{ box: { label: 'x' } }, { label: 'y' }, { box: { AND: [{ label: 'y' }, { label: 'x' }] } }],
])('a filter of things %j, if the visible boxes are %j, is sent as %j', (where, visible, sent) => {
  expect(restricted('things', where, visible)).toEqual(sent);
});

test('an empty OR matches every row of a service that ignores it', () => {
  expect(restricted('boxes', { OR: [] }, true, 'everything')).toBe(true);
});

test.each([
  { text: null },
  { name: 'a', amount: { gt: '1', lt: '2' } },
  { data: { eq: { a: 1 } } },
  { name: { in: ['a'] } },
  { AND: [{ amount: { gt: '1', lt: '5' } }, { amount: { gt: '2' } }] },
  { OR: [{ name: 'a' }, { AND: [{ amount: { gt: '1' } }, { amount: { gt: '2' } }] }] },
])('%j is sent as it was written', (where) => {
  expect(restricted('things', where, true)).toEqual(where);
});

test('rows match both, if they match one and the other', () => {
  const [one, other] = [filterOf('things', { name: 'a' }), filterOf('things', { text: 'b' })];
  for (const result of [both(false, one), both(one, false), both(false, true), both(true, false)])
    expect(result).toBe(false);
  expect(both(true, true)).toBe(true);
  expect(both(one, true)).toBe(one);
  expect(both(true, other)).toBe(other);
  expect(both(one, other)).toEqual({ kind: 'and', filters: [one, other] });
});
