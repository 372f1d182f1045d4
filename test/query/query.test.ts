import type { Dialect } from 'payments-data-client';
import { describe, expect, test } from 'vitest';
import { resolveDialect } from '../../src/dialect.js';
import { parseQuery, writeQuery } from '../../src/query/query.js';
import { queryErrorMessage } from '../fixtures/failure.js';
import { payments } from './payments.js';

const check = (query: unknown) => parseQuery(payments, 'balances', query);
const write = (query: unknown, dialect?: Dialect) =>
  writeQuery(check(query), resolveDialect('test', dialect));
const refused = (query: unknown) => queryErrorMessage(() => check(query));

describe('a list query', () => {
  test('that is empty selects the default set', () => {
    const { selection, resource, ...rest } = check({});
    expect(resource).toBe('balances');
    expect(selection.fields).toHaveLength(15);
    expect(rest).toEqual({
      order: [],
      take: undefined,
      skip: undefined,
      after: undefined,
      before: undefined,
      filter: undefined,
      where: undefined,
      include: undefined,
    });
    expect(write({})).toBe('');
  });

  test('may have undefined parameters', () => {
    const members = ['include', 'take', 'skip', 'after', 'before'];
    expect(write(Object.fromEntries(members.map((member) => [member, undefined])))).toBe('');
  });

  test('may not have an undefined filter or order, which would return every row', () => {
    const message = (query: object) =>
      queryErrorMessage(() => parseQuery(payments, 'balances', query));
    expect(message({ where: undefined })).toBe(
      'where: is undefined. Pass {} for all rows, or omit it.',
    );
    expect(message({ orderBy: undefined })).toBe(
      'orderBy: is undefined. Pass {} for no order, or omit it.',
    );
  });

  test('with a field among its members is told where the field belongs', () => {
    const message = (allowed: string[]) =>
      queryErrorMessage(() => parseQuery(payments, 'balances', { name: 'x' }, allowed));
    expect(message(['where', 'include'])).toBe(
      'query: `name` is not a query parameter. Use { where: { name: … } }.',
    );
    expect(message(['include'])).toBe(
      'query: `name` is not a query parameter. Use { include: { name: … } }.',
    );
  });

  test.each([{ where: {} }, { where: undefined }])(
    'has no parameter that is not allowed: %o',
    (query) => {
      const parse = () => parseQuery(payments, 'balances', query, ['include'], 'is not allowed.');
      expect(queryErrorMessage(parse)).toBe('query: `where` is not allowed.');
    },
  );

  test('is written in a fixed order, without unused parameters', () => {
    const query = {
      before: 'x',
      after: '2026-01-31T12:00:00Z',
      skip: 5,
      take: 10,
      orderBy: { created_at: 'desc', name: 'asc' },
      include: { name: true },
      where: { type: 'main' },
    };
    expect(write(query)).toBe(
      "where=type:'main'&include=name:true&order_by=created_at:desc,name:asc&take=10&skip=5&after=2026-01-31T12:00:00Z&before=x",
    );
    expect(write({ take: 10 })).toBe('take=10');
  });

  test('empty parameters are not sent', () => {
    expect(write({ where: {}, include: {}, orderBy: {} })).toBe('');
  });

  test('zero is sent', () => {
    expect(write({ take: 0, skip: 0, after: 0 })).toBe('take=0&skip=0&after=0');
  });

  test('a cursor is percent-encoded', () => {
    expect(write({ after: 'a+b/c==', before: 'ü &' })).toBe('after=a%2Bb/c==&before=%C3%BC%20%26');
  });

  test('a Date and a decimal can be a cursor', () => {
    expect(check({ after: new Date(0), before: -1.5 })).toMatchObject({
      after: '1970-01-01T00:00:00.000Z',
      before: -1.5,
    });
    expect(write({ after: '100.00' })).toBe('after=100.00');
  });
});

describe('an invalid list query is rejected', () => {
  const members = 'where, include, orderBy, take, skip, after, before';

  test.each([
    [{ were: {} }, `query: \`were\` is not a query parameter. Did you mean \`where\`?`],
    [{ were: undefined }, `query: \`were\` is not a query parameter. Did you mean \`where\`?`],
    [{ order_by: {} }, `query: \`order_by\` is not a query parameter. Did you mean \`orderBy\`?`],
    [{ Where: {} }, `query: \`Where\` is not a query parameter. Did you mean \`where\`?`],
    [{ limit: 1 }, `query: \`limit\` is not a query parameter. Did you mean \`take\`?`],
    [{ signal: null }, 'query: `signal` is not a query parameter. Pass it in the next argument.'],
    [{ timeout: 1 }, 'query: `timeout` is not a query parameter. Pass it in the next argument.'],
    [{ perPage: 1 }, 'query: `perPage` is not a query parameter. Did you mean `take`?'],
    [{ pageSize: 1 }, 'query: `pageSize` is not a query parameter. Did you mean `take`?'],
    [
      { account_id: 'a' },
      `query: \`account_id\` is not a query parameter. Use { where: { account_id: … } }.`,
    ],
    [{ constructor: 1 }, `query: \`constructor\` is not a query parameter. Use ${members}.`],
    [
      JSON.parse('{"__proto__":{}}'),
      `query: \`__proto__\` is not a query parameter. Use ${members}.`,
    ],
    [undefined, 'query: expected an object, got undefined.'],
    [null, 'query: expected an object, got null.'],
    ['where', 'query: expected an object, got "where".'],
    [[], 'query: expected an object, got an array.'],
    [new URLSearchParams(), 'query: expected an object, got an instance of URLSearchParams.'],
    [{ where: null }, `where: expected a filter of balances such as { id: '…' }, got null.`],
    [{ include: null }, 'include: expected an include of balances such as { id: true }, got null.'],
    [{ orderBy: null }, `orderBy: expected an object such as { id: 'asc' }, got null.`],
    [{ take: -1 }, 'take: expected a non-negative integer, got -1.'],
    [{ take: 1.5 }, 'take: expected a non-negative integer, got 1.5.'],
    [{ take: '10' }, 'take: expected a non-negative integer, got "10".'],
    [{ take: Number.NaN }, 'take: expected a non-negative integer, got NaN.'],
    [{ take: Infinity }, 'take: expected a non-negative integer, got Infinity.'],
    [{ take: 2 ** 53 }, 'take: expected a non-negative integer, got 9007199254740992.'],
    [{ take: null }, 'take: expected a non-negative integer, got null.'],
    [{ take: 10n }, 'take: expected a non-negative integer, got a bigint.'],
    [{ skip: -1 }, 'skip: expected a non-negative integer, got -1.'],
    [{ skip: '0' }, 'skip: expected a non-negative integer, got "0".'],
    [{ after: '' }, 'after: expected a cursor or a value of the first ordering field, got "".'],
    [{ after: null }, 'after: expected a cursor or a value of the first ordering field, got null.'],
    [
      { after: {} },
      'after: expected a cursor or a value of the first ordering field, got an empty object.',
    ],
    [
      { before: true },
      'before: expected a cursor or a value of the first ordering field, got true.',
    ],
    [{ before: Number.NaN }, 'before: expected a finite number, got NaN.'],
    [
      { after: 2 ** 53 },
      'after: expected a safe integer, got 9007199254740992. Pass it as a string.',
    ],
    [{ after: new Date(Number.NaN) }, 'after: expected a valid Date with a year from 0 to 9999.'],
    [{ after: '\ud800' }, 'after: contains an unpaired surrogate. Use toWellFormed().'],
  ])('%o', (query, message) => {
    expect(refused(query)).toBe(message);
  });

  test('a getter is read once', () => {
    let reads = 0;
    const query = {
      get where() {
        return reads++ === 0 ? { type: 'main' } : {};
      },
    };
    expect(write(query)).toBe("where=type:'main'");
    expect(reads).toBe(1);
  });
});

describe('a dialect', () => {
  const query = {
    where: { type: 'main' },
    include: { name: true },
    orderBy: { created_at: 'desc', name: 'asc' },
    take: 1,
    skip: 2,
    after: 'a',
    before: 'b',
  };

  test('names the parameters', () => {
    const parameters = {
      where: 'filter',
      include: 'fields',
      orderBy: 'sort',
      take: 'limit',
      skip: 'offset',
      after: 'from',
      before: 'to',
    };
    expect(write(query, { parameters })).toBe(
      "filter=type:'main'&fields=name:true&sort=created_at:desc,name:asc&limit=1&offset=2&from=a&to=b",
    );
  });

  test('says how an order is written', () => {
    expect(write({ orderBy: query.orderBy }, { orderFormat: '-name' })).toBe(
      'order_by=-created_at,name',
    );
  });

  test.each(Object.keys(query) as (keyof typeof query)[])(
    'may have no parameter for `%s`',
    (name) => {
      const dialect = { parameters: { [name]: null } };
      expect(queryErrorMessage(() => write(query, dialect))).toBe(
        `${name}: is not available: the service has no such parameter (\`dialect.parameters\`).`,
      );
      expect(write({ take: undefined }, dialect)).toBe('');
    },
  );

  test('without a parameter is enough for queries that do not need it', () => {
    expect(write({ where: {}, take: 1 }, { parameters: { where: null } })).toBe('take=1');
  });
});

test('parts of a query can be written', () => {
  const dialect = resolveDialect('test');
  expect(writeQuery({ include: { name: true } }, dialect)).toBe('include=name:true');
  expect(writeQuery({}, dialect)).toBe('');
});

describe('a service', () => {
  test('with numbered pages gets the number of the page', () => {
    const dialect = {
      parameters: { page: 'page', skip: null },
      pageSize: { default: 20, max: 50 },
    };
    expect(write({ take: 10, skip: 30 }, dialect)).toBe('take=10&page=4');
    expect(write({ skip: 20 }, dialect)).toBe('page=2');
    expect(write({ take: 80, skip: 50 }, dialect)).toBe('take=80&page=2');
    expect(write({ take: 0, skip: 0 }, dialect)).toBe('take=0&page=1');
    expect(write({ take: 10 }, dialect)).toBe('take=10');
    expect(queryErrorMessage(() => write({ take: 10, skip: 5 }, dialect))).toBe(
      'skip: expected a multiple of `take`, got 5. The service has numbered pages (`dialect.parameters.page`).',
    );
  });

  test('with cursors gets the cursor of the last response', () => {
    const dialect: Dialect = {
      parameters: { cursor: 'starting_after' },
      envelope: { rows: 'data', cursor: 'next' },
    };
    expect(writeQuery({ take: 5 }, resolveDialect('test', dialect), 'a b+c')).toBe(
      'take=5&starting_after=a%20b%2Bc',
    );
  });
});

describe('an order is rejected', () => {
  test.each([
    [
      { nmae: 'asc' },
      'orderBy: `nmae` is not a field or relation of balances. Did you mean `name`?',
    ],
    [{ unit: 'asc' }, 'orderBy.unit: cannot order by a relation or a JSON field.'],
    [{ variables: 'asc' }, 'orderBy.variables: cannot order by a relation or a JSON field.'],
    [{ name: 'ASC' }, "orderBy.name: expected 'asc' or 'desc', got \"ASC\"."],
    [{ name: undefined }, "orderBy.name: expected 'asc' or 'desc', got undefined."],
    ['name', 'orderBy: expected an object such as { id: \'asc\' }, got "name".'],
    [[{ name: 'asc' }], "orderBy: expected an object such as { id: 'asc' }, got an array."],
  ])('%o', (orderBy, message) => {
    expect(refused({ orderBy })).toBe(message);
  });
});
