import { isQueryError } from 'payments-data-client';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Dialect, resolveDialect } from '../../src/dialect.js';
import { queryMembers } from '../../src/query/query.js';
import { readSearch } from '../../src/query/read-search.js';
import { payments } from './parse.js';

const read = (search: string, dialect: Dialect = {}, operation: 'list' | 'get' = 'list') =>
  readSearch(payments, 'balances', search, resolveDialect('test', dialect), operation);

/** The members of a query, in the words of a client. */
function asked(search: string, dialect?: Dialect): Readonly<Record<string, unknown>> {
  const { order, ...query } = read(search, dialect);
  const members = {
    ...query,
    orderBy: order.map(({ field, direction }) => `${field} ${direction}`),
  };
  return Object.fromEntries(
    Object.entries(members).filter(
      ([name, value]) =>
        [...queryMembers, 'cursor'].includes(name) && `${value}` && value !== undefined,
    ),
  );
}

const problemOf = (search: string, dialect?: Dialect, operation?: 'get'): string => {
  try {
    read(search, dialect, operation);
  } catch (error) {
    if (isQueryError(error)) return error.message;
    throw error;
  }
  return 'accepted';
};

describe('a query string', () => {
  test.each<[string, Readonly<Record<string, unknown>>, Dialect?]>([
    ['', {}],
    ['?', {}],
    ['&&where=&include=%20&take=&&', {}],
    ["?where=name:'a+b'", { where: { name: 'a b' } }],
    ["where=name:'a%2Bb'&include=name:true", { where: { name: 'a+b' }, include: { name: true } }],
    [
      'order_by=name:desc,id&take=5&skip=10',
      { orderBy: ['name desc', 'id asc'], take: 5, skip: 10 },
    ],
    [
      'filter={name:"x"}&sort=-name,id&limit=2&offset=1',
      { where: { name: 'x' }, orderBy: ['name desc', 'id asc'], take: 2, skip: 1 },
      {
        parameters: { where: 'filter', orderBy: 'sort', take: 'limit', skip: 'offset' },
        orderFormat: '-name',
      },
    ],
    ['page=3&take=10', { take: 10, skip: 20 }, { parameters: { page: 'page', skip: null } }],
    ['page=1', { skip: 0 }, { parameters: { page: 'page', skip: null } }],
    [
      'page=2&take=500',
      { take: 500, skip: 50 },
      { parameters: { page: 'page', skip: null }, pageSize: { max: 50 } },
    ],
    [
      'starting_after=abc',
      { cursor: 'abc' },
      { parameters: { cursor: 'starting_after' }, envelope: { rows: 'data', cursor: 'next' } },
    ],
  ])('%j is read as %j', (search, expected, dialect) => {
    expect(asked(search, dialect)).toEqual(expected);
  });

  test.each<[string, string, Dialect?, 'get'?]>([
    ['take=1&take=1', 'take: is given more than once. Send it once.'],
    ['tak=1', 'query: `tak` is not a parameter of the service. Did you mean `take`?'],
    ['limit=1', 'query: `limit` is not a parameter of the service. Did you mean `take`?'],
    ['filter=x', 'query: `filter` is not a parameter of the service. Did you mean `where`?'],
    ['sort=x', 'query: `sort` is not a parameter of the service. Did you mean `order_by`?'],
    [
      'x=1',
      'query: `x` is not a parameter of the service. Use where, include, order_by, take, skip.',
    ],
    ['take=1', 'query: `take` is allowed in lists only. A single row takes `include`.', {}, 'get'],
    ['x=1', 'query: `x` is not a parameter of the service. Use include.', {}, 'get'],
    ['after=1', 'query: `after` is not a parameter of the service. Use include.', {}, 'get'],
    [
      'after=1',
      'query: `after` is not a parameter of the service. Use `where: { created_at: { gt: … } }`.',
    ],
    [
      'before=1',
      'query: `before` is not a parameter of the service. Use `filter: { created_at: { lt: … } }`.',
      { parameters: { where: 'filter' } },
    ],
    [
      'after=1',
      'query: `after` is not a parameter of the service. Use include, order_by, take, skip.',
      { parameters: { where: null } },
    ],
    ['%', 'query: is not percent-encoded UTF-8.'],
    ['where=%ff', 'query: is not percent-encoded UTF-8.'],
    ['&'.repeat(1000), 'query: has 1001 parameters. At most 1000 are allowed.'],
    ['take=-1', 'take: expected a non-negative integer, got "-1".'],
    ['take=1e3', 'take: expected a non-negative integer, got "1e3".'],
    ['skip=9007199254740993', 'skip: expected a non-negative integer, got 9007199254740992.'],
    ['page=0', 'page: expected a positive integer, got "0".', { parameters: { page: 'page' } }],
    [
      'order_by=nam',
      'order_by: `nam` is not a field or relation of balances. Did you mean `name`?',
    ],
    ['order_by=unit', 'order_by.unit: cannot order by a relation or a JSON field.'],
    ['order_by=name,name:desc', 'order_by: `name` is given more than once.'],
    ['order_by=name:up', "order_by.name: expected 'asc' or 'desc', got \"up\"."],
    ['order_by=-name', 'order_by: expected a field and a direction, got "-name". Use name:desc.'],
    [
      'order_by=name%20ASC',
      'order_by: expected a field and a direction, got "name ASC". Use name:asc.',
    ],
    [
      "order_by={name:'asc'}",
      'order_by: expected fields and directions such as name:asc,id:desc, got "{name:\'asc\'}".',
    ],
    [
      "where=name:'a',name:'b'",
      'where: `name` is given more than once. Write it once, or combine the filters with AND.',
    ],
    [
      "where={'name':'a',\"n\\u0061me\":'b'}",
      'where: `name` is given more than once. Write it once, or combine the filters with AND.',
    ],
    [
      'include=unit:{name:true,name:true}',
      'include: `name` is given more than once. Write it once.',
    ],
    ['where=balance:{gt:NaN}', 'where.balance.gt: expected a finite number, got NaN.'],
    [
      'where=balance:9007199254740993',
      'where.balance: expected a safe integer, got 9007199254740992. Pass it as a string.',
    ],
    [
      `where=${'AND:[{'.repeat(2000)}${'}]'.repeat(2000)}`,
      'where: is nested too deeply. Use at most 1000 levels in a filter, 32 in an include or JSON.',
    ],
  ])('%j is rejected: %s', (search, message, dialect, operation) => {
    expect(problemOf(search, dialect, operation)).toBe(message);
  });

  test.each(['$.a', '/a/b', 'a[0]'])(
    'a service rejects the path %j of JSON; a client sends it [decision 26]',
    (path) => {
      for (const word of ['exists', 'not_exists'])
        expect(problemOf(`where=OR:[{variables:{${word}:'${path}'}}]`)).toBe(
          `where.OR[0].variables.${word}: expected a key or a dotted path such as 'a.b', got "${path}". Other paths are not specified.`,
        );
    },
  );
});

test.each([
  `{'${'a'.repeat(3_900)}"'${':'.repeat(3_900)}`,
  `{${'a'.repeat(1_300)}${':'.repeat(6_500)}`,
  `{"${'a'.repeat(3_900)}":${':'.repeat(3_900)}`,
  ':'.repeat(7_900),
  `${'a:'.repeat(40)}${':'.repeat(7_900)}`,
])('a key is parsed once, however many colons follow it: %#', (text) => {
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  expect(problemOf(`where=${encodeURIComponent(text)}`)).toMatch(/^where: invalid character/);
  const parsed = parse.mock.calls.reduce((sum, [part]) => sum + part.length, 0);
  expect(parsed).toBeLessThan(4 * text.length);
});
