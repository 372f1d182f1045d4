import json5 from 'json5';
import {
  date,
  defineSchema,
  extendSchema,
  nullable,
  one,
  paymentsSchema,
  uuid,
} from 'payments-data-client';
import { describe, expect, test } from 'vitest';
import { parseQuery } from '../../src/query/query.js';
import { writeRelaxedJson } from '../../src/query/relaxed-json.js';
import { queryErrorMessage } from '../fixtures/failure.js';
import { everyKind } from './every-kind.js';
import { parseWhere } from './parse.js';
import { payments } from './payments.js';

const refused = (where: unknown, name = 'balances') =>
  queryErrorMessage(() => parseWhere(payments, name, where));

const undefinedProblem = 'is undefined, which would match every row. Omit it or pass a value.';
const isNoFilter = `expected a filter of balances such as { id: '…' }`;
const notInTransactions =
  'is not a field or relation of transactions. The specified field list is incomplete: add fields with extendSchema() or the command `connect`.';

describe('a filter', () => {
  test.each<[resource: string, where: object, meaning: string]>([
    // A bare value [where 1]
    ['balances', { account_id: 'a1' }, 'account_id eq "a1"'],
    ['balances', { balance: '1.50' }, 'balance eq "1.50"'],
    ['transactionLines', { amount: -5 }, 'amount eq -5'],
    ['balances', { archived_at: null }, 'archived_at eq null'],
    ['balances', { variables: null }, 'variables eq null'],
    ['balances', { variables: 1 }, 'variables eq 1'],
    ['balances', { variables: true }, 'variables eq true'],
    ['balances', { variables: [['a', { eq: 1 }], null] }, 'variables eq [["a",{"eq":1}],null]'],
    // Several fields and comparators [where 2]
    ['balances', {}, 'true'],
    ['balances', { type: 'main', balance: { gte: '1' } }, '(type eq "main" and balance gte "1")'],
    [
      'balances',
      { balance: { gt: '1', lte: '2' }, type: 'main' },
      '((balance gt "1" and balance lte "2") and type eq "main")',
    ],
    // AND and OR [where 3]
    [
      'transactions',
      {
        OR: [
          { AND: [{ external_id: { contains: 'a' } }, { external_id: { contains: 'b' } }] },
          { entity_id: 'e1', route_id: 'r1' },
        ],
      },
      '((external_id contains "a" and external_id contains "b") or (entity_id eq "e1" and route_id eq "r1"))',
    ],
    [
      'balances',
      { type: 'main', OR: [{ name: 'a' }, { name: 'b' }], AND: [] },
      '(type eq "main" and (name eq "a" or name eq "b") and true)',
    ],
    ['balances', { AND: [] }, 'true'],
    ['balances', { OR: [] }, 'false'],
    ['balances', { OR: [{}] }, '(true)'],
    // some, none and every [where 4] [where 5]
    ['transactions', { lines: { some: { amount: { gte: 100 } } } }, 'lines some amount gte 100'],
    [
      'transactions',
      { lines: { some: {}, none: { amount: 0 }, every: {} } },
      '(lines some true and lines none amount eq 0 and lines every true)',
    ],
    [
      'accounts',
      { status: 'active', balances: { some: { amount: { lt: 0 } } } },
      '(status eq "active" and balances some amount lt 0)',
    ],
    // Computed fields [where 6]
    ['accounts', { identifier: { like: 'ACC' } }, 'identifier like "ACC"'],
    ['balances', { amount: '5' }, 'amount eq "5"'],
    // JSON [where 7] [where 9]
    [
      'balances',
      {
        variables: { contains: { tier: 'gold', limits: { daily: 5, all: ['USD', null] }, no: {} } },
      },
      'variables contains {"tier":"gold","limits":{"daily":5,"all":["USD",null]},"no":{}}',
    ],
    ['balances', { variables: { not_contains: {} } }, 'variables not_contains {}'],
    [
      'balances',
      { variables: { exists: 'limits.daily', not_exists: 'a' } },
      '(variables exists "limits.daily" and variables not_exists "a")',
    ],
  ])(
    'of %s: %j means %s [decision 17] [decision 18] [decision 19] [decision 27]',
    (name, where, meaning) => {
      expect(parseWhere(payments, name, where)).toEqual({ json: where, filter: meaning });
    },
  );

  test.each(['a.$b/c]', '$', '$.a', '/a', 'a[0]', '[0]', ' '])(
    'has any path of JSON, because the API specification does not define the syntax: %j [decision 26]',
    (path) => {
      const where = { variables: { exists: path, not_exists: path } };
      expect(parseWhere(payments, 'balances', where).json).toEqual(where);
    },
  );

  test.each(Object.keys(paymentsSchema) as (keyof typeof paymentsSchema)[])(
    'has every field of %s [where 6]',
    (name) => {
      const operands: Record<string, unknown> = { decimal: '1.5', number: 1, integer: 1, json: {} };
      for (const [field, { kind }] of Object.entries(paymentsSchema[name].fields)) {
        const where = { [field]: { eq: operands[kind] ?? '2026-01-31' } };
        expect(parseWhere(payments, name, where).json).toEqual(where);
      }
    },
  );
});

describe('an object without comparators [decision 18]', () => {
  test.each<[object, object, string]>([
    [{ balance: {}, archived_at: {}, type: 'main' }, { type: 'main' }, 'type eq "main"'],
    [{ balance: {} }, {}, 'true'],
    [
      { OR: [{ status: {} }], balances: { none: { name: {} } } },
      { OR: [{}], balances: { none: {} } },
      '((true) and balances none true)',
    ],
  ])('is no constraint, and is not sent: %j', (where, json, meaning) => {
    const name = 'OR' in where ? 'accounts' : 'balances';
    expect(parseWhere(payments, name, where)).toEqual({ json, filter: meaning });
  });
});

describe('a filterable to-one relation [decision 10]', () => {
  test.each<[name: string, where: object, meaning: string]>([
    [
      'things',
      { maker: { name: { like: 'a' }, id: 'm1' } },
      'maker some (name like "a" and id eq "m1")',
    ],
    [
      'owners',
      { things: { some: { OR: [{ maker: { things: { none: { maker: { name: 'a' } } } } }] } } },
      'things some (maker some things none maker some name eq "a")',
    ],
  ])('of %s: %j means %s', (name, where, meaning) => {
    expect(parseWhere(everyKind, name, where)).toEqual({ json: where, filter: meaning });
  });

  test('is not constrained by an empty object, which is not sent', () => {
    for (const maker of [{}, { name: {} }])
      expect(parseWhere(everyKind, 'things', { maker, id: 'a' })).toEqual({
        json: { id: 'a' },
        filter: 'id eq "a"',
      });
  });

  test.each([
    [
      null,
      'where.maker: expected a filter of owners, got null. Declare the foreign key as a field.',
    ],
    [undefined, `where.maker: ${undefinedProblem}`],
    [
      'm1',
      'where.maker: expected a filter of owners, got "m1". Declare the foreign key as a field.',
    ],
    [{ some: { name: 'a' } }, 'where.maker: `some` is not a field or relation of owners.'],
    [
      { nmae: 'a' },
      'where.maker: `nmae` is not a field or relation of owners. Did you mean `name`?',
    ],
  ])('rejects %o', (maker, message) => {
    expect(queryErrorMessage(() => parseWhere(everyKind, 'things', { maker }))).toBe(message);
  });

  test.each([null, 'p1', ['p1']])('names the foreign key to use instead of %o', (mentor) => {
    const schema = defineSchema({
      people: {
        fields: { id: uuid(), mentor_id: nullable(uuid()) },
        relations: {
          mentor: one('people', { foreignKey: 'mentor_id', nullable: true, filterable: true }),
        },
      },
    });
    expect(queryErrorMessage(() => parseWhere(schema, 'people', { mentor }))).toMatch(
      /^where\.mentor: expected a filter of people, got (null|"p1"|an array)\. Use `mentor_id`\.$/,
    );
  });
});

describe('an invalid filter of balances is rejected', () => {
  const comparators = 'eq, neq, in, not_in, gt, lt, gte, lte, like, contains, not_contains';
  const long = 'x'.repeat(8_000);
  const instead = 'Use `neq` or `not_in` of a field, or `none` of a relation.';

  test.each<[where: unknown, message: string]>([
    // No filter
    [null, `where: ${isNoFilter}, got null.`],
    [undefined, `where: ${isNoFilter}, got undefined.`],
    ['type:main', `where: ${isNoFilter}, got "type:main".`],
    [[{ type: 'main' }], `where: ${isNoFilter}, got an array.`],
    [new Map([['type', 'main']]), `where: ${isNoFilter}, got an instance of Map.`],
    [
      Object.create({ type: 'main' }),
      `where: ${isNoFilter}, got an instance of a class. Spread it: { ...value }.`,
    ],
    [() => true, `where: ${isNoFilter}, got a function.`],
    [{ [Symbol('type')]: 'main' }, 'where: expected string keys, got Symbol(type).'],
    [{ name: { [Symbol('eq')]: 'a' } }, 'where.name: expected string keys, got Symbol(eq).'],
    // Unknown names
    [
      { tpye: 'main' },
      'where: `tpye` is not a field or relation of balances. Did you mean `type`?',
    ],
    [
      { accountId: 'a' },
      'where: `accountId` is not a field or relation of balances. Did you mean `account_id`?',
    ],
    [{ constructor: 'a' }, 'where: `constructor` is not a field or relation of balances.'],
    [JSON.parse('{"__proto__":{}}'), 'where: `__proto__` is not a field or relation of balances.'],
    [{ 0: 'a' }, 'where: `0` is not a field or relation of balances.'],
    [{ some: {} }, 'where: `some` is not a field or relation of balances.'],
    [{ or: [] }, 'where: `or` is not a field or relation of balances. Did you mean `OR`?'],
    [{ $or: [] }, 'where: `$or` is not a field or relation of balances. Did you mean `OR`?'],
    [{ NOT: [] }, `where: \`NOT\` is not a field or relation of balances. ${instead}`],
    [{ not: [] }, `where: \`not\` is not a field or relation of balances. ${instead}`],
    [{ [long]: 1 }, 'where: `xxxxxxx…` is not a field or relation of balances.'],
    // Unknown comparators
    [
      { name: { constructor: 'a' } },
      `where.name: \`constructor\` is not a comparator of string fields. Use ${comparators}.`,
    ],
    [
      JSON.parse('{"name":{"__proto__":"a"}}'),
      `where.name: \`__proto__\` is not a comparator of string fields. Use ${comparators}.`,
    ],
    [
      { name: { [long]: 1 } },
      `where.name: \`xxxxxxx…\` is not a comparator of string fields. Use ${comparators}.`,
    ],
    [
      { archived_at: { like: '2026' } },
      'where.archived_at: `like` is not a comparator of date fields. Use eq, neq, in, not_in, gt, lt, gte, lte.',
    ],
    [
      { id: { lke: 'a' } },
      'where.id: `lke` is not a comparator of uuid fields. Did you mean `like`?',
    ],
    [
      { balance: { gtt: undefined } },
      'where.balance: `gtt` is not a comparator of decimal fields. Did you mean `gt`?',
    ],
    // Comparators of other libraries
    [
      { balance: { equals: '1' } },
      'where.balance: `equals` is not a comparator of decimal fields. Did you mean `eq`?',
    ],
    [
      { archived_at: { is: null } },
      'where.archived_at: `is` is not a comparator of date fields. Did you mean `eq`?',
    ],
    [
      { name: { notIn: [] } },
      'where.name: `notIn` is not a comparator of string fields. Did you mean `not_in`?',
    ],
    [
      { name: { not: 'a' } },
      'where.name: `not` is not a comparator of string fields. Did you mean `neq`?',
    ],
    [
      { name: { $eq: 'a' } },
      'where.name: `$eq` is not a comparator of string fields. Did you mean `eq`?',
    ],
    [
      { balance: { $gt: '1' } },
      'where.balance: `$gt` is not a comparator of decimal fields. Did you mean `gt`?',
    ],
    [
      { name: { startsWith: 'a' } },
      'where.name: `startsWith` is not a comparator of string fields. Did you mean `like`?',
    ],
    [
      { balance: { between: [1, 2] } },
      'where.balance: `between` is not a comparator of decimal fields. Use `gte` and `lte`.',
    ],
    [
      { name: { contains: 'a', mode: 'insensitive' } },
      'where.name: `mode` is not a comparator of string fields. The service decides on letter case.',
    ],
    // Operands
    [
      { type: ['main'] },
      'where.type: expected a value, got an array. Use { in: […] } for an array.',
    ],
    [
      { balance: long },
      `where.balance: expected a decimal string such as '100.00', or a number, got "xxxxxxx"….`,
    ],
    [
      { balance: new Map() },
      `where.balance: expected a decimal string such as '100.00', or a number, got an instance of Map.`,
    ],
    // Groups
    [{ AND: { type: 'main' } }, 'where.AND: expected an array of filters, got an object.'],
    [{ OR: null }, 'where.OR: expected an array of filters, got null.'],
    [{ OR: new Set() }, 'where.OR: expected an array of filters, got an instance of Set.'],
    [{ AND: Array(1) }, `where.AND[0]: ${isNoFilter}, got undefined.`],
    [{ OR: [{ name: 'a' }, null] }, `where.OR[1]: ${isNoFilter}, got null.`],
    [{ OR: [['name']] }, `where.OR[0]: ${isNoFilter}, got an array.`],
    // To-one relations [decision 10]
    ...[{ name: 'US Dollar' }, { some: { name: 'US Dollar' } }, 'u1', null].map(
      (unit): [unknown, string] => [
        { unit },
        'where.unit: cannot filter on a to-one relation. Use `unit_id`, or `filterable: true` in the schema.',
      ],
    ),
    // JSON
    [
      { variables: {} },
      'where.variables: expected comparators, got an empty object. Use { eq: … } or { contains: … }.',
    ],
    [
      { variables: { tier: 'gold' } },
      'where.variables: `tier` is not a comparator of json fields. Use eq, neq, contains, not_contains, exists, not_exists.',
    ],
    [
      { variables: { contains: 'tier' } },
      'where.variables.contains: expected an object, got "tier".',
    ],
    [
      { variables: { contains: ['tier'] } },
      'where.variables.contains: expected an object, got an array.',
    ],
    [
      { variables: { not_contains: new Map() } },
      'where.variables.not_contains: expected an object, got an instance of Map.',
    ],
    [
      { variables: { contains: { a: undefined } } },
      'where.variables.contains.a: expected a JSON value, got undefined.',
    ],
    [
      { variables: { contains: { [long]: undefined } } },
      'where.variables.contains.xxxxxxx…: expected a JSON value, got undefined.',
    ],
    [
      { variables: { exists: '' } },
      'where.variables.exists: expected a key or a dotted path such as \'a.b\', got "".',
    ],
    [{ variables: { exists: ['a'] } }, 'where.variables.exists: expected a string, got an array.'],
    [{ variables: { exists: null } }, 'where.variables.exists: expected a string, got null.'],
    // Undefined, which JSON would leave out
    ...Object.entries({
      'where.id': { type: 'main', id: undefined },
      'where.id.eq': { id: { eq: undefined } },
      'where.id.in[1]': { id: { in: ['a', undefined] } },
      'where.balance.lt': { balance: { gte: '1', lt: undefined } },
      'where.variables.contains': { variables: { contains: undefined } },
      'where.AND': { AND: undefined },
      'where.AND[0].id': { AND: [{ id: undefined }] },
      'where.nmae': { nmae: undefined },
      'where.unit': { unit: undefined },
    }).map(([path, where]): [unknown, string] => [where, `${path}: ${undefinedProblem}`]),
  ])('%o', (where, message) => {
    expect(refused(where)).toBe(message);
  });
});

describe('an invalid filter on a to-many relation is rejected', () => {
  const isNoLine = `expected a filter of transactionLines such as { id: '…' }`;

  test.each([
    [{ lins: { some: {} } }, `where: \`lins\` ${notInTransactions} Did you mean \`lines\`?`],
    [
      { lines: {} },
      'where.lines: expected an object with some, none or every, got an empty object.',
    ],
    [{ lines: null }, 'where.lines: expected an object with some, none or every, got null.'],
    [{ lines: [] }, 'where.lines: expected an object with some, none or every, got an array.'],
    [{ lines: undefined }, `where.lines: ${undefinedProblem}`],
    [
      { lines: { amount: { gte: 1 } } },
      'where.lines: `amount` is not one of some, none and every. Use { some: { amount: … } }.',
    ],
    [
      { lines: { any: {} } },
      'where.lines: `any` is not one of some, none and every. Did you mean `some`?',
    ],
    [
      { lines: { evry: {} } },
      'where.lines: `evry` is not one of some, none and every. Did you mean `every`?',
    ],
    [{ lines: { is: {} } }, 'where.lines: `is` is not one of some, none and every.'],
    [{ lines: { some: undefined } }, `where.lines.some: ${undefinedProblem}`],
    [{ lines: { some: null } }, `where.lines.some: ${isNoLine}, got null.`],
    [{ lines: { some: [{}] } }, `where.lines.some: ${isNoLine}, got an array.`],
    [
      { lines: { some: { amount: { gte: '1' } } } },
      'where.lines.some.amount.gte: expected a number, got "1".',
    ],
  ])('%j', (where, message) => {
    expect(refused(where, 'transactions')).toBe(message);
  });
});

describe('an unknown field of a resource whose specified field list is incomplete [decision 14]', () => {
  test('is rejected with that hint in every part of a query', () => {
    const query = (member: object) =>
      queryErrorMessage(() => parseQuery(payments, 'transactions', member));
    expect(query({ where: { created_at: 'a' } })).toBe(
      `where: \`created_at\` ${notInTransactions}`,
    );
    expect(query({ include: { created_at: true } })).toBe(
      `include: \`created_at\` ${notInTransactions}`,
    );
    expect(query({ orderBy: { created_at: 'asc' } })).toBe(
      `orderBy: \`created_at\` ${notInTransactions}`,
    );
  });

  test('can be added', () => {
    const extended = extendSchema(paymentsSchema, { accounts: { fields: { created_at: date() } } });
    const schema = { ...extended };
    const where = { created_at: '2026-01-31' };
    expect(parseWhere(schema, 'accounts', where).json).toEqual(where);
    expect(queryErrorMessage(() => parseWhere(schema, 'accounts', { foo: 1 }))).toContain(
      'extendSchema()',
    );
  });
});

describe('depth [decision 28]', () => {
  const tooDeep =
    'is nested too deeply. Use at most 1000 levels in a filter, 32 in an include or JSON.';

  /** Wraps a filter so many times. */
  const wrapped = (times: number, filter: object, wrap: (inner: object) => object): object => {
    let where = filter;
    for (let time = 0; time < times; time++) where = wrap(where);
    return where;
  };

  test.each<[name: string, times: number, more: number, wrap: (inner: object) => object]>([
    ['AND', 499, 0, (inner) => ({ AND: [inner] })],
    ['OR', 499, 0, (inner) => ({ OR: [{}, inner] })],
    ['quantifiers', 249, 1, (inner) => ({ parts: { some: { things: { none: inner } } } })],
    ['filterable to-one relations', 332, 1, (inner) => ({ maker: { things: { every: inner } } })],
  ])('of 1000 levels of %s is accepted, 1001 are rejected', (_, times, more, wrap) => {
    const where = (operand: unknown) =>
      wrapped(more, wrapped(times, { id: operand }, wrap), (inner) => ({ AND: [inner] }));
    const accepted = where({ eq: 'a' });
    const { json } = parseWhere(everyKind, 'things', accepted);
    expect(JSON.stringify(json)).toBe(JSON.stringify(accepted));
    expect(JSON.stringify(json5.parse(`{${writeRelaxedJson(json)}}`))).toBe(
      JSON.stringify(accepted),
    );
    const rejected = wrapped(more, wrapped(times, { id: { in: [] } }, wrap), (inner) => ({
      AND: [inner],
    }));
    expect(queryErrorMessage(() => parseWhere(everyKind, 'things', rejected))).toMatch(tooDeep);
  });

  test('that is far too large is rejected without the long path', () => {
    const where = wrapped(100_000, {}, (inner) => ({ AND: [inner] }));
    expect(refused(where)).toBe(`where: ${tooDeep}`);
  });

  test('that is infinite is rejected', () => {
    const cycle: { OR: unknown[] } = { OR: [] };
    cycle.OR.push({ id: 'a' }, { AND: [cycle, cycle] });
    expect(refused(cycle)).toMatch(/^where(\.OR(\[1\])?)?: is circular and cannot be sent\.$/);
    expect(refused({ OR: [{ variables: { contains: cycle } }] })).toMatch(
      /^where\.OR\[0\]\.variables\.contains(\.OR(\[1\](\.AND)?)?)?: is circular and cannot be sent\.$/,
    );
  });

  test('of a JSON operand is 32 levels of its own', () => {
    const json = (depth: number): unknown => (depth === 0 ? 1 : { a: json(depth - 1) });
    const where = (depth: number) =>
      wrapped(400, { variables: { contains: json(depth) } }, (inner) => ({ AND: [inner] }));
    expect(JSON.stringify(parseWhere(payments, 'balances', where(32)).json)).toBe(
      JSON.stringify(where(32)),
    );
    expect(refused(where(33))).toContain(tooDeep);
  });
});

describe('the copy that is sent', () => {
  test('shares no objects with the original', () => {
    const where = { type: { in: ['main'] }, variables: { contains: { a: [1] } } };
    const { json } = parseWhere(payments, 'balances', where);
    where.type.in.push('custom');
    where.variables.contains.a.push(2);
    expect(json).toEqual({ type: { in: ['main'] }, variables: { contains: { a: [1] } } });
  });

  test('contains the checked values of getters that change', () => {
    const once = (first: unknown, then: unknown) => {
      let reads = 0;
      return () => (reads++ === 0 ? first : then);
    };
    const [id, gte] = [once('a', undefined), once('1', 'everything')];
    const where = Object.defineProperties(
      {},
      {
        id: { get: id, enumerable: true },
        balance: {
          value: Object.defineProperty({}, 'gte', { get: gte, enumerable: true }),
          enumerable: true,
        },
      },
    );
    expect(parseWhere(payments, 'balances', where)).toEqual({
      filter: '(id eq "a" and balance gte "1")',
      json: { id: 'a', balance: { gte: '1' } },
    });
  });

  test('has no members that are not enumerable, such as the symbols of stores', () => {
    const hidden = { value: 1, enumerable: false };
    const where = Object.defineProperties(
      { type: 'main' },
      { [Symbol('store')]: hidden, name: hidden },
    );
    expect(parseWhere(payments, 'balances', where)).toEqual({
      json: { type: 'main' },
      filter: 'type eq "main"',
    });
  });

  test('keeps a JSON key called __proto__', () => {
    const where = JSON.parse('{"variables":{"contains":{"__proto__":{"a":1}}}}');
    const { json, filter } = parseWhere(payments, 'balances', where);
    expect(JSON.stringify(json)).toBe('{"variables":{"contains":{"__proto__":{"a":1}}}}');
    expect(filter).toBe('variables contains {"__proto__":{"a":1}}');
  });
});
