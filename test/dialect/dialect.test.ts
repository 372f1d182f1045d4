import { createClient, isConfigurationError } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import {
  type Dialect,
  dialectCheck,
  openEnvelope,
  putIntoEnvelope,
  resolveDialect,
  rowsPerPage,
} from '../../src/dialect.js';
import { checkOptions } from '../../src/values/check-options.js';

/** The message with which a dialect is rejected. */
function problemOf(dialect: unknown): string {
  try {
    checkOptions('createMock', { dialect }, { dialect: dialectCheck() });
    resolveDialect('createMock', dialect as Dialect);
  } catch (error) {
    if (isConfigurationError(error)) return error.message;
    throw error;
  }
  return 'accepted';
}

const defaults = {
  envelope: { isDeclared: false, rows: ['result'], pagination: ['pagination'], cursor: null },
  parameters: {
    where: 'where',
    include: 'include',
    orderBy: 'order_by',
    take: 'take',
    skip: 'skip',
    page: null,
    cursor: null,
    after: 'after',
    before: 'before',
  },
  orderFormat: 'name:asc',
  pageSize: { default: Infinity, max: Infinity },
  maxUrlLength: 8_000,
  nulls: 'value',
  text: 'exact',
  like: 'exact',
  nullOrder: 'largest',
};

describe('a dialect', () => {
  test.each<[Dialect | undefined, object]>([
    [undefined, {}],
    [{}, {}],
    [Object.fromEntries(Object.keys(defaults).map((name) => [name, undefined])), {}],
    [{ pageSize: { max: undefined }, parameters: { take: undefined } }, {}],
    [{ pageSize: { max: 50 } }, { pageSize: { default: Infinity, max: 50 } }],
    [{ text: 'insensitive' }, { text: 'insensitive', like: 'insensitive' }],
    [{ text: 'insensitive', like: 'exact' }, { text: 'insensitive' }],
    [{ like: 'insensitive' }, { like: 'insensitive' }],
    [
      { nulls: 'sql', nullOrder: 'first', orderFormat: '-name' },
      { nulls: 'sql', nullOrder: 'first', orderFormat: '-name' },
    ],
    [{ envelope: null }, { envelope: { ...defaults.envelope, rows: null } }],
    [
      { envelope: 'meta.rows' },
      { envelope: { ...defaults.envelope, isDeclared: true, rows: ['meta', 'rows'] } },
    ],
    [
      { envelope: { pagination: 'page.info' } },
      { envelope: { ...defaults.envelope, isDeclared: true, pagination: ['page', 'info'] } },
    ],
    [
      {
        parameters: { take: 'limit', skip: null, page: 'page', cursor: 'next' },
        envelope: { cursor: 'meta.next' },
      },
      {
        envelope: { ...defaults.envelope, isDeclared: true, cursor: ['meta', 'next'] },
        parameters: {
          ...defaults.parameters,
          take: 'limit',
          skip: null,
          page: 'page',
          cursor: 'next',
        },
      },
    ],
  ])('%j has the defaults of all other members', (dialect, members) => {
    expect(resolveDialect('test', dialect)).toEqual({ ...defaults, ...members });
  });

  test.each([
    [null, '`dialect` to be an object such as { envelope: … }, got null.'],
    [new Map(), '`dialect` to be an object such as { envelope: … }, got an instance of Map.'],
    [{ nulls: 'sgl' }, '`dialect.nulls` to be one of value, sql, got "sgl".'],
    [
      { text: { collation: 'en' } },
      '`dialect.text` to be one of exact, insensitive, got an object.',
    ],
    [{ orderFormat: 'asc' }, '`dialect.orderFormat` to be one of name:asc, -name, got "asc".'],
    [
      { nullOrder: null },
      '`dialect.nullOrder` to be one of largest, smallest, last, first, got null.',
    ],
    [{ maxUrlLength: 0 }, '`dialect.maxUrlLength` to be a positive integer, got 0.'],
    [{ pageSize: 50 }, '`dialect.pageSize` to be an object, got 50.'],
    [{ pageSize: { max: 1.5 } }, '`dialect.pageSize.max` to be a positive integer, got 1.5.'],
    [
      { envelope: '' },
      '`dialect.envelope` to be a name, or a path such as \'meta.rows\', or null, or { rows, pagination, cursor }, got "".',
    ],
    [
      { envelope: { rows: 'a..b' } },
      '`dialect.envelope.rows` to be a name, or a path such as \'meta.rows\', or null, got "a..b".',
    ],
    [
      { envelope: { cursor: null } },
      "`dialect.envelope.cursor` to be a name, or a path such as 'meta.rows', got null.",
    ],
    ...['', 'a b', 'a&b', 'a=b', 'a#', 'a?', 'a+b', 'a\ud800', 1].map((take): [object, string] => [
      { parameters: { take } },
      `\`dialect.parameters.take\` to be the name of a query parameter, or null if the service has none, got ${JSON.stringify(take)}.`,
    ]),
  ])('%j is rejected', (dialect, problem) => {
    expect(problemOf(dialect)).toBe(`createMock: expected ${problem}`);
  });

  test.each([
    [
      { null: 'sql' },
      '`dialect.null` is not an option. Did you mean `nulls`? The options are envelope, parameters, pageSize, maxUrlLength, orderFormat, nulls, text, like, nullOrder.',
    ],
    [
      { parameters: { limit: 'x' } },
      '`dialect.parameters.limit` is not an option. Did you mean `take`? The options are where, include, orderBy, take, skip, page, cursor, after, before.',
    ],
    [
      { parameters: { take: 'n', skip: 'n' } },
      "two members of `dialect.parameters` have the name 'n'. Use null for one that the service does not have.",
    ],
    ...[{ parameters: { cursor: 'cursor' } }, { envelope: { cursor: 'next' } }].map(
      (dialect): [object, string] => [
        dialect,
        '`dialect.parameters.cursor` and `dialect.envelope.cursor` need each other: the parameter sends the cursor, and the member of the body has the next one. Set both, or neither.',
      ],
    ),
  ])('%j is rejected, too', (dialect, problem) => {
    expect(problemOf(dialect)).toBe(`createMock: ${problem}`);
    const options = {
      baseUrl: 'https://api.example.com',
      apiKey: null,
      dialect: dialect as Dialect,
    };
    expect(() => createClient(options)).toThrow(`createClient: ${problem}`);
    expect(() => createMock({ dialect: dialect as Dialect })).toThrow(`createMock: ${problem}`);
  });
});

describe('an envelope', () => {
  const rows = [{ id: 'a' }];
  const cursors: Dialect = {
    parameters: { cursor: 'cursor' },
    envelope: { rows: 'data', pagination: 'meta', cursor: 'meta.next' },
  };

  test.each<[Dialect, unknown, { data: unknown; pagination?: unknown; cursor?: unknown }]>([
    [{}, rows, { data: rows }],
    [{}, { result: rows }, { data: rows }],
    [{}, { result: rows, pagination: { total: 1 } }, { data: rows, pagination: { total: 1 } }],
    [{}, { id: 'a', result: rows }, { data: { id: 'a', result: rows } }], // a row
    [{}, { items: rows }, { data: { items: rows } }],
    [{ envelope: null }, { result: rows }, { data: { result: rows } }],
    [{ envelope: 'items' }, { items: rows }, { data: rows }],
    [{ envelope: 'items' }, rows, { data: rows }],
    [{ envelope: 'meta.rows' }, { meta: { rows } }, { data: rows }],
    [{ envelope: 'meta.rows' }, { meta: [rows] }, { data: { meta: [rows] } }],
    [{ envelope: 'constructor' }, {}, { data: {} }],
    [
      cursors,
      { data: rows, meta: { next: 'n' } },
      { data: rows, pagination: { next: 'n' }, cursor: 'n' },
    ],
    [
      cursors,
      { data: rows, meta: { next: 'n', has_more: false } },
      { data: rows, pagination: { next: 'n', has_more: false } },
    ],
  ])('in the dialect %j is opened: %j', (dialect, body, expected) => {
    expect(openEnvelope(body, resolveDialect('test', dialect))).toEqual({
      pagination: undefined,
      cursor: undefined,
      ...expected,
    });
  });

  test.each<[Dialect, unknown]>([
    [{}, rows],
    [{ envelope: null }, rows],
    [{ envelope: 'items' }, { items: rows, pagination: { total: 1 } }],
    [{ envelope: 'data.rows' }, { data: { rows }, pagination: { total: 1 } }],
    [
      { envelope: { rows: 'page.rows', pagination: 'page.info' } },
      { page: { rows, info: { total: 1 } } },
    ],
    [cursors, { data: rows, meta: { total: 1, next: 'n' } }],
  ])('in the dialect %j is created by a mock: %j', (dialect, body) => {
    const resolved = resolveDialect('test', dialect);
    expect(putIntoEnvelope(rows, resolved, { total: 1, cursor: 'n' })).toEqual(body);
    expect(openEnvelope(putIntoEnvelope(rows, resolved), resolved).data).toEqual(rows);
  });
});

test('a page has `take` rows, or the default number, and at most the largest one', () => {
  const { pageSize } = resolveDialect('test', { pageSize: { default: 20, max: 50 } });
  expect([undefined, 10, 80, 0].map((take) => rowsPerPage(take, { pageSize }))).toEqual([
    20, 10, 50, 0,
  ]);
});
