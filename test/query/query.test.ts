import type { Dialect } from 'payments-data-client';
import { describe, expect, test } from 'vitest';
import { resolveDialect } from '../../src/dialect.js';
import { parseQuery, writeQuery } from '../../src/query/query.js';
import { queryErrorMessage } from '../fixtures/failure.js';
import { everyKind } from './every-kind.js';
import { payments } from './parse.js';

const parse = (query: unknown) => parseQuery(payments, 'balances', query);
const write = (query: unknown, dialect: Dialect = {}, cursor?: string) =>
  writeQuery(parse(query), resolveDialect('test', dialect), cursor);
const rejected = (act: () => unknown) => queryErrorMessage(act);

const whole = {
  where: { type: 'main' },
  include: { name: true },
  orderBy: { created_at: 'desc', name: 'asc' },
  take: 10,
  skip: 20,
};

describe('a query', () => {
  test('that is empty selects the default fields', () => {
    const { selection, ...others } = parse({});
    expect(selection.fields).toHaveLength(15);
    const nothing = { take: undefined, skip: undefined };
    expect(others).toEqual({
      ...{ resource: 'balances', order: [], filter: undefined, where: undefined },
      ...{ ...nothing, include: undefined },
    });
  });

  test.each<[query: object, written: string, dialect?: Dialect]>([
    [{}, ''],
    [{ include: undefined, take: undefined, skip: undefined }, ''],
    [{ where: {}, include: {}, orderBy: {} }, ''],
    [{ take: 0, skip: 0 }, 'take=0&skip=0'],
    [
      Object.fromEntries(Object.entries(whole).reverse()), // in a fixed order
      "where=type:'main'&include=name:true&order_by=created_at:desc,name:asc&take=10&skip=20",
    ],
    [
      whole,
      "filter=type:'main'&fields=name:true&sort=-created_at,name&limit=10&offset=20",
      {
        parameters: {
          ...{ where: 'filter', include: 'fields', orderBy: 'sort', take: 'limit' },
          ...{ skip: 'offset' },
        },
        orderFormat: '-name',
      },
    ],
    [{ take: 10, skip: 20 }, 'take=10&page=3', { parameters: { page: 'page' } }],
    [{ skip: 100 }, 'page=3', { parameters: { page: 'page' }, pageSize: { default: 50 } }],
    [{ take: 0, skip: 7 }, 'take=0&page=8', { parameters: { page: 'page' } }],
    [{ where: {}, take: 1 }, 'take=1', { parameters: { where: null } }],
  ])('%j is written as %j', (query, written, dialect) => {
    expect(write(query, dialect)).toBe(written);
  });

  test('has the cursor of a page', () => {
    const dialect = { parameters: { cursor: 'start' }, envelope: { rows: 'data', cursor: 'next' } };
    expect(write({ take: 2 }, dialect, 'x y')).toBe('take=2&start=x%20y');
    expect(() => write({}, {}, 'x')).toThrow(
      'cursor: is not available: the service has no such parameter (`dialect.parameters`).',
    );
  });

  test.each(Object.keys(whole))('may lack the parameter `%s` [decision 54]', (name) => {
    const dialect = { parameters: { [name]: null } };
    expect(rejected(() => write(whole, dialect))).toBe(
      `${name}: is not available: the service has no such parameter (\`dialect.parameters\`).`,
    );
    expect(write({}, dialect)).toBe('');
  });

  test('skips whole pages only, if the service numbers them', () => {
    const dialect = { parameters: { page: 'page' }, pageSize: { max: 10 } };
    expect(rejected(() => write({ take: 20, skip: 15 }, dialect))).toBe(
      'skip: expected a multiple of `take`, got 15. The service has numbered pages (`dialect.parameters.page`).',
    );
    expect(write({ take: 20, skip: 10 }, dialect)).toBe('take=20&page=2');
  });

  test('is read once', () => {
    let reads = 0;
    const query = {
      get where() {
        return reads++ === 0 ? { type: 'main' } : {};
      },
    };
    expect([write(query), reads]).toEqual(["where=type:'main'", 1]);
  });
});

describe('an invalid query is rejected', () => {
  const unknown = (name: string) => `query: \`${name}\` is not a query parameter.`;
  const count = 'expected a non-negative integer, got';

  test.each<[unknown, string]>([
    [{ were: undefined }, `${unknown('were')} Did you mean \`where\`?`],
    [{ order_by: {} }, `${unknown('order_by')} Did you mean \`orderBy\`?`],
    [{ Where: {} }, `${unknown('Where')} Did you mean \`where\`?`],
    [{ limit: 1 }, `${unknown('limit')} Did you mean \`take\`?`],
    [{ perPage: 1 }, `${unknown('perPage')} Did you mean \`take\`?`],
    [{ signal: null }, `${unknown('signal')} Pass it in the next argument.`],
    [{ account_id: 'a' }, `${unknown('account_id')} Use { where: { account_id: … } }.`],
    [{ constructor: 1 }, `${unknown('constructor')} Use where, include, orderBy, take, skip.`],
    [
      JSON.parse('{"__proto__":{}}'),
      `${unknown('__proto__')} Use where, include, orderBy, take, skip.`,
    ],
    [{ after: 'x' }, `${unknown('after')} Use \`where: { created_at: { gt: … } }\`.`],
    [{ before: undefined }, `${unknown('before')} Use \`where: { created_at: { lt: … } }\`.`],
    [
      { startingAfter: 'x' },
      `${unknown('startingAfter')} Use \`where: { created_at: { gt: … } }\`.`,
    ],
    [{ cursor: 'x' }, `${unknown('cursor')} Use \`where: { created_at: { gt: … } }\`.`],
    [undefined, 'query: expected an object, got undefined.'],
    ['where', 'query: expected an object, got "where".'],
    [[], 'query: expected an object, got an array.'],
    [new URLSearchParams(), 'query: expected an object, got an instance of URLSearchParams.'],
    [{ where: undefined }, 'where: is undefined. Pass {} for all rows, or omit it.'],
    [{ orderBy: undefined }, 'orderBy: is undefined. Pass {} for no order, or omit it.'],
    [{ where: null }, "where: expected a filter of balances such as { id: '…' }, got null."],
    [{ include: null }, 'include: expected an include of balances such as { id: true }, got null.'],
    [{ orderBy: null }, "orderBy: expected an object such as { id: 'asc' }, got null."],
    [{ take: -1 }, `take: ${count} -1.`],
    [{ take: 1.5 }, `take: ${count} 1.5.`],
    [{ take: '10' }, `take: ${count} "10".`],
    [{ take: Number.NaN }, `take: ${count} NaN.`],
    [{ take: Infinity }, `take: ${count} Infinity.`],
    [{ take: 2 ** 53 }, `take: ${count} 9007199254740992.`],
    [{ take: null }, `take: ${count} null.`],
    [{ take: 10n }, `take: ${count} a bigint.`],
    [{ skip: '0' }, `skip: ${count} "0".`],
  ])('%o', (query, message) => {
    expect(rejected(() => parse(query))).toBe(message);
  });

  test('with members that the method does not accept', () => {
    const parseSome = (query: object) => () =>
      parseQuery(payments, 'balances', query, ['include'], 'is not allowed.');
    for (const where of [{}, undefined])
      expect(rejected(parseSome({ where }))).toBe('query: `where` is not allowed.');
    expect(rejected(parseSome({ name: 'x' }))).toBe(
      `${unknown('name')} Use { include: { name: … } }.`,
    );
    expect(rejected(parseSome({ after: 'x' }))).toBe(`${unknown('after')} Use include.`);
  });
});

describe('an order', () => {
  const orderOf = (orderBy: unknown) => parseQuery(everyKind, 'things', { orderBy }).order;

  test('has the fields in their order, of all kinds but JSON, computed ones too', () => {
    const fields = ['string', 'uuid', 'decimal', 'number', 'integer', 'boolean', 'enumeration'];
    const all = [...fields, 'date', 'label', 'id'].reverse();
    expect(orderOf(Object.fromEntries(all.map((field) => [field, 'desc'])))).toEqual(
      all.map((field) => ({ field, direction: 'desc' })),
    );
    expect(orderOf({})).toEqual([]);
  });

  const direction = "orderBy.number: expected 'asc' or 'desc', got";

  test.each<[unknown, string]>([
    [{ json: 'asc' }, 'orderBy.json: cannot order by a relation or a JSON field.'],
    [{ parts: 'asc' }, 'orderBy.parts: cannot order by a relation or a JSON field.'],
    [
      { numbr: 'asc' },
      'orderBy: `numbr` is not a field or relation of things. Did you mean `number`?',
    ],
    [{ constructor: 'asc' }, 'orderBy: `constructor` is not a field or relation of things.'],
    [
      JSON.parse('{"__proto__":"asc"}'),
      'orderBy: `__proto__` is not a field or relation of things.',
    ],
    [{ number: 'ASC' }, `${direction} "ASC".`],
    [{ number: undefined }, `${direction} undefined.`],
    ['number:asc', 'orderBy: expected an object such as { id: \'asc\' }, got "number:asc".'],
    [['number'], "orderBy: expected an object such as { id: 'asc' }, got an array."],
  ])('%j is rejected', (orderBy, message) => {
    expect(rejected(() => orderOf(orderBy))).toBe(message);
  });
});
