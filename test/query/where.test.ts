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
import { parseListQuery } from '../../src/query/list-query.js';
import { writeRelaxedJson } from '../../src/query/relaxed-json.js';
import { queryErrorMessage } from '../fixtures/failure.js';
import { everyKind } from './every-kind.js';
import { parseWhere } from './parse-query.js';
import { payments } from './payments.js';

const filterOf = (name: string, where: unknown) => parseWhere(payments, name, where).filter;
const refused = (where: unknown, name = 'balances') =>
  queryErrorMessage(() => parseWhere(payments, name, where));

const notDecimal = (shown: string) =>
  `expected a decimal string such as '100.00', or a number, got "${shown}"….`;
const undefinedProblem = 'is undefined, which would match every row. Omit it or pass a value.';

describe('a bare value [where 1]', () => {
  test('means equality', () => {
    expect(filterOf('balances', { account_id: 'a1' })).toEqual({
      op: 'eq',
      field: 'account_id',
      operand: 'a1',
    });
    expect(filterOf('balances', { balance: '1.50' })).toEqual({
      op: 'eq',
      field: 'balance',
      operand: '1.50',
    });
    expect(filterOf('transactionLines', { amount: -5 })).toEqual({
      op: 'eq',
      field: 'amount',
      operand: -5,
    });
  });

  test('null means equal to null if the field is nullable [decision 17]', () => {
    expect(filterOf('balances', { archived_at: null })).toEqual({
      op: 'eq',
      field: 'archived_at',
      operand: null,
    });
    expect(filterOf('balances', { variables: null })).toEqual({
      op: 'eq',
      field: 'variables',
      operand: null,
    });
  });

  test('an array is rejected with a hint to use in', () => {
    expect(refused({ type: ['main', 'custom'] })).toBe(
      'where.type: expected a value, got an array. Use { in: […] } for an array.',
    );
  });

  test.each([1, 'text', true, [['a', { eq: 1 }], null]])(
    '%j on a JSON field means equality [decision 27]',
    (value) => {
      expect(filterOf('balances', { variables: value })).toEqual({
        op: 'eq',
        field: 'variables',
        operand: value,
      });
    },
  );

  test('an empty object on a JSON field is rejected', () => {
    expect(refused({ variables: {} })).toBe(
      'where.variables: expected comparators, got an empty object. Use { eq: … } or { contains: … }.',
    );
  });

  test('an object on a JSON field must consist of comparators [decision 27]', () => {
    expect(refused({ variables: { tier: 'gold' } })).toBe(
      'where.variables: `tier` is not a comparator of json fields. Use eq, neq, contains, not_contains, exists, not_exists.',
    );
  });
});

describe('several fields [where 2]', () => {
  test('combine with AND, in their order', () => {
    expect(filterOf('balances', { type: 'main', balance: { gte: '1' } })).toEqual({
      kind: 'and',
      filters: [
        { op: 'eq', field: 'type', operand: 'main' },
        { op: 'gte', field: 'balance', operand: '1' },
      ],
    });
  });

  test('several comparators on one field combine with AND [decision 19]', () => {
    expect(filterOf('balances', { balance: { gt: '1', lte: '2' }, type: 'main' })).toEqual({
      kind: 'and',
      filters: [
        {
          kind: 'and',
          filters: [
            { op: 'gt', field: 'balance', operand: '1' },
            { op: 'lte', field: 'balance', operand: '2' },
          ],
        },
        { op: 'eq', field: 'type', operand: 'main' },
      ],
    });
  });

  test('an empty filter is true [decision 18]', () => {
    expect(parseWhere(payments, 'balances', {})).toEqual({
      filter: { kind: 'and', filters: [] },
      json: {},
    });
  });
});

describe('AND and OR [where 3]', () => {
  test('can be nested, as in the API specification', () => {
    const where = {
      OR: [
        { AND: [{ external_id: { contains: 'a' } }, { external_id: { contains: 'b' } }] },
        { entity_id: 'e1', route_id: 'r1' },
      ],
    };
    const { filter, json } = parseWhere(payments, 'transactions', where);
    expect(filter).toEqual({
      kind: 'or',
      filters: [
        {
          kind: 'and',
          filters: [
            { op: 'contains', field: 'external_id', operand: 'a' },
            { op: 'contains', field: 'external_id', operand: 'b' },
          ],
        },
        {
          kind: 'and',
          filters: [
            { op: 'eq', field: 'entity_id', operand: 'e1' },
            { op: 'eq', field: 'route_id', operand: 'r1' },
          ],
        },
      ],
    });
    expect(json).toEqual(where);
  });

  test('combine with fields by AND [decision 19]', () => {
    expect(
      filterOf('balances', { type: 'main', OR: [{ name: 'a' }, { name: 'b' }], AND: [] }),
    ).toEqual({
      kind: 'and',
      filters: [
        { op: 'eq', field: 'type', operand: 'main' },
        {
          kind: 'or',
          filters: [
            { op: 'eq', field: 'name', operand: 'a' },
            { op: 'eq', field: 'name', operand: 'b' },
          ],
        },
        { kind: 'and', filters: [] },
      ],
    });
  });

  test('may be empty [decision 18]', () => {
    expect(filterOf('balances', { AND: [] })).toEqual({ kind: 'and', filters: [] });
    expect(filterOf('balances', { OR: [] })).toEqual({ kind: 'or', filters: [] });
    expect(filterOf('balances', { OR: [{}] })).toEqual({
      kind: 'or',
      filters: [{ kind: 'and', filters: [] }],
    });
  });

  test.each([
    [{ AND: { type: 'main' } }, 'where.AND: expected an array of filters, got an object.'],
    [{ OR: 'type' }, 'where.OR: expected an array of filters, got "type".'],
    [{ OR: null }, 'where.OR: expected an array of filters, got null.'],
    [{ OR: new Set() }, 'where.OR: expected an array of filters, got an instance of Set.'],
    [{ AND: undefined }, `where.AND: ${undefinedProblem}`],
    [
      { AND: [undefined] },
      `where.AND[0]: expected a filter of balances such as { id: '…' }, got undefined.`,
    ],
    [
      { AND: Array(1) },
      `where.AND[0]: expected a filter of balances such as { id: '…' }, got undefined.`,
    ],
    [
      { OR: [{ name: 'a' }, null] },
      `where.OR[1]: expected a filter of balances such as { id: '…' }, got null.`,
    ],
    [
      { OR: [['name']] },
      `where.OR[0]: expected a filter of balances such as { id: '…' }, got an array.`,
    ],
    [{ OR: [{}, { balance: { gte: undefined } }] }, `where.OR[1].balance.gte: ${undefinedProblem}`],
    [{ or: [] }, 'where: `or` is not a field or relation of balances. Did you mean `OR`?'],
    [{ And: [] }, 'where: `And` is not a field or relation of balances. Did you mean `AND`?'],
    [
      { NOT: [] },
      'where: `NOT` is not a field or relation of balances. Use `neq` or `not_in` of a field, or `none` of a relation.',
    ],
    [
      { not: [] },
      'where: `not` is not a field or relation of balances. Use `neq` or `not_in` of a field, or `none` of a relation.',
    ],
  ])('%o is rejected', (where, message) => {
    expect(refused(where)).toBe(message);
  });
});

describe('some, none and every [where 4]', () => {
  test('filter the rows of a to-many relation, as in the API specification', () => {
    expect(filterOf('transactions', { lines: { some: { amount: { gte: 100 } } } })).toEqual({
      op: 'some',
      relation: 'lines',
      filter: { op: 'gte', field: 'amount', operand: 100 },
    });
  });

  test('combine with AND on one relation', () => {
    expect(
      filterOf('transactions', { lines: { some: {}, none: { amount: 0 }, every: {} } }),
    ).toEqual({
      kind: 'and',
      filters: [
        { op: 'some', relation: 'lines', filter: { kind: 'and', filters: [] } },
        { op: 'none', relation: 'lines', filter: { op: 'eq', field: 'amount', operand: 0 } },
        { op: 'every', relation: 'lines', filter: { kind: 'and', filters: [] } },
      ],
    });
  });

  test('can be nested, and combined with AND and OR', () => {
    const where = {
      OR: [{ things: { some: { parts: { none: { OR: [{ weight: 1 }, { id: 'p' }] } } } } }],
    };
    expect(parseWhere(everyKind, 'owners', where).filter).toEqual({
      kind: 'or',
      filters: [
        {
          op: 'some',
          relation: 'things',
          filter: {
            op: 'none',
            relation: 'parts',
            filter: {
              kind: 'or',
              filters: [
                { op: 'eq', field: 'weight', operand: 1 },
                { op: 'eq', field: 'id', operand: 'p' },
              ],
            },
          },
        },
      ],
    });
  });

  test.each([
    [
      { lins: { some: {} } },
      'where: `lins` is not a field or relation of transactions. The specified field list is incomplete: add fields with extendSchema() or the command `connect`. Did you mean `lines`?',
    ],
    [
      { lines: {} },
      'where.lines: expected an object with some, none or every, got an empty object.',
    ],
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
    [
      { lines: { some: null } },
      `where.lines.some: expected a filter of transactionLines such as { id: '…' }, got null.`,
    ],
    [
      { lines: { some: true } },
      `where.lines.some: expected a filter of transactionLines such as { id: '…' }, got true.`,
    ],
    [
      { lines: { some: [{}] } },
      `where.lines.some: expected a filter of transactionLines such as { id: '…' }, got an array.`,
    ],
    [{ lines: null }, 'where.lines: expected an object with some, none or every, got null.'],
    [{ lines: [] }, 'where.lines: expected an object with some, none or every, got an array.'],
    [{ lines: undefined }, `where.lines: ${undefinedProblem}`],
    [
      { lines: { some: { amont: 1 } } },
      'where.lines.some: `amont` is not a field or relation of transactionLines. The specified field list is incomplete: add fields with extendSchema() or the command `connect`. Did you mean `amount`?',
    ],
    [
      { lines: { some: { amount: { gte: '1' } } } },
      'where.lines.some.amount.gte: expected a number, got "1".',
    ],
  ])('%j is rejected', (where, message) => {
    expect(refused(where, 'transactions')).toBe(message);
  });

  test('a to-one relation cannot be filtered [decision 10]', () => {
    const problem =
      'cannot filter on a to-one relation. Use `unit_id`, or `filterable: true` in the schema.';
    for (const unit of [{ name: 'US Dollar' }, { some: { name: 'US Dollar' } }, 'u1', null])
      expect(refused({ unit })).toBe(`where.unit: ${problem}`);
  });
});

test('a field and a relation combine, as in the API specification [where 5]', () => {
  expect(
    filterOf('accounts', { status: 'active', balances: { some: { amount: { lt: 0 } } } }),
  ).toEqual({
    kind: 'and',
    filters: [
      { op: 'eq', field: 'status', operand: 'active' },
      { op: 'some', relation: 'balances', filter: { op: 'lt', field: 'amount', operand: 0 } },
    ],
  });
});

describe('every field of every object [where 6]', () => {
  const names = Object.keys(paymentsSchema) as (keyof typeof paymentsSchema)[];
  const operands: Record<string, unknown> = {
    string: 'a',
    uuid: 'a',
    enumeration: 'a',
    decimal: '1.5',
    number: 1,
    integer: 1,
    date: '2026-01-31T12:00:00Z',
    json: { a: 1 },
  };

  test.each(names)('of %s can be filtered', (name) => {
    const fields = Object.entries(paymentsSchema[name].fields);
    expect(fields.length).toBeGreaterThan(2);
    for (const [field, { kind }] of fields) {
      const where = { [field]: { eq: operands[kind] } };
      expect(parseWhere(payments, name, where)).toMatchObject({
        filter: { op: 'eq', field },
        json: where,
      });
    }
  });

  test('computed fields too', () => {
    expect(filterOf('accounts', { identifier: { like: 'ACC' } })).toEqual({
      op: 'like',
      field: 'identifier',
      operand: 'ACC',
    });
    expect(filterOf('balances', { amount: '5' })).toEqual({
      op: 'eq',
      field: 'amount',
      operand: '5',
    });
  });
});

describe('JSON', () => {
  test('contains and not_contains take an object [where 7]', () => {
    const operand = { tier: 'gold', limits: { daily: 5, currencies: ['USD', null] }, empty: {} };
    expect(filterOf('balances', { variables: { contains: operand } })).toEqual({
      op: 'contains',
      field: 'variables',
      operand,
    });
    expect(filterOf('balances', { variables: { not_contains: {} } })).toEqual({
      op: 'not_contains',
      field: 'variables',
      operand: {},
    });
  });

  test('exists and not_exists take a path [where 9] [decision 26]', () => {
    expect(
      filterOf('balances', { variables: { exists: 'limits.daily', not_exists: 'a' } }),
    ).toEqual({
      kind: 'and',
      filters: [
        { op: 'exists', field: 'variables', operand: 'limits.daily' },
        { op: 'not_exists', field: 'variables', operand: 'a' },
      ],
    });
  });

  test.each([
    [{ contains: 'tier' }, 'where.variables.contains: expected an object, got "tier".'],
    [{ contains: ['tier'] }, 'where.variables.contains: expected an object, got an array.'],
    [{ contains: null }, 'where.variables.contains: expected an object, got null.'],
    [
      { not_contains: new Map() },
      'where.variables.not_contains: expected an object, got an instance of Map.',
    ],
    [{ contains: undefined }, `where.variables.contains: ${undefinedProblem}`],
    [
      { contains: { a: undefined } },
      'where.variables.contains.a: expected a JSON value, got undefined.',
    ],
    [{ eq: undefined }, `where.variables.eq: ${undefinedProblem}`],
    [{ exists: '' }, 'where.variables.exists: expected a key or a path such as \'a.b\', got "".'],
    [
      { not_exists: '' },
      'where.variables.not_exists: expected a key or a path such as \'a.b\', got "".',
    ],
    [{ exists: true }, 'where.variables.exists: expected a string, got true.'],
    [{ exists: ['a'] }, 'where.variables.exists: expected a string, got an array.'],
    [{ exists: null }, 'where.variables.exists: expected a string, got null.'],
    [
      {},
      'where.variables: expected comparators, got an empty object. Use { eq: … } or { contains: … }.',
    ],
  ])('%o is rejected', (variables, message) => {
    expect(refused({ variables })).toBe(message);
  });

  test.each(['a.$b/c]', '$', '$.a', '/a', 'a[0]', 'a.b[0].c', '[0]', ' '])(
    'the path %j is sent, because the API specification does not define the syntax [decision 26]',
    (path) => {
      for (const comparator of ['exists', 'not_exists']) {
        const where = { variables: { [comparator]: path } };
        expect(parseWhere(payments, 'balances', where).json).toEqual(where);
      }
    },
  );
});

describe('an object without comparators [decision 18]', () => {
  test('is no constraint, and is not sent', () => {
    expect(
      parseWhere(payments, 'balances', { balance: {}, archived_at: {}, type: 'main' }),
    ).toEqual({
      json: { type: 'main' },
      filter: { op: 'eq', field: 'type', operand: 'main' },
    });
    expect(parseWhere(payments, 'balances', { balance: {} })).toEqual({
      json: {},
      filter: { kind: 'and', filters: [] },
    });
  });

  test('is no constraint inside AND, OR and a relation', () => {
    expect(
      parseWhere(payments, 'accounts', { OR: [{ status: {} }], balances: { none: { name: {} } } }),
    ).toEqual({
      json: { OR: [{}], balances: { none: {} } },
      filter: {
        kind: 'and',
        filters: [
          { kind: 'or', filters: [{ kind: 'and', filters: [] }] },
          { op: 'none', relation: 'balances', filter: { kind: 'and', filters: [] } },
        ],
      },
    });
  });

  test('is rejected if it has an undefined operand, an unknown comparator or a symbol', () => {
    expect(refused({ balance: { gte: undefined } })).toBe(`where.balance.gte: ${undefinedProblem}`);
    expect(refused({ balance: { gtt: undefined } })).toMatch(
      /^where\.balance: `gtt` is not a comparator/,
    );
    expect(refused({ name: { [Symbol('eq')]: 'a' } })).toBe(
      'where.name: expected string keys, got a symbol.',
    );
    expect(refused({ balance: new Map() })).toMatch(/^where\.balance: expected a decimal string/);
  });
});

describe('a filterable to-one relation [decision 10]', () => {
  const check = (where: unknown, name = 'things') => parseWhere(everyKind, name, where);

  test('is filtered by the fields of the related row', () => {
    const where = { maker: { name: { like: 'a' }, id: 'm1' } };
    expect(check(where)).toEqual({
      json: where,
      filter: {
        op: 'some',
        relation: 'maker',
        filter: {
          kind: 'and',
          filters: [
            { op: 'like', field: 'name', operand: 'a' },
            { op: 'eq', field: 'id', operand: 'm1' },
          ],
        },
      },
    });
  });

  test('can be filtered at any depth', () => {
    const where = {
      things: { some: { OR: [{ maker: { things: { none: { maker: { name: 'a' } } } } }] } },
    };
    expect(check(where, 'owners')).toEqual({
      json: where,
      filter: {
        op: 'some',
        relation: 'things',
        filter: {
          kind: 'or',
          filters: [
            {
              op: 'some',
              relation: 'maker',
              filter: {
                op: 'none',
                relation: 'things',
                filter: {
                  op: 'some',
                  relation: 'maker',
                  filter: { op: 'eq', field: 'name', operand: 'a' },
                },
              },
            },
          ],
        },
      },
    });
  });

  test('is not constrained by an empty object, which is not sent', () => {
    for (const maker of [{}, { name: {} }])
      expect(check({ maker, id: 'a' })).toEqual({
        json: { id: 'a' },
        filter: { op: 'eq', field: 'id', operand: 'a' },
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
    [
      [],
      'where.maker: expected a filter of owners, got an array. Declare the foreign key as a field.',
    ],
    [{ some: { name: 'a' } }, 'where.maker: `some` is not a field or relation of owners.'],
    [
      { nmae: 'a' },
      'where.maker: `nmae` is not a field or relation of owners. Did you mean `name`?',
    ],
  ])('rejects %o', (maker, message) => {
    expect(queryErrorMessage(() => check({ maker }))).toBe(message);
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

describe('a message quotes the start of a key or an operand of more than 100 characters', () => {
  const long = 'x'.repeat(8_000);
  const shown = `${'x'.repeat(7)}…`;

  test.each<[string, object, string]>([
    ['an operand', { balance: long }, `where.balance: ${notDecimal('x'.repeat(7))}`],
    [
      'an unknown key',
      { [long]: 1 },
      `where: \`${shown}\` is not a field or relation of balances.`,
    ],
    [
      'an unknown comparator',
      { name: { [long]: 1 } },
      `where.name: \`${shown}\` is not a comparator of string fields. Use eq, neq, in, not_in, gt, lt, gte, lte, like, contains, not_contains.`,
    ],
    [
      'a key above the invalid value',
      { variables: { contains: { [long]: undefined } } },
      `where.variables.contains.${shown}: expected a JSON value, got undefined.`,
    ],
  ])('%s', (_, where, message) => {
    expect(refused(where)).toBe(message);
  });

  test('a key in place of a quantifier', () => {
    expect(refused({ lines: { [long]: 1 } }, 'transactions')).toBe(
      `where.lines: \`${shown}\` is not one of some, none and every.`,
    );
  });
});

describe('undefined is rejected', () => {
  test.each([
    [{ id: undefined }, 'where.id'],
    [{ type: 'main', id: undefined }, 'where.id'],
    [{ id: { eq: undefined } }, 'where.id.eq'],
    [{ id: { in: undefined } }, 'where.id.in'],
    [{ id: { in: ['a', undefined] } }, 'where.id.in[1]'],
    [{ name: { like: undefined } }, 'where.name.like'],
    [{ balance: { gte: '1', lt: undefined } }, 'where.balance.lt'],
    [{ AND: [{ id: undefined }] }, 'where.AND[0].id'],
    [{ nmae: undefined }, 'where.nmae'],
    [{ unit: undefined }, 'where.unit'],
  ])('%o', (where, path) => {
    expect(refused(where)).toBe(`${path}: ${undefinedProblem}`);
  });
});

describe('an invalid filter is rejected', () => {
  test.each([
    [null, `where: expected a filter of balances such as { id: '…' }, got null.`],
    [undefined, `where: expected a filter of balances such as { id: '…' }, got undefined.`],
    ['type:main', `where: expected a filter of balances such as { id: '…' }, got "type:main".`],
    [[{ type: 'main' }], `where: expected a filter of balances such as { id: '…' }, got an array.`],
    [
      new Map([['type', 'main']]),
      `where: expected a filter of balances such as { id: '…' }, got an instance of Map.`,
    ],
    [
      Object.create({ type: 'main' }),
      `where: expected a filter of balances such as { id: '…' }, got an instance of a class.`,
    ],
    [() => true, `where: expected a filter of balances such as { id: '…' }, got a function.`],
    [{ [Symbol('type')]: 'main' }, 'where: expected string keys, got a symbol.'],
    [
      { tpye: 'main' },
      'where: `tpye` is not a field or relation of balances. Did you mean `type`?',
    ],
    [
      { accountId: 'a' },
      'where: `accountId` is not a field or relation of balances. Did you mean `account_id`?',
    ],
    [{ constructor: 'a' }, 'where: `constructor` is not a field or relation of balances.'],
    [{ valueOf: 'a' }, 'where: `valueOf` is not a field or relation of balances.'],
    [
      JSON.parse('{"__proto__":{"id":"a"}}'),
      'where: `__proto__` is not a field or relation of balances.',
    ],
    [{ 0: 'a' }, 'where: `0` is not a field or relation of balances.'],
    [{ some: {} }, 'where: `some` is not a field or relation of balances.'],
    [
      { name: { constructor: 'a' } },
      'where.name: `constructor` is not a comparator of string fields. Use eq, neq, in, not_in, gt, lt, gte, lte, like, contains, not_contains.',
    ],
    [
      JSON.parse('{"name":{"__proto__":"a"}}'),
      'where.name: `__proto__` is not a comparator of string fields. Use eq, neq, in, not_in, gt, lt, gte, lte, like, contains, not_contains.',
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
    [{ name: { [Symbol('eq')]: 'a' } }, 'where.name: expected string keys, got a symbol.'],
    [
      { name: { contains: 'a', mode: 'insensitive' } },
      'where.name: `mode` is not a comparator of string fields. The service decides on letter case.',
    ],
    [
      { name: { $eq: 'a' } },
      'where.name: `$eq` is not a comparator of string fields. Did you mean `eq`?',
    ],
  ])('%o', (where, message) => {
    expect(refused(where)).toBe(message);
  });
});

describe('an unknown field of a resource whose specified field list is incomplete [decision 14]', () => {
  const hint =
    'The specified field list is incomplete: add fields with extendSchema() or the command `connect`.';

  test.each(['accounts', 'transactions', 'transactionLines'])(
    'is rejected with that hint: %s',
    (name) => {
      const problem = `\`created_at\` is not a field or relation of ${name}. ${hint}`;
      const query = (member: object) => () => parseListQuery(payments, name, member);
      expect(queryErrorMessage(query({ where: { created_at: 'a' } }))).toBe(`where: ${problem}`);
      expect(queryErrorMessage(query({ include: { created_at: true } }))).toBe(
        `include: ${problem}`,
      );
      expect(queryErrorMessage(query({ orderBy: { created_at: 'asc' } }))).toBe(
        `orderBy: ${problem}`,
      );
    },
  );

  test('has the nearest name too', () => {
    expect(refused({ stauts: 'active' }, 'accounts')).toBe(
      `where: \`stauts\` is not a field or relation of accounts. ${hint} Did you mean \`status\`?`,
    );
  });

  test('is rejected without the hint if the field list is complete', () => {
    expect(refused({ foo: 1 })).toBe('where: `foo` is not a field or relation of balances.');
    expect(refused({ foo: 1 }, 'units')).toBe('where: `foo` is not a field or relation of units.');
  });

  test('can be added', () => {
    const schema = {
      ...extendSchema(paymentsSchema, { accounts: { fields: { created_at: date() } } }),
    };
    expect(parseWhere(schema, 'accounts', { created_at: '2026-01-31' }).json).toEqual({
      created_at: '2026-01-31',
    });
    expect(queryErrorMessage(() => parseWhere(schema, 'accounts', { foo: 1 }))).toContain(hint);
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

  /** How many levels a written filter has. */
  const levelsOf = (where: object): number => {
    let [depth, deepest] = [0, 0];
    for (const character of JSON.stringify(where)) {
      if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth);
      if (character === '}' || character === ']') depth--;
    }
    return deepest;
  };

  const wraps: [name: string, times: number, wrap: (inner: object) => object][] = [
    ['AND', 499, (inner) => ({ AND: [inner] })],
    ['OR', 499, (inner) => ({ OR: [{}, inner] })],
    ['quantifiers', 249, (inner) => ({ parts: { some: { things: { none: inner } } } })],
    ['filterable to-one relations', 333, (inner) => ({ maker: { things: { every: inner } } })],
  ];

  test.each(wraps)(
    '1000 levels of %s are accepted, 1001 are rejected [decision 28]',
    (_, times, wrap) => {
      let accepted = wrapped(times, { id: 'a' }, wrap);
      if (levelsOf(accepted) < 1000) accepted = wrapped(times, { id: { eq: 'a' } }, wrap);
      while (levelsOf(accepted) < 1000) accepted = { AND: [accepted] };
      expect(levelsOf(accepted)).toBe(1000);
      const { json, filter } = parseWhere(everyKind, 'things', accepted);
      expect(JSON.stringify(json)).toBe(JSON.stringify(accepted));
      expect(JSON.stringify(filter)).toContain('{"op":"eq","field":"id","operand":"a"}');
      expect(JSON.stringify(json5.parse(`{${writeRelaxedJson(json)}}`))).toBe(
        JSON.stringify(accepted),
      );
      const rejected = JSON.parse(
        JSON.stringify(accepted).replace(/"a"|\{"eq":"a"\}/, '{"in":["a"]}'),
      );
      expect(levelsOf(rejected)).toBeGreaterThan(1000);
      expect(queryErrorMessage(() => parseWhere(everyKind, 'things', rejected))).toMatch(tooDeep);
    },
  );

  test('a filter that is far too deep is rejected, without its long path', () => {
    const where = wrapped(100_000, {}, (inner) => ({ AND: [inner] }));
    expect(refused(where)).toBe(`where: ${tooDeep}`);
  });

  test('a circular filter is rejected', () => {
    const cycle: { OR: unknown[] } = { OR: [] };
    cycle.OR.push({ id: 'a' }, { AND: [cycle, cycle] });
    expect(refused(cycle)).toMatch(/^where(\.OR(\[1\])?)?: is circular and cannot be sent\.$/);
    expect(refused({ OR: [{ variables: { contains: cycle } }] })).toMatch(
      /^where\.OR\[0\]\.variables\.contains(\.OR(\[1\](\.AND)?)?)?: is circular and cannot be sent\.$/,
    );
  });

  test('a JSON operand has 32 levels of its own', () => {
    const json = (depth: number): unknown => (depth === 0 ? 1 : { a: json(depth - 1) });
    const where = (comparator: string, depth: number) =>
      wrapped(400, { variables: { [comparator]: json(depth) } }, (inner) => ({ AND: [inner] }));
    for (const comparator of ['contains', 'eq']) {
      const accepted = where(comparator, 32);
      expect(JSON.stringify(parseWhere(payments, 'balances', accepted).json)).toBe(
        JSON.stringify(accepted),
      );
      expect(refused(where(comparator, 33))).toMatch(
        /: is nested too deeply\. Use at most 1000 levels in a filter, 32 in an include or JSON\.$/,
      );
    }
  });
});

describe('the copy that is sent', () => {
  test('is equal and shares no objects with the original', () => {
    const where = {
      type: { in: ['main'] },
      variables: { contains: { a: [1] } },
      OR: [{ name: 'a' }],
    };
    const { json } = parseWhere(payments, 'balances', where);
    expect(json).toEqual(where);
    where.type.in.push('custom');
    where.variables.contains.a.push(2);
    expect(json).toEqual({
      type: { in: ['main'] },
      variables: { contains: { a: [1] } },
      OR: [{ name: 'a' }],
    });
  });

  test('contains the checked values of getters that change', () => {
    const once = (first: unknown, then: unknown) => {
      let reads = 0;
      return () => (reads++ === 0 ? first : then);
    };
    const id = once('a', undefined);
    const gte = once('1', 'everything');
    const where = {
      get id() {
        return id();
      },
      balance: {
        get gte() {
          return gte();
        },
      },
    };
    expect(parseWhere(payments, 'balances', where)).toEqual({
      filter: {
        kind: 'and',
        filters: [
          { op: 'eq', field: 'id', operand: 'a' },
          { op: 'gte', field: 'balance', operand: '1' },
        ],
      },
      json: { id: 'a', balance: { gte: '1' } },
    });
  });

  test('keeps a JSON key called __proto__', () => {
    const where = JSON.parse('{"variables":{"contains":{"__proto__":{"a":1}}}}');
    const { json, filter } = parseWhere(payments, 'balances', where);
    expect(JSON.stringify(json)).toBe('{"variables":{"contains":{"__proto__":{"a":1}}}}');
    expect(JSON.stringify(filter)).toBe(
      '{"op":"contains","field":"variables","operand":{"__proto__":{"a":1}}}',
    );
  });

  test('an error has the path and the value', () => {
    let caught: unknown;
    try {
      parseWhere(payments, 'balances', { OR: [{}, { balance: { gte: 'ten' } }] });
    } catch (error) {
      caught = error;
    }
    expect(caught).toMatchObject({
      name: 'QueryError',
      path: 'where.OR[1].balance.gte',
      value: 'ten',
      message:
        'where.OR[1].balance.gte: expected a decimal string such as \'100.00\', or a number, got "ten".',
    });
  });
});
