import { createClient, type Dialect, isConfigurationError } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { openEnvelope, putIntoEnvelope, resolveDialect, rowsPerPage } from '../../src/dialect.js';

const resolve = (dialect?: Dialect) => resolveDialect('createMock', dialect);

/** The message with which a mock rejects a dialect. */
function rejected(dialect: unknown): string {
  try {
    createMock({ dialect: dialect as Dialect });
  } catch (error) {
    if (isConfigurationError(error)) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('a dialect', () => {
  test('has a default for each member that it leaves out', () => {
    const defaults = {
      envelope: { isDeclared: false, rows: ['result'], pagination: ['pagination'], cursor: null },
      parameters: {
        ...{ where: 'where', include: 'include', orderBy: 'order_by', take: 'take', skip: 'skip' },
        ...{ page: null, cursor: null },
      },
      pageSize: { default: Infinity, max: Infinity },
      ...{ orderFormat: 'name:asc', maxUrlLength: 8_000, nullOrder: 'largest' },
      ...{ nulls: 'value', text: 'exact', like: 'exact' },
      declared: { text: undefined, like: undefined },
    };
    expect(resolve()).toEqual(defaults);
    const undefinedMembers = Object.keys(defaults).map((name) => [name, undefined]);
    expect(resolve(Object.fromEntries(undefinedMembers))).toEqual(defaults);
    expect(resolve({ parameters: { take: undefined }, pageSize: { max: undefined } })).toEqual(
      defaults,
    );
  });

  test('compares `like` as text, unless it says otherwise', () => {
    expect(resolve({ text: 'insensitive' }).like).toBe('insensitive');
    expect(resolve({ text: 'insensitive', like: 'exact' }).like).toBe('exact');
    expect(resolve({ like: 'insensitive' }).text).toBe('exact');
  });

  test.each<[Dialect, text: string | undefined, like: string | undefined]>([
    [{}, undefined, undefined],
    [{ text: 'exact' }, 'exact', 'exact'],
    [{ like: 'exact' }, undefined, 'exact'],
    [{ text: 'insensitive' }, 'insensitive', 'insensitive'],
    [{ text: 'insensitive', like: 'exact' }, 'insensitive', 'exact'],
    [{ text: undefined, like: 'insensitive' }, undefined, 'insensitive'],
  ])('%j says of text %j and of `like` %j, and nothing by default', (dialect, text, like) => {
    expect(resolve(dialect).declared).toEqual({ text, like });
  });

  test('keeps what it says', () => {
    const dialect = {
      ...{ orderFormat: '-name', maxUrlLength: 2_000, nullOrder: 'first', nulls: 'sql' },
      ...{ text: 'insensitive', like: 'exact', pageSize: { default: 20, max: 50 } },
      parameters: { take: 'limit', page: 'page' },
    } as const satisfies Dialect;
    expect(resolve(dialect)).toMatchObject(dialect);
    expect(rejected(dialect)).toBe('accepted');
  });

  test.each<[take: number | undefined, pageSize: object, rows: number]>([
    [undefined, {}, Infinity],
    [5, {}, 5],
    [undefined, { default: 20 }, 20],
    [30, { default: 20 }, 30],
    [30, { default: 20, max: 25 }, 25],
    [undefined, { max: 25 }, 25],
    [0, { default: 20 }, 0],
  ])('with take %s and a page size of %j, a page has %s rows', (take, pageSize, rows) => {
    expect(rowsPerPage(take, resolve({ pageSize }))).toBe(rows);
  });
});

describe('an invalid dialect is rejected', () => {
  const path = "a name, or a path such as 'meta.rows'";
  const envelope = `expected \`dialect.envelope\` to be ${path}, or null, or { rows, pagination, cursor }, got`;
  const name = 'to be the name of a query parameter, or null if the service has none, got';
  const both =
    '`dialect.parameters.cursor` and `dialect.envelope.cursor` need each other: the parameter sends the cursor, and the member of the body has the next one. Set both, or neither.';
  const repeated = (text: string) =>
    `two members of \`dialect.parameters\` have the name '${text}'. Use null for one that the service does not have.`;
  const members =
    'envelope, parameters, pageSize, maxUrlLength, orderFormat, nulls, text, like, nullOrder';

  test.each<[unknown, string]>([
    [
      { pageSize: { default: 5, max: 2 } },
      '`dialect.pageSize.default` is 5, which is more than `max` (2). Set it to at most 2.',
    ],
    [null, 'expected `dialect` to be an object such as { envelope: … }, got null.'],
    [
      new Map(),
      'expected `dialect` to be an object such as { envelope: … }, got an instance of Map.',
    ],
    [
      { null: 'sql' },
      `\`dialect.null\` is not an option. Did you mean \`nulls\`? The options are ${members}.`,
    ],
    [
      JSON.parse('{"__proto__":{}}'),
      `\`dialect.__proto__\` is not an option. The options are ${members}.`,
    ],
    [{ nulls: 'SQL' }, 'expected `dialect.nulls` to be one of value, sql, got "SQL".'],
    [
      { nullOrder: 'nulls last' },
      'expected `dialect.nullOrder` to be one of largest, smallest, last, first, got "nulls last".',
    ],
    [{ envelope: 'meta..rows' }, `${envelope} "meta..rows".`],
    [
      { envelope: { rows: 'data', cursor: null } },
      `expected \`dialect.envelope.cursor\` to be ${path}, got null.`,
    ],
    [
      { envelope: { row: 'data' } },
      '`dialect.envelope.row` is not an option. Did you mean `rows`? The options are rows, pagination, cursor.',
    ],
    [{ parameters: { take: 'a&b' } }, `expected \`dialect.parameters.take\` ${name} "a&b".`],
    [{ parameters: { skip: '' } }, `expected \`dialect.parameters.skip\` ${name} "".`],
    [
      { parameters: { limit: 'take' } },
      '`dialect.parameters.limit` is not an option. Did you mean `take`? The options are where, include, orderBy, take, skip, page, cursor.',
    ],
    [{ parameters: { take: 'n', skip: 'n' } }, repeated('n')],
    [{ parameters: { cursor: 'start' } }, both],
    [{ envelope: { cursor: 'next' } }, both],
    [
      { parameters: { cursor: 'c' }, envelope: { rows: null, cursor: 'next' } },
      '`dialect.envelope.cursor` must be beside the rows, not in them.',
    ],
    [
      { parameters: { cursor: 'c' }, envelope: { rows: 'data', cursor: 'data.next' } },
      '`dialect.envelope.cursor` must be beside the rows, not in them.',
    ],
    [
      { parameters: { cursor: 'c' }, envelope: { cursor: 'result' } },
      '`dialect.envelope.cursor` must be beside the rows, not in them.',
    ],
    [{ pageSize: { max: 0 } }, 'expected `dialect.pageSize.max` to be a positive integer, got 0.'],
    [{ maxUrlLength: 1.5 }, 'expected `dialect.maxUrlLength` to be a positive integer, got 1.5.'],
  ])('%j', (dialect, problem) => {
    expect(rejected(dialect)).toBe(`createMock: ${problem}`);
  });

  test('by a client, too', () => {
    const options = { baseUrl: 'https://api.example.com', apiKey: null };
    expect(() => createClient({ ...options, dialect: { pageSize: { max: 0 } } })).toThrow(
      'createClient: expected `dialect.pageSize.max` to be a positive integer, got 0.',
    );
    expect(() => createClient({ ...options, dialect: { parameters: { take: 'skip' } } })).toThrow(
      `createClient: ${repeated('skip')}`,
    );
  });
});

const rows = [{ id: 'a' }];

describe('an envelope', () => {
  test.each<[envelope: Dialect['envelope'], body: unknown, data: unknown, more?: object]>([
    [undefined, rows, rows],
    [undefined, { result: rows, pagination: 1 }, rows, { pagination: 1, cursor: null }],
    [undefined, { data: rows }, { data: rows }],
    [undefined, { id: 'a', result: 'paid' }, { id: 'a', result: 'paid' }], // a row
    [null, { result: rows }, { result: rows }],
    [
      'data',
      { data: rows, pagination: { total: 1 } },
      rows,
      { pagination: { total: 1 }, cursor: null },
    ],
    ['meta.rows', { meta: { rows } }, rows, { cursor: null }],
    ['meta.rows', { 'meta.rows': rows }, { 'meta.rows': rows }],
    ['toString', {}, {}],
    [
      { rows: 'data', pagination: 'meta' },
      { data: rows, meta: 1 },
      rows,
      { pagination: 1, cursor: null },
    ],
  ])('%j of the body %j contains %j', (envelope, body, data, more) => {
    expect(openEnvelope(body, resolve({ envelope }))).toEqual({
      ...{ data, pagination: undefined, cursor: undefined, ...more },
    });
  });

  const dialect: Dialect = {
    parameters: { cursor: 'start' },
    envelope: { rows: 'data.rows', pagination: 'data.page', cursor: 'data.page.next' },
  };

  test('has the cursor of the next page, unless it says that there is none', () => {
    const open = (page: object) => openEnvelope({ data: { rows, page } }, resolve(dialect)).cursor;
    expect(open({ next: 'x' })).toBe('x');
    expect(open({ next: 'x', has_more: true })).toBe('x');
    expect(open({ next: 'x', has_more: false })).toBe(null);
    expect(open({})).toBe(null);
  });

  test('is put around rows by a mock, if it is declared', () => {
    const put = (given: Dialect, page?: { total: number; cursor?: string }) =>
      putIntoEnvelope(rows, resolve(given), page);
    expect(put({}, { total: 1 })).toBe(rows);
    expect(put({ envelope: null }, { total: 1 })).toBe(rows);
    expect(put({ envelope: 'data' })).toEqual({ data: rows });
    expect(put({ envelope: 'data' }, { total: 1 })).toEqual({
      pagination: { total: 1 },
      data: rows,
    });
    for (const cursor of ['x', undefined]) {
      const body = put(dialect, { total: 7, ...(cursor && { cursor }) });
      expect(body).toEqual({ data: { rows, page: { total: 7, next: cursor ?? null } } });
      expect(openEnvelope(body, resolve(dialect)).data).toEqual(rows);
    }
    expect(put({ envelope: '__proto__.rows' })).toEqual(
      JSON.parse('{"__proto__":{"rows":[{"id":"a"}]}}'),
    );
  });
});
