import { describe, expect, test } from 'vitest';
import { defaultSelection } from '../../src/query/include.js';
import { queryErrorMessage } from '../fixtures/failure.js';
import { everyKind } from './every-kind.js';
import { parseInclude, payments, showSelection } from './parse.js';

// The default fields, copied from the tables of the API specification.
const balance =
  'id identifier name description account_id unit_id type balance available_balance negative_balance external_id variables created_at updated_at archived_at';
const unit =
  'id name description max_precision default_precision default_mode workspace_id background_color color symbol created_at updated_at archived_at';
const account = 'id status identifier_prefix identifier_value';

const without = (fields: string, ...excluded: string[]) =>
  fields
    .split(' ')
    .filter((name) => !excluded.includes(name))
    .join(' ');

const selected = (include: unknown, name = 'balances') =>
  showSelection(parseInclude(payments, name, include).selection);
const rejected = (include: unknown, name = 'balances') =>
  queryErrorMessage(() => parseInclude(payments, name, include));

describe('an include selects', () => {
  test.each<[include: object, selection: string, resource?: string]>([
    // Rules 1 to 4: the inclusion form, or the exclusion form, and always the id.
    [{}, `balances{${balance}}`],
    [{ name: undefined, unit: undefined }, `balances{${balance}}`],
    [{ name: true }, 'balances{id name}'],
    [{ type: true, name: true, balance: undefined }, 'balances{id name type}'],
    [{ name: false, type: false }, `balances{${without(balance, 'name', 'type')}}`],
    [{ id: true }, 'balances{id}'],
    [{ id: false }, `balances{${balance}}`],
    [{ id: false, name: false }, `balances{${without(balance, 'name')}}`],
    [Object.fromEntries(balance.split(' ').map((name) => [name, false])), 'balances{id}'],
    // Rules 5 to 7: relations.
    [{ unit: true }, `balances{${balance} unit:units{${unit}}}`],
    [{ unit: {} }, `balances{${balance} unit:units{${unit}}}`],
    [{ unit: false }, `balances{${balance}}`],
    [{ name: true, unit: { name: true } }, 'balances{id name unit:units{id name}}'],
    [{ name: true, unit: false }, 'balances{id name}'],
    [
      { name: false, unit: { symbol: false }, account: false },
      `balances{${without(balance, 'name')} unit:units{${without(unit, 'symbol')}}}`,
    ],
    [
      { name: false, unit: { name: true } },
      `balances{${without(balance, 'name')} unit:units{id name}}`,
    ],
    [
      { id: true, unit: { id: true }, account: { balances: { id: true, unit: { symbol: true } } } },
      `balances{id unit:units{id} account:accounts{${account} balances:balances{id unit:units{id symbol}}}}`,
    ],
    // Rule 9: computed fields.
    [{ identifier: true }, 'accounts{id identifier}', 'accounts'],
    [{ identifier: true, status: true }, 'accounts{id status identifier}', 'accounts'],
    [{ identifier: false }, `accounts{${account}}`, 'accounts'],
    [{ status: false }, `accounts{${without(account, 'status')}}`, 'accounts'],
    [{ amount: true }, 'balances{id amount}'],
    // Rule 11: a filter on related rows.
    [
      { balances: { where: { amount: { gt: '100' } }, include: { amount: true, name: true } } },
      `accounts{${account} balances:[amount gt "100"]balances{id name amount}}`,
      'accounts',
    ],
    [
      { status: true, balances: { where: { type: 'main' }, include: {} } },
      `accounts{id status balances:[type eq "main"]balances{${balance}}}`,
      'accounts',
    ],
    [
      { id: true, unit: { where: { symbol: '$' }, include: undefined } },
      `balances{id unit:[symbol eq "$"]units{${unit}}}`,
    ],
    [
      { status: true, balances: { where: {}, name: undefined } },
      `accounts{id status balances:[and()]balances{${balance}}}`,
      'accounts',
    ],
  ])(
    '%j: %s [general 2] [include 4] [decision 6] [decision 8] [decision 9]',
    (include, selection, resource) => {
      expect(selected(include, resource)).toBe(selection);
      const { json } = parseInclude(payments, resource ?? 'balances', include);
      expect(json).toEqual(JSON.parse(JSON.stringify(include))); // without what is undefined
      expect(json).not.toBe(include);
    },
  );

  test('the default fields if there is none', () => {
    expect(showSelection(defaultSelection(payments, 'balances'))).toBe(`balances{${balance}}`);
    expect(showSelection(defaultSelection(payments, 'accounts'))).toBe(`accounts{${account}}`);
  });

  test('names of Object.prototype, if the schema has them', () => {
    const { selection } = parseInclude(everyKind, 'owners', { constructor: true });
    expect(showSelection(selection)).toBe('owners{id constructor}');
  });

  test('what a getter returned when it was checked', () => {
    let reads = 0;
    const include = {
      get name() {
        return reads++ === 0 ? true : 'false';
      },
    };
    expect(parseInclude(payments, 'balances', include).json).toEqual({ name: true });
  });
});

describe('an invalid include is rejected [include 8]', () => {
  const mixed = (name: string, value: boolean) =>
    `true and false cannot be mixed: \`${name}\` is ${value}. Use one of them at each level.`;
  const noMember = (name: string) => `include: \`${name}\` is not a field or relation of balances.`;
  const notAFilter = "expected a filter of balances such as { id: '…' }, got";
  const include = 'expected an include of balances such as { id: true }, got';
  const unitInclude =
    'include.unit: expected true, false or an include of units such as { id: true }, got';
  const noParameter = 'is not a field or relation of balances. All related rows are returned.';

  test.each<[include: unknown, message: string, resource?: string]>([
    // Rule 8.
    [{ name: true, description: false }, `include.description: ${mixed('name', true)}`],
    [
      { description: false, type: false, name: true },
      `include.name: ${mixed('description', false)}`,
    ],
    [{ unit: { name: true, symbol: false } }, `include.unit.symbol: ${mixed('name', true)}`],
    [
      { balances: { where: {}, include: { name: true, type: false } } },
      `include.balances.include.type: ${mixed('name', true)}`,
      'accounts',
    ],
    [{ id: true, name: false }, `include.name: ${mixed('id', true)}`],
    [{ name: true, id: false }, `include.id: ${mixed('name', true)}`],
    [
      { identifier: true, status: false },
      `include.status: ${mixed('identifier', true)}`,
      'accounts',
    ],
    // Rule 11.
    [
      { balances: { where: { amuont: 1 } } },
      'include.balances.where: `amuont` is not a field or relation of balances. Did you mean `amount`?',
      'accounts',
    ],
    [
      { balances: { where: { amount: { gte: undefined } } } },
      'include.balances.where.amount.gte: is undefined, which would match every row. Omit it or pass a value.',
      'accounts',
    ],
    [
      { balances: { where: undefined } },
      `include.balances.where: ${notAFilter} undefined.`,
      'accounts',
    ],
    [{ balances: { where: true } }, `include.balances.where: ${notAFilter} true.`, 'accounts'],
    [
      { balances: Object.defineProperty({}, 'where', { value: {} }) }, // it would not be sent
      `include.balances.where: ${notAFilter} undefined.`,
      'accounts',
    ],
    [
      { unit: { include: { name: true } } },
      'include.unit: `include` is only allowed next to `where`. Write its fields here.',
    ],
    [
      { unit: { where: {}, name: true } },
      'include.unit: `name` is not allowed next to `where`. Move it into `include`.',
    ],
    // Names.
    [{ nmae: undefined }, `${noMember('nmae')} Did you mean \`name\`?`],
    [
      { unit: { nmae: true } },
      'include.unit: `nmae` is not a field or relation of units. Did you mean `name`?',
    ],
    [{ constructor: true }, noMember('constructor')],
    [JSON.parse('{"__proto__":true}'), noMember('__proto__')],
    [{ '': true }, noMember('')],
    [{ take: 1 }, `include: \`take\` ${noParameter}`],
    [
      { account: { balances: { orderBy: {} } } },
      `include.account.balances: \`orderBy\` ${noParameter}`,
    ],
    // Values.
    [{ name: 1 }, 'include.name: expected true or false, got 1.'],
    [{ name: 'true' }, 'include.name: expected true or false, got "true".'],
    [{ name: null }, 'include.name: expected true or false, got null.'],
    [
      { name: new Boolean(true) },
      'include.name: expected true or false, got an instance of Boolean.',
    ],
    [{ variables: { a: true } }, 'include.variables: expected true or false, got an object.'],
    [{ unit: null }, `${unitInclude} null.`],
    [{ unit: 'name' }, `${unitInclude} "name".`],
    [{ unit: ['name'] }, `${unitInclude} an array.`],
    [{ unit: new Map() }, `${unitInclude} an instance of Map.`],
    [['name'], `include: ${include} an array.`],
    ['name:true', `include: ${include} "name:true".`],
    [true, `include: ${include} true.`],
    [null, `include: ${include} null.`],
    [{ [Symbol('name')]: true }, 'include: expected string keys, got Symbol(name).'],
    [
      Object.create({ name: true }),
      `include: ${include} an instance of a class. Pass an object literal with its values.`,
    ],
  ])('%o', (value, message, resource) => {
    expect(rejected(value, resource)).toBe(message);
  });
});

describe('depth', () => {
  const tooDeep =
    'include: is nested too deeply. Use at most 1000 levels in a filter, 32 in an include or JSON.';

  test('32 levels are accepted, 33 are rejected', () => {
    /** From balances to account and back. */
    const nested = (depth: number): object => {
      let include: object = { id: true };
      for (let level = depth; level > 1; level--)
        include = { [level % 2 ? 'balances' : 'account']: include };
      return include;
    };
    expect(parseInclude(payments, 'balances', nested(32)).json).toEqual(nested(32));
    expect(rejected(nested(33))).toBe(tooDeep);
  });

  test('{ where, include } counts as two levels', () => {
    const filtered = (levels: number): object =>
      levels === 0
        ? { id: true }
        : { [levels % 2 ? 'account' : 'balances']: { where: {}, include: filtered(levels - 1) } };
    expect(parseInclude(payments, 'balances', filtered(15)).json).toEqual(filtered(15)); // 1 + 15·2
    expect(rejected(filtered(16), 'accounts')).toBe(tooDeep);
  });

  test('a filter inside has 1000 levels of its own [decision 28]', () => {
    const include = (levels: number) => {
      let where: unknown = { id: 'a' };
      for (let level = 0; level < levels; level++) where = { AND: [where] };
      return { account: { balances: { where } } };
    };
    const { json } = parseInclude(payments, 'balances', include(499));
    expect(JSON.stringify(json)).toBe(JSON.stringify(include(499)));
    expect(rejected(include(500))).toBe(tooDeep);
  });

  test('a circular include is rejected', () => {
    const cycle: Record<string, unknown> = {};
    cycle.account = { balances: cycle };
    expect(rejected(cycle)).toBe('include: is circular and cannot be sent.');
  });
});
