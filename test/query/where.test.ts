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
import { parseWhere, payments } from './parse.js';

const filterOf = (where: unknown, name = 'balances') => parseWhere(payments, name, where).filter;
const rejected = (where: unknown, name = 'balances') =>
  queryErrorMessage(() => parseWhere(payments, name, where));

const isUndefined = 'is undefined, which would match every row. Omit it or pass a value.';
const notAFilter = (resource: string, value: string) =>
  `expected a filter of ${resource} such as { id: '…' }, got ${value}.`;

describe('a filter means', () => {
  test.each<[where: object, filter: string, resource?: string]>([
    // Rules 1 and 2: a plain value is equality; fields and comparators combine with AND.
    [{ account_id: 'a1' }, 'account_id eq "a1"'],
    [{ balance: '1.50' }, 'balance eq "1.50"'],
    [{ amount: -5 }, 'amount eq -5', 'transactionLines'],
    [{ archived_at: null }, 'archived_at eq null'],
    [{ variables: null }, 'variables eq null'],
    [{ variables: [['a', { eq: 1 }], null] }, 'variables eq [["a",{"eq":1}],null]'],
    [{ variables: { eq: {} } }, 'variables eq {}'],
    [{ type: 'main', balance: { gte: '1' } }, 'and(type eq "main", balance gte "1")'],
    [
      { balance: { gt: '1', lte: '2' }, type: 'main' },
      'and(and(balance gt "1", balance lte "2"), type eq "main")',
    ],
    [{}, 'and()'],
    [{ identifier: { like: 'ACC' } }, 'identifier like "ACC"', 'accounts'],
    // Rule 3: AND and OR.
    [
      {
        OR: [
          { AND: [{ external_id: { contains: 'a' } }, { external_id: { contains: 'b' } }] },
          { entity_id: 'e1', route_id: 'r1' },
        ],
      },
      'or(and(external_id contains "a", external_id contains "b"), and(entity_id eq "e1", route_id eq "r1"))',
      'transactions',
    ],
    [
      { type: 'main', OR: [{ name: 'a' }, { name: 'b' }], AND: [] },
      'and(type eq "main", or(name eq "a", name eq "b"), and())',
    ],
    [{ OR: [] }, 'or()'],
    [{ OR: [{}] }, 'or(and())'],
    // Rules 4 and 5: quantifiers.
    [{ lines: { some: { amount: { gte: 100 } } } }, 'some lines(amount gte 100)', 'transactions'],
    [
      { lines: { some: {}, none: { amount: 0 }, every: {} } },
      'and(some lines(and()), none lines(amount eq 0), every lines(and()))',
      'transactions',
    ],
    [
      { status: 'active', balances: { some: { amount: { lt: 0 } } } },
      'and(status eq "active", some balances(amount lt 0))',
      'accounts',
    ],
    // Rules 7 to 9: JSON.
    [
      { variables: { contains: { tier: 'gold', none: {}, list: ['USD', null] } } },
      'variables contains {"tier":"gold","none":{},"list":["USD",null]}',
    ],
    [{ variables: { not_contains: {} } }, 'variables not_contains {}'],
    [
      { variables: { exists: 'limits.daily', not_exists: 'a' } },
      'and(variables exists "limits.daily", variables not_exists "a")',
    ],
  ])('%j: %s', (where, filter, resource = 'balances') => {
    expect(parseWhere(payments, resource, where)).toEqual({ filter, json: where });
  });

  test.each(['a.$b/c]', '$', '$.a', '/a', 'a[0]', 'a.b[0].c', ' '])(
    'the path %j as it is, because its syntax is not specified [decision 26]',
    (path) => {
      for (const op of ['exists', 'not_exists']) {
        const where = { variables: { [op]: path } };
        expect(parseWhere(payments, 'balances', where).json).toEqual(where);
      }
    },
  );
});

describe('an object without comparators is no constraint, and is not sent [decision 18]', () => {
  test.each<[string, object, object, string]>([
    [
      'balances',
      { balance: {}, archived_at: {}, type: 'main' },
      { type: 'main' },
      'type eq "main"',
    ],
    ['balances', { balance: {} }, {}, 'and()'],
    [
      'accounts',
      { OR: [{ status: {} }], balances: { none: { name: {} } } },
      { OR: [{}], balances: { none: {} } },
      'and(or(and()), none balances(and()))',
    ],
  ])('%s: %j', (name, where, json, filter) => {
    expect(parseWhere(payments, name, where)).toEqual({ json, filter });
  });
});

describe('a filterable to-one relation [decision 10]', () => {
  const check = (where: unknown, name = 'things') => parseWhere(everyKind, name, where);

  test('is filtered by the fields of the related row, at any depth', () => {
    const where = { maker: { name: { like: 'a' }, id: 'm1' } };
    const filter = 'some maker(and(name like "a", id eq "m1"))';
    expect(check(where)).toEqual({ json: where, filter });
    const deep = { things: { some: { OR: [{ maker: { things: { none: where } } }] } } };
    expect(check(deep, 'owners')).toEqual({
      json: deep,
      filter: `some things(or(some maker(none things(${filter}))))`,
    });
  });

  test('is not constrained by an empty object, which is not sent', () => {
    for (const maker of [{}, { name: {} }])
      expect(check({ maker, id: 'a' })).toEqual({ json: { id: 'a' }, filter: 'id eq "a"' });
  });

  const declare = 'Declare the foreign key as a field.';

  test.each([
    [null, `where.maker: expected a filter of owners, got null. ${declare}`],
    [undefined, `where.maker: ${isUndefined}`],
    ['m1', `where.maker: expected a filter of owners, got "m1". ${declare}`],
    [[], `where.maker: expected a filter of owners, got an array. ${declare}`],
    [{ some: { name: 'a' } }, 'where.maker: `some` is not a field or relation of owners.'],
    [
      { nmae: 'a' },
      'where.maker: `nmae` is not a field or relation of owners. Did you mean `name`?',
    ],
  ])('rejects %o', (maker, message) => {
    expect(queryErrorMessage(() => check({ maker }))).toBe(message);
  });

  test('names the foreign key, if the schema has it', () => {
    const mentor = one('people', { foreignKey: 'mentor_id', nullable: true, filterable: true });
    const schema = defineSchema({
      people: { fields: { id: uuid(), mentor_id: nullable(uuid()) }, relations: { mentor } },
    });
    expect(queryErrorMessage(() => parseWhere(schema, 'people', { mentor: 'p1' }))).toBe(
      'where.mentor: expected a filter of people, got "p1". Use `mentor_id`.',
    );
  });
});

describe('an invalid filter is rejected', () => {
  const text = 'Use eq, neq, in, not_in, gt, lt, gte, lte, like, contains, not_contains.';
  const json = 'Use eq, neq, contains, not_contains, exists, not_exists.';
  const noMember = (name: string) => `where: \`${name}\` is not a field or relation of balances.`;
  const negation = 'Use `neq` or `not_in` of a field, or `none` of a relation.';

  test.each<[unknown, string]>([
    [null, `where: ${notAFilter('balances', 'null')}`],
    [undefined, `where: ${notAFilter('balances', 'undefined')}`],
    ['type:main', `where: ${notAFilter('balances', '"type:main"')}`],
    [[{ type: 'main' }], `where: ${notAFilter('balances', 'an array')}`],
    [new Map(), `where: ${notAFilter('balances', 'an instance of Map')}`],
    [
      Object.create({ type: 'main' }),
      `where: ${notAFilter('balances', 'an instance of a class')} Pass an object literal with its values.`,
    ],
    [{ [Symbol('type')]: 'main' }, 'where: expected string keys, got Symbol(type).'],
    [{ tpye: 'main' }, `${noMember('tpye')} Did you mean \`type\`?`],
    [{ accountId: 'a' }, `${noMember('accountId')} Did you mean \`account_id\`?`],
    [{ constructor: 'a' }, noMember('constructor')],
    [JSON.parse('{"__proto__":{"id":"a"}}'), noMember('__proto__')],
    [{ 0: 'a' }, noMember('0')],
    [{ some: {} }, noMember('some')],
    [{ or: [] }, `${noMember('or')} Did you mean \`OR\`?`],
    [{ NOT: [] }, `${noMember('NOT')} ${negation}`],
    [{ not: [] }, `${noMember('not')} ${negation}`],
    // Undefined, at every place.
    [{ type: 'main', id: undefined }, `where.id: ${isUndefined}`],
    [{ id: { eq: undefined } }, `where.id.eq: ${isUndefined}`],
    [{ id: { in: undefined } }, `where.id.in: ${isUndefined}`],
    [{ id: { in: ['a', undefined] } }, `where.id.in[1]: ${isUndefined}`],
    [{ name: { like: undefined } }, `where.name.like: ${isUndefined}`],
    [{ balance: { gte: '1', lt: undefined } }, `where.balance.lt: ${isUndefined}`],
    [{ AND: undefined }, `where.AND: ${isUndefined}`],
    [{ AND: [{ id: undefined }] }, `where.AND[0].id: ${isUndefined}`],
    [{ nmae: undefined }, `where.nmae: ${isUndefined}`],
    [{ unit: undefined }, `where.unit: ${isUndefined}`],
    // Comparators.
    [
      { name: { constructor: 'a' } },
      `where.name: \`constructor\` is not a comparator of string fields. ${text}`,
    ],
    [
      JSON.parse('{"name":{"__proto__":"a"}}'),
      `where.name: \`__proto__\` is not a comparator of string fields. ${text}`,
    ],
    [
      { balance: { equals: '1' } },
      'where.balance: `equals` is not a comparator of decimal fields. Did you mean `eq`?',
    ],
    [
      { id: { lke: 'a' } },
      'where.id: `lke` is not a comparator of uuid fields. Did you mean `like`?',
    ],
    [
      { archived_at: { like: '2026' } },
      'where.archived_at: `like` is not a comparator of date fields. Use eq, neq, in, not_in, gt, lt, gte, lte.',
    ],
    [
      { balance: { between: ['1', '2'] } },
      'where.balance: `between` is not a comparator of decimal fields. Use `gte` and `lte`.',
    ],
    [
      { name: { contains: 'a', mode: 'insensitive' } },
      'where.name: `mode` is not a comparator of string fields. The service decides on letter case.',
    ],
    [{ name: { [Symbol('eq')]: 'a' } }, 'where.name: expected string keys, got Symbol(eq).'],
    [
      { type: ['main', 'custom'] },
      'where.type: expected a value, got an array. Use { in: […] } for an array.',
    ],
    // AND and OR.
    [{ AND: { type: 'main' } }, 'where.AND: expected an array of filters, got an object.'],
    [{ OR: null }, 'where.OR: expected an array of filters, got null.'],
    [{ OR: new Set() }, 'where.OR: expected an array of filters, got an instance of Set.'],
    [{ AND: [undefined] }, `where.AND[0]: ${notAFilter('balances', 'undefined')}`],
    [{ AND: Array(1) }, `where.AND[0]: ${notAFilter('balances', 'undefined')}`],
    [{ OR: [{ name: 'a' }, null] }, `where.OR[1]: ${notAFilter('balances', 'null')}`],
    // JSON.
    [
      { variables: {} },
      'where.variables: expected comparators, got an empty object. Use { eq: … } or { contains: … }.',
    ],
    [
      { variables: { tier: 'gold' } },
      `where.variables: \`tier\` is not a comparator of json fields. ${json}`,
    ],
    [
      { variables: { contains: 'tier' } },
      'where.variables.contains: expected an object, got "tier".',
    ],
    [
      { variables: { not_contains: ['tier'] } },
      'where.variables.not_contains: expected an object, got an array.',
    ],
    [
      { variables: { contains: { a: undefined } } },
      'where.variables.contains.a: expected a JSON value, got undefined.',
    ],
    [
      { variables: { exists: '' } },
      'where.variables.exists: expected a key or a dotted path such as \'a.b\', got "".',
    ],
    [
      { variables: { not_exists: ['a'] } },
      'where.variables.not_exists: expected a string, got an array.',
    ],
  ])('%o', (where, message) => {
    expect(rejected(where)).toBe(message);
  });

  const quantifiers = 'is not one of some, none and every.';
  const incomplete =
    'The specified field list is incomplete: add fields with extendSchema() or the command `connect`.';

  test.each<[object, string]>([
    [
      { lins: { some: {} } },
      `where: \`lins\` is not a field or relation of transactions. ${incomplete} Did you mean \`lines\`?`,
    ],
    [
      { lines: {} },
      'where.lines: expected an object with some, none or every, got an empty object.',
    ],
    [{ lines: null }, 'where.lines: expected an object with some, none or every, got null.'],
    [{ lines: undefined }, `where.lines: ${isUndefined}`],
    [
      { lines: { amount: { gte: 1 } } },
      `where.lines: \`amount\` ${quantifiers} Use { some: { amount: … } }.`,
    ],
    [{ lines: { any: {} } }, `where.lines: \`any\` ${quantifiers} Did you mean \`some\`?`],
    [{ lines: { evry: {} } }, `where.lines: \`evry\` ${quantifiers} Did you mean \`every\`?`],
    [{ lines: { is: {} } }, `where.lines: \`is\` ${quantifiers}`],
    [{ lines: { some: undefined } }, `where.lines.some: ${isUndefined}`],
    [{ lines: { some: null } }, `where.lines.some: ${notAFilter('transactionLines', 'null')}`],
    [{ lines: { some: [{}] } }, `where.lines.some: ${notAFilter('transactionLines', 'an array')}`],
    [
      { lines: { some: { amount: { gte: '1' } } } },
      'where.lines.some.amount.gte: expected a number, got "1".',
    ],
  ])('with a quantifier: %o', (where, message) => {
    expect(rejected(where, 'transactions')).toBe(message);
  });

  test('on a to-one relation [decision 10]', () => {
    for (const unit of [{ name: 'US Dollar' }, { some: { name: 'US Dollar' } }, 'u1', null])
      expect(rejected({ unit })).toBe(
        'where.unit: cannot filter on a to-one relation. Use `unit_id`, or `filterable: true` in the schema.',
      );
  });

  test('and quotes only the start of a text of more than 100 characters', () => {
    const long = 'x'.repeat(8_000);
    const shown = `${'x'.repeat(7)}…`;
    expect(rejected({ balance: long })).toContain('got "xxxxxxx"….');
    expect(rejected({ [long]: 1 })).toBe(noMember(shown));
    expect(rejected({ name: { [long]: 1 } })).toBe(
      `where.name: \`${shown}\` is not a comparator of string fields. ${text}`,
    );
    expect(rejected({ variables: { contains: { [long]: undefined } } })).toBe(
      `where.variables.contains.${shown}: expected a JSON value, got undefined.`,
    );
    expect(rejected({ lines: { [long]: 1 } }, 'transactions')).toBe(
      `where.lines: \`${shown}\` ${quantifiers}`,
    );
  });

  test('and says if the specified field list of the resource is incomplete [decision 14]', () => {
    for (const name of ['accounts', 'transactions', 'transactionLines'])
      for (const [member, value] of [
        ['where', 'a'],
        ['include', true],
        ['orderBy', 'asc'],
      ])
        expect(
          queryErrorMessage(() =>
            parseQuery(payments, name, { [String(member)]: { created_at: value } }),
          ),
        ).toBe(`${member}: \`created_at\` is not a field or relation of ${name}. ${incomplete}`);
    expect(rejected({ foo: 1 }, 'units')).toBe('where: `foo` is not a field or relation of units.');
    const schema = extendSchema(paymentsSchema, { accounts: { fields: { created_at: date() } } });
    const { json } = parseWhere({ ...schema }, 'accounts', { created_at: '2026-01-31' });
    expect(json).toEqual({ created_at: '2026-01-31' });
  });
});

describe('depth', () => {
  const tooDeep =
    'is nested too deeply. Use at most 1000 levels in a filter, 32 in an include or JSON.';

  /** Wraps a filter so many times. */
  const wrapped = (times: number, filter: object, wrap: (inner: object) => object): object => {
    let where = filter;
    for (let time = 0; time < times; time++) where = wrap(where);
    return where;
  };

  test.each<[name: string, times: number, wrap: (inner: object) => object]>([
    ['AND', 499, (inner) => ({ AND: [inner] })],
    ['OR', 499, (inner) => ({ OR: [inner] })],
    ['quantifiers', 249, (inner) => ({ parts: { some: { things: { none: inner } } } })],
    ['to-one relations', 332, (inner) => ({ maker: { things: { every: inner } } })],
  ])('1000 levels of %s are accepted, more are rejected [decision 28]', (_, times, wrap) => {
    const inner = wrapped(times, { id: { eq: 'a' } }, wrap);
    const levels = Math.max(...levelsOf(inner));
    const accepted = wrapped(Math.floor((1000 - levels) / 2), inner, (where) => ({ AND: [where] }));
    const { json, filter } = parseWhere(everyKind, 'things', accepted);
    expect(JSON.stringify(json)).toBe(JSON.stringify(accepted));
    expect(filter).toContain('id eq "a"');
    expect(json5.parse(`{${writeRelaxedJson(json)}}`)).toEqual(accepted);
    const deeper = JSON.parse(JSON.stringify(accepted).replace('{"eq":"a"}', '{"in":["a"]}'));
    expect(queryErrorMessage(() => parseWhere(everyKind, 'things', deeper))).toBe(
      `where: ${tooDeep}`,
    );
  });

  /** How deep each character of a written filter is. */
  function levelsOf(where: object): number[] {
    let depth = 0;
    return [...JSON.stringify(where)].map((character) => {
      if (/[{[]/.test(character)) depth++;
      else if (/[}\]]/.test(character)) depth--;
      return depth;
    });
  }

  test('a filter that is far too deep is rejected, without its long path', () => {
    const where = wrapped(100_000, {}, (inner) => ({ AND: [inner] }));
    expect(rejected(where)).toBe(`where: ${tooDeep}`);
  });

  test('a circular filter is rejected', () => {
    const cycle: { OR: unknown[] } = { OR: [] };
    cycle.OR.push({ id: 'a' }, { AND: [cycle, cycle] });
    expect(rejected(cycle)).toMatch(/^where(\.OR(\[1\])?)?: is circular and cannot be sent\.$/);
  });

  test('a JSON operand has 32 levels of its own', () => {
    const json = (depth: number): unknown => (depth === 0 ? 1 : { a: json(depth - 1) });
    const where = (op: string, depth: number) =>
      wrapped(400, { variables: { [op]: json(depth) } }, (inner) => ({ AND: [inner] }));
    for (const op of ['contains', 'eq']) {
      expect(filterOf(where(op, 32))).toContain(`variables ${op} {"a":`);
      expect(rejected(where(op, 33))).toContain(tooDeep);
    }
  });
});

describe('the copy that is sent', () => {
  test('shares no objects with the original', () => {
    const where = {
      type: { in: ['main'] },
      variables: { contains: { a: [1] } },
      OR: [{ name: 'a' }],
    };
    const { json } = parseWhere(payments, 'balances', where);
    const before = JSON.stringify(json);
    where.type.in.push('custom');
    where.variables.contains.a.push(2);
    expect(JSON.stringify(json)).toBe(before);
  });

  test('contains the checked values of getters that change', () => {
    const reads = { id: 0, gte: 0 };
    const where = {
      get id() {
        return reads.id++ === 0 ? 'a' : undefined;
      },
      balance: {
        get gte() {
          return reads.gte++ === 0 ? '1' : 'everything';
        },
      },
    };
    expect(parseWhere(payments, 'balances', where)).toEqual({
      filter: 'and(id eq "a", balance gte "1")',
      json: { id: 'a', balance: { gte: '1' } },
    });
  });

  test('keeps a JSON key called __proto__', () => {
    const where = JSON.parse('{"variables":{"contains":{"__proto__":{"a":1}}}}');
    const { json, filter } = parseWhere(payments, 'balances', where);
    expect(JSON.stringify(json)).toBe(JSON.stringify(where));
    expect(filter).toBe('variables contains {"__proto__":{"a":1}}');
  });
});

test('an error has the path and the value', () => {
  const parse = () => parseWhere(payments, 'balances', { OR: [{}, { balance: { gte: 'ten' } }] });
  expect(parse).toThrow(
    expect.objectContaining({
      ...{ name: 'QueryError', path: 'where.OR[1].balance.gte', value: 'ten' },
      message:
        'where.OR[1].balance.gte: expected a decimal string such as \'100.00\', or a number, got "ten".',
    }),
  );
  expect(() => parseWhere(payments, 'balances', { nmae: 'x' })).toThrow(
    expect.objectContaining({ path: 'where', value: 'x' }),
  );
});
