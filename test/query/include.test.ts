import { paymentsSchema } from 'payments-data-client';
import { describe, expect, test } from 'vitest';
import { defaultSelection } from '../../src/query/include.js';
import { queryErrorMessage } from '../fixtures/failure.js';
import { everyKind } from './every-kind.js';
import { parseInclude } from './parse.js';
import { payments } from './payments.js';

// The default sets, copied from the tables of the API specification.
const balance =
  'id identifier name description account_id unit_id type balance available_balance negative_balance external_id variables created_at updated_at archived_at'.split(
    ' ',
  );
const unit =
  'id name description max_precision default_precision default_mode workspace_id background_color color symbol created_at updated_at archived_at'.split(
    ' ',
  );
const account = ['id', 'status', 'identifier_prefix', 'identifier_value'];

const of = (name: string, include: unknown) => parseInclude(payments, name, include).selection;
const fieldsOf = (name: string, include: unknown) => of(name, include).fields;
const refused = (include: unknown, name = 'balances') =>
  queryErrorMessage(() => parseInclude(payments, name, include));

describe('selected fields', () => {
  test('without an include, all primitives are selected, but no relations and no computed fields [include 1]', () => {
    expect(defaultSelection(payments, 'balances')).toEqual({
      resource: 'balances',
      fields: balance,
      relations: [],
    });
    expect(defaultSelection(payments, 'accounts').fields).toEqual(account);
  });

  test('a primitive set to true selects only the named primitives and id [include 2]', () => {
    expect(of('balances', { name: true })).toEqual({
      resource: 'balances',
      fields: ['id', 'name'],
      relations: [],
    });
    expect(fieldsOf('balances', { type: true, name: true })).toEqual(['id', 'name', 'type']);
  });

  test('a primitive set to false selects all primitives but the named ones [include 3]', () => {
    expect(fieldsOf('balances', { name: false })).toEqual(
      balance.filter((name) => name !== 'name'),
    );
    expect(fieldsOf('balances', { name: false, type: false })).toEqual(
      balance.filter((name) => name !== 'name' && name !== 'type'),
    );
  });

  test('id is always selected [general 2] [include 4]', () => {
    expect(fieldsOf('balances', { id: true })).toEqual(['id']);
    expect(fieldsOf('balances', { id: false })).toEqual(balance);
    expect(fieldsOf('balances', { id: false, name: false })).toEqual(
      balance.filter((name) => name !== 'name'),
    );
  });

  test('all primitives but id can be excluded', () => {
    expect(fieldsOf('balances', Object.fromEntries(balance.map((name) => [name, false])))).toEqual([
      'id',
    ]);
  });

  test('an empty include selects the default set [decision 8]', () => {
    expect(parseInclude(payments, 'balances', {})).toEqual({
      selection: defaultSelection(payments, 'balances'),
      json: {},
    });
  });

  test('an undefined member is ignored', () => {
    expect(parseInclude(payments, 'balances', { name: undefined, unit: undefined })).toEqual({
      selection: defaultSelection(payments, 'balances'),
      json: {},
    });
    expect(fieldsOf('balances', { name: undefined, type: true })).toEqual(['id', 'type']);
  });
});

describe('selected relations', () => {
  test('a relation set to true adds its default set to the default set of the row [include 5]', () => {
    const { fields, relations } = of('balances', { unit: true });
    expect(fields).toEqual(balance);
    expect(relations).toEqual([
      {
        name: 'unit',
        relation: paymentsSchema.balances.relations.unit,
        selection: { resource: 'units', fields: unit, relations: [] },
      },
    ]);
  });

  test('rules 2 and 3 apply inside a relation that is an object [include 6]', () => {
    const { fields, relations } = of('balances', { name: true, unit: { name: true } });
    expect(fields).toEqual(['id', 'name']);
    expect(relations[0]?.selection).toEqual({
      resource: 'units',
      fields: ['id', 'name'],
      relations: [],
    });
    expect(of('balances', { unit: { symbol: false } }).relations[0]?.selection.fields).toEqual(
      unit.filter((name) => name !== 'symbol'),
    );
  });

  test('an exclusion can be combined with a relation [include 7]', () => {
    const { fields, relations } = of('balances', { name: false, unit: true });
    expect(fields).toEqual(balance.filter((name) => name !== 'name'));
    expect(relations[0]?.selection.fields).toEqual(unit);
  });

  test('a relation set to false is ignored, and can be combined with true and false [decision 8]', () => {
    expect(of('balances', { unit: false })).toEqual(defaultSelection(payments, 'balances'));
    expect(fieldsOf('balances', { name: true, unit: false })).toEqual(['id', 'name']);
    expect(of('balances', { name: false, unit: true, account: false }).relations).toHaveLength(1);
  });

  test('a relation that is an empty object adds its default set [decision 8]', () => {
    expect(of('balances', { unit: {} })).toEqual(of('balances', { unit: true }));
  });

  test('relations can be nested, and keep the order of the include', () => {
    const { relations } = of('balances', {
      unit: true,
      account: { balances: { unit: { symbol: true } } },
    });
    expect(relations.map(({ name }) => name)).toEqual(['unit', 'account']);
    const balances = relations[1]?.selection.relations[0];
    expect(balances?.selection.fields).toEqual(balance);
    expect(balances?.selection.relations[0]?.selection.fields).toEqual(['id', 'symbol']);
  });
});

describe('true and false at the same level [include 8]', () => {
  test('cannot be mixed', () => {
    expect(refused({ name: true, description: false })).toBe(
      'include.description: true and false cannot be mixed: `name` is true. Use one of them at each level.',
    );
    expect(refused({ description: false, type: false, name: true })).toBe(
      'include.name: true and false cannot be mixed: `description` is false. Use one of them at each level.',
    );
  });

  test('cannot be mixed inside a relation', () => {
    expect(refused({ unit: { name: true, symbol: false } })).toBe(
      'include.unit.symbol: true and false cannot be mixed: `name` is true. Use one of them at each level.',
    );
    expect(
      refused(
        { balances: { where: { type: 'main' }, include: { name: true, type: false } } },
        'accounts',
      ),
    ).toBe(
      'include.balances.include.type: true and false cannot be mixed: `name` is true. Use one of them at each level.',
    );
  });

  test('cannot be mixed with the flag of id [decision 7]', () => {
    expect(refused({ id: true, name: false })).toMatch(
      /^include\.name: true and false cannot be mixed/,
    );
    expect(refused({ name: true, id: false })).toMatch(
      /^include\.id: true and false cannot be mixed/,
    );
  });

  test('cannot be mixed with the flag of a computed field [decision 6]', () => {
    expect(refused({ identifier: true, status: false }, 'accounts')).toMatch(
      /^include\.status: true and false cannot be mixed/,
    );
  });

  test('may be mixed at different levels [include 8]', () => {
    const { fields, relations } = of('balances', { name: true, unit: { name: false } });
    expect(fields).toEqual(['id', 'name']);
    expect(relations[0]?.selection.fields).toEqual(unit.filter((name) => name !== 'name'));
    expect(
      of('balances', { name: false, unit: { name: true } }).relations[0]?.selection.fields,
    ).toEqual(['id', 'name']);
  });
});

describe('a computed field [include 9]', () => {
  test('is selected by the inclusion form [decision 6]', () => {
    expect(fieldsOf('accounts', { identifier: true })).toEqual(['id', 'identifier']);
    expect(fieldsOf('accounts', { identifier: true, status: true })).toEqual([
      'id',
      'status',
      'identifier',
    ]);
  });

  test('set to false changes nothing [decision 6]', () => {
    expect(fieldsOf('accounts', { identifier: false })).toEqual(account);
  });

  test('is not selected by the exclusion form', () => {
    expect(fieldsOf('accounts', { status: false })).toEqual([
      'id',
      'identifier_prefix',
      'identifier_value',
    ]);
  });

  test('balances have the computed field amount [decision 11]', () => {
    expect(fieldsOf('balances', { amount: true })).toEqual(['id', 'amount']);
    expect(balance).not.toContain('amount');
  });
});

describe('a filter on a relation [include 11]', () => {
  test('can have an include next to it, as in the API specification', () => {
    const include = {
      balances: { where: { amount: { gt: '100' } }, include: { amount: true, name: true } },
    };
    const { selection, json } = parseInclude(payments, 'accounts', include);
    expect(selection.fields).toEqual(account);
    expect(selection.relations).toEqual([
      {
        name: 'balances',
        relation: paymentsSchema.accounts.relations.balances,
        selection: { resource: 'balances', fields: ['id', 'name', 'amount'], relations: [] },
        where: 'amount gt "100"',
      },
    ]);
    expect(json).toEqual(include);
  });

  test.each([
    ['absent', undefined],
    ['empty', {}],
  ])('selects the default set if the include is %s', (_, inner) => {
    const { relations } = of('accounts', { balances: { where: { type: 'main' }, include: inner } });
    expect(relations[0]?.selection.fields).toEqual(balance);
    expect(relations[0]?.where).toBe('type eq "main"');
  });

  test('an include that is undefined is not sent', () => {
    const include = { balances: { where: { type: 'main' }, include: undefined } };
    expect(parseInclude(payments, 'accounts', include).json).toEqual({
      balances: { where: { type: 'main' } },
    });
  });

  test('is allowed on a to-one relation [decision 9]', () => {
    const { relations } = of('balances', { unit: { where: { symbol: '$' } } });
    expect(relations[0]?.where).toBe('symbol eq "$"');
  });

  test('may be empty', () => {
    expect(of('accounts', { balances: { where: {} } }).relations[0]?.where).toBe('true');
  });

  test('is checked like any filter, with its path', () => {
    expect(refused({ balances: { where: { amuont: 1 } } }, 'accounts')).toBe(
      'include.balances.where: `amuont` is not a field or relation of balances. Did you mean `amount`?',
    );
    expect(refused({ balances: { where: { amount: { gte: undefined } } } }, 'accounts')).toBe(
      'include.balances.where.amount.gte: is undefined, which would match every row. Omit it or pass a value.',
    );
    expect(refused({ balances: { where: undefined } }, 'accounts')).toBe(
      `include.balances.where: expected a filter of balances such as { id: '…' }, got undefined.`,
    );
    expect(refused({ balances: { where: true } }, 'accounts')).toBe(
      `include.balances.where: expected a filter of balances such as { id: '…' }, got true.`,
    );
  });

  test('that is not enumerable is rejected: it would not be sent', () => {
    const hidden = Object.defineProperty({}, 'where', { value: { type: 'main' } });
    expect(refused({ balances: hidden }, 'accounts')).toBe(
      `include.balances.where: expected a filter of balances such as { id: '…' }, got undefined.`,
    );
  });

  test('an include without a where is rejected [decision 9]', () => {
    expect(refused({ unit: { include: { name: true } } })).toBe(
      'include.unit: `include` is only allowed next to `where`. Write its fields here.',
    );
  });

  test('an undefined member next to where is ignored', () => {
    expect(
      parseInclude(payments, 'balances', { unit: { where: {}, name: undefined } }).json,
    ).toEqual({
      unit: { where: {} },
    });
  });

  test('other members next to where are rejected', () => {
    expect(refused({ unit: { where: {}, name: true } })).toBe(
      'include.unit: `name` is not allowed next to `where`. Move it into `include`.',
    );
  });

  test('an include next to where must be an object', () => {
    expect(refused({ unit: { where: {}, include: true } })).toBe(
      'include.unit.include: expected an include of units such as { id: true }, got true.',
    );
    expect(refused({ unit: { where: {}, include: null } })).toBe(
      'include.unit.include: expected an include of units such as { id: true }, got null.',
    );
  });
});

describe('an invalid include is rejected', () => {
  test.each([
    [
      { nmae: true },
      'include: `nmae` is not a field or relation of balances. Did you mean `name`?',
    ],
    [
      { unit: { nmae: true } },
      'include.unit: `nmae` is not a field or relation of units. Did you mean `name`?',
    ],
    [
      { units: true },
      'include: `units` is not a field or relation of balances. Did you mean `unit`?',
    ],
    [
      { nmae: undefined },
      'include: `nmae` is not a field or relation of balances. Did you mean `name`?',
    ],
    [{ where: {} }, 'include: `where` is not a field or relation of balances.'],
    [{ constructor: true }, 'include: `constructor` is not a field or relation of balances.'],
    [{ toString: true }, 'include: `toString` is not a field or relation of balances.'],
    [{ hasOwnProperty: true }, 'include: `hasOwnProperty` is not a field or relation of balances.'],
    [
      JSON.parse('{"__proto__":true}'),
      'include: `__proto__` is not a field or relation of balances.',
    ],
    [{ 0: true }, 'include: `0` is not a field or relation of balances.'],
    [{ '': true }, 'include: `` is not a field or relation of balances.'],
    [{ name: 1 }, 'include.name: expected true or false, got 1.'],
    [{ name: 'true' }, 'include.name: expected true or false, got "true".'],
    [{ name: null }, 'include.name: expected true or false, got null.'],
    [{ name: {} }, 'include.name: expected true or false, got an empty object.'],
    [
      { name: new Boolean(true) },
      'include.name: expected true or false, got an instance of Boolean.',
    ],
    [{ variables: { a: true } }, 'include.variables: expected true or false, got an object.'],
    [
      { unit: null },
      'include.unit: expected true, false or an include of units such as { id: true }, got null.',
    ],
    [
      { unit: 1 },
      'include.unit: expected true, false or an include of units such as { id: true }, got 1.',
    ],
    [
      { unit: 'name' },
      'include.unit: expected true, false or an include of units such as { id: true }, got "name".',
    ],
    [
      { unit: ['name'] },
      'include.unit: expected true, false or an include of units such as { id: true }, got an array.',
    ],
    [
      { unit: new Map() },
      'include.unit: expected true, false or an include of units such as { id: true }, got an instance of Map.',
    ],
    [['name'], 'include: expected an include of balances such as { id: true }, got an array.'],
    [
      'name:true',
      'include: expected an include of balances such as { id: true }, got "name:true".',
    ],
    [true, 'include: expected an include of balances such as { id: true }, got true.'],
    [null, 'include: expected an include of balances such as { id: true }, got null.'],
    [() => true, 'include: expected an include of balances such as { id: true }, got a function.'],
    [{ [Symbol('name')]: true }, 'include: expected string keys, got Symbol(name).'],
    [
      Object.create({ name: true }),
      'include: expected an include of balances such as { id: true }, got an instance of a class. Spread it: { ...value }.',
    ],
  ])('%o', (include, message) => {
    expect(refused(include)).toBe(message);
  });

  test('a field called constructor can be selected if the schema has it', () => {
    const { selection } = parseInclude(everyKind, 'owners', { constructor: true });
    expect(selection.fields).toEqual(['id', 'constructor']);
  });

  test('an unknown resource is rejected', () => {
    expect(() => parseInclude(payments, 'toString', {})).toThrow(
      '`toString` is not a resource of the schema.',
    );
  });
});

describe('depth', () => {
  /** An include of `depth` levels, from balances to account and back. */
  const nested = (depth: number): Record<string, unknown> => {
    let include: Record<string, unknown> = { id: true };
    for (let level = depth; level > 1; level--)
      include = { [level % 2 ? 'balances' : 'account']: include };
    return include;
  };

  test('32 levels are accepted, 33 are rejected', () => {
    expect(parseInclude(payments, 'balances', nested(32)).json).toEqual(nested(32));
    expect(refused(nested(33))).toBe(
      'include: is nested too deeply. Use at most 1000 levels in a filter, 32 in an include or JSON.',
    );
  });

  test('a circular include is rejected', () => {
    const cycle: Record<string, unknown> = {};
    cycle.account = { balances: cycle };
    expect(refused(cycle)).toBe('include: is circular and cannot be sent.');
  });

  test('{ where, include } counts as two levels', () => {
    const filtered = (levels: number): object =>
      levels === 0
        ? { id: true }
        : { [levels % 2 ? 'account' : 'balances']: { where: {}, include: filtered(levels - 1) } };
    const check = (levels: number) =>
      parseInclude(payments, levels % 2 ? 'balances' : 'accounts', filtered(levels));
    expect(check(15).json).toEqual(filtered(15)); // 1 + 15·2
    expect(queryErrorMessage(() => check(16))).toMatch(/nested too deeply/);
  });

  test('a filter inside has 1000 levels of its own [decision 28]', () => {
    const include = (levels: number) => {
      let where: unknown = { id: 'a' };
      for (let level = 0; level < levels; level++) where = { AND: [where] };
      return { account: { balances: { where } } };
    };
    expect(JSON.stringify(parseInclude(payments, 'balances', include(499)).json)).toBe(
      JSON.stringify(include(499)),
    );
    expect(refused(include(500))).toMatch(/nested too deeply/);
  });
});

describe('the copy that is sent', () => {
  test('is equal and shares no objects', () => {
    for (const account of [true, false, {}])
      expect(parseInclude(payments, 'balances', { account }).json).toEqual({ account });
    const include = { name: true, unit: { symbol: true }, account: false };
    const { json } = parseInclude(payments, 'balances', include);
    expect(json).toEqual(include);
    expect(json.unit).not.toBe(include.unit);
  });

  test('contains the checked value of a getter that changes', () => {
    let reads = 0;
    const include = {
      get name() {
        return reads++ === 0 ? true : 'false';
      },
    };
    expect(parseInclude(payments, 'balances', include).json).toEqual({ name: true });
    expect(reads).toBe(1);
  });
});
