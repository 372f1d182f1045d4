import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { combinators, quantifiers } from '../../src/query/filter.js';
import type { FieldKind } from '../../src/schema/field.js';
import { comparators } from '../../src/schema/kinds.js';
import { queryErrorMessage } from '../fixtures/failure.js';
import { everyKind } from './every-kind.js';
import { parseWhere } from './parse.js';

// Copied from the API specification, not from the code; `contains` and `not_contains` on text are
// decision 12, booleans are decision 16.
const specified: Record<FieldKind, string> = {
  string: 'eq neq in not_in gt lt gte lte like contains not_contains',
  uuid: 'eq neq in not_in gt lt gte lte like contains not_contains',
  decimal: 'eq neq in not_in gt lt gte lte like contains not_contains',
  number: 'eq neq in not_in gt lt gte lte',
  integer: 'eq neq in not_in gt lt gte lte',
  date: 'eq neq in not_in gt lt gte lte',
  enumeration: 'eq neq in not_in',
  boolean: 'eq neq',
  json: 'eq neq contains not_contains exists not_exists',
};

type Sample = readonly [operand: unknown, sent: unknown];

const asIs = (operand: unknown): Sample => [operand, operand];

/** By kind: valid operands, and what is sent. */
const valid: Record<FieldKind, readonly Sample[]> = {
  string: ['main', '', "it's", '1', 'ä€😀', '\0', '\ufeff', '\u2028'].map(asIs),
  uuid: ['b0000000-0000-4000-8000-000000000001', 'not a uuid'].map(asIs),
  enumeration: ['open', 'something new'].map(asIs),
  decimal: [
    ...['100.00', '-0.5', '123456789012345678901234567890.5', 100, -0.5, 1e-7].map(asIs),
    [-0, 0],
    [5n, '5'],
    [-(10n ** 30n), '-1000000000000000000000000000000'],
  ],
  number: [
    ...[0, -1.5, 5e-324, 2 ** 53 - 1].map(asIs),
    [-0, 0],
    [2n ** 53n - 1n, 9007199254740991],
    [1n - 2n ** 53n, -9007199254740991],
  ],
  integer: [asIs(8), asIs(2.5), [5n, 5]],
  boolean: [true, false].map(asIs),
  date: [
    ...['2026-01-31T12:00:00.000Z', '2026-01-31T13:00:00+01:00', '2026-01-31'].map(asIs),
    ...['2026-01-31T12:00+0100', '2026-01-31T12:00:00.123456789Z'].map(asIs),
    [new Date('0000-01-01'), '0000-01-01T00:00:00.000Z'],
    [new Date('9999-12-31T23:59:59.999Z'), '9999-12-31T23:59:59.999Z'],
    [runInNewContext('new Date(0)'), '1970-01-01T00:00:00.000Z'],
  ],
  json: [
    ...['text', 1.5, true, [1, { a: null }], { a: { b: [] } }].map(asIs),
    [5n, 5],
    [{ at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
  ],
};

const expected: Record<FieldKind, string> = {
  string: 'a string',
  uuid: 'a string',
  enumeration: 'a string',
  decimal: "a decimal string such as '100.00', or a number",
  number: 'a number',
  integer: 'a number',
  boolean: 'true or false',
  date: 'a date such as 2026-01-31 or 2026-01-31T12:00:00Z, or a Date',
  json: 'a JSON value',
};

type Invalid = readonly [operand: unknown, shown: string];

const texts = (...values: string[]) => values.map((text): Invalid => [text, JSON.stringify(text)]);
const notText: readonly Invalid[] = [
  [1, '1'],
  [true, 'true'],
  [5n, 'a bigint'],
  [new Date(0), 'an instance of Date'],
];
const notNumber: readonly Invalid[] = [
  ...texts('1', ''),
  [true, 'true'],
  [new Date(0), 'an instance of Date'],
];

/** Operands that are invalid for a kind, and how messages describe them. */
const invalid: Record<FieldKind, readonly Invalid[]> = {
  string: notText,
  uuid: notText,
  enumeration: notText,
  decimal: [
    [true, 'true'],
    ...texts('', ' ', '+5', '.5', '5.', '1e3', '0x10', '1,5', ' 1', '1\n', 'NaN'),
  ],
  number: [...notNumber, [new Number(1), 'an instance of Number']],
  integer: notNumber,
  boolean: [...texts('true'), [0, '0'], [5n, 'a bigint']],
  date: [
    ...texts('', '2026-01', '2026-02-30', '2026-02-30T12:00:00', 'today'),
    [0, '0'],
    [5n, 'a bigint'],
  ],
  json: [],
};

/** Invalid for every kind but JSON. */
const never: readonly Invalid[] = [
  [Symbol('s'), 'a symbol'],
  [() => 'a', 'a function'],
  [['a'], 'an array'],
  [{ a: 1 }, 'an object'],
  [new Map(), 'an instance of Map'],
];

const kinds = Object.keys(specified) as FieldKind[];
const check = (where: unknown) => parseWhere(everyKind, 'things', where);
const rejected = (where: unknown) => queryErrorMessage(() => check(where));

test('each kind has the comparators of the API specification [general 5] [where 6] [decision 56]', () => {
  const table = Object.entries(comparators).map(([kind, names]) => [kind, names.join(' ')]);
  expect(Object.fromEntries(table)).toEqual(specified);
  expect(quantifiers).toEqual(['some', 'none', 'every']);
  expect(Object.keys(combinators)).toEqual(['AND', 'OR']);
});

describe.each(kinds)('a %s field', (kind) => {
  const names = specified[kind].split(' ');
  const has = (name: string) => names.includes(name);
  const single = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'].filter(has);
  const lists = ['in', 'not_in'].filter(has);

  test('accepts its operands, by each comparator', () => {
    for (const [operand, sent] of valid[kind])
      for (const op of single)
        expect(check({ [kind]: { [op]: operand } })).toEqual({
          json: { [kind]: { [op]: sent } },
          filter: `${kind} ${op} ${JSON.stringify(sent)}`,
        });
    const sent = valid[kind].map(([, item]) => item);
    for (const op of lists) {
      expect(check({ [kind]: { [op]: valid[kind].map(([operand]) => operand) } })).toEqual({
        json: { [kind]: { [op]: sent } },
        filter: `${kind} ${op} ${JSON.stringify(sent)}`,
      });
      expect(check({ [kind]: { [op]: [] } }).filter).toBe(`${kind} ${op} []`);
    }
    if (kind !== 'json')
      for (const [operand, value] of valid[kind])
        expect(check({ [kind]: operand }).json).toEqual({ [kind]: value });
  });

  test('rejects the comparators of other kinds [decision 16]', () => {
    const all = new Set(Object.values(specified).flatMap((row) => row.split(' ')));
    for (const op of [...all].filter((name) => !has(name))) {
      const use = op.includes('exists') ? '{ eq: null } or { neq: null }' : names.join(', ');
      expect(rejected({ [kind]: { [op]: 'a' } })).toBe(
        `where.${kind}: \`${op}\` is not a comparator of ${kind} fields. Use ${use}.`,
      );
    }
  });

  test('accepts null only if it is nullable [decision 17]', () => {
    const name = `nullable_${kind}`;
    const problem = `expected ${expected[kind]}, got null. This field is not nullable.`;
    for (const op of ['eq', 'neq']) {
      expect(check({ [name]: { [op]: null } }).filter).toBe(`${name} ${op} null`);
      expect(rejected({ [kind]: { [op]: null } })).toBe(`where.${kind}.${op}: ${problem}`);
    }
    expect(check({ [name]: null }).json).toEqual({ [name]: null });
    expect(rejected({ [kind]: null })).toBe(`where.${kind}: ${problem}`);
    for (const op of lists) {
      expect(check({ [name]: { [op]: [null] } }).filter).toBe(`${name} ${op} [null]`);
      expect(rejected({ [kind]: { [op]: [null] } })).toBe(`where.${kind}.${op}[0]: ${problem}`);
    }
    for (const op of single.slice(2))
      expect(rejected({ [name]: { [op]: null } })).toBe(
        `where.${name}.${op}: null has no order. Use { eq: null }.`,
      );
  });

  test('rejects invalid operands, by each comparator', () => {
    for (const [operand, shown] of kind === 'json' ? [] : [...never, ...invalid[kind]]) {
      const problem = `expected ${expected[kind]}, got ${shown}.`;
      for (const op of single)
        expect(rejected({ [kind]: { [op]: operand } })).toBe(`where.${kind}.${op}: ${problem}`);
      for (const op of lists)
        expect(rejected({ [kind]: { [op]: [valid[kind][0]?.[0], operand] } })).toBe(
          `where.${kind}.${op}[1]: ${problem}`,
        );
    }
    for (const [operand, shown] of invalid[kind])
      expect(rejected({ [kind]: operand })).toBe(
        `where.${kind}: expected ${expected[kind]}, got ${shown}.`,
      );
  });

  test.each(lists)('rejects %s without an array', (op) => {
    for (const [list, shown] of [
      ['a', '"a"'],
      [null, 'null'],
      [{ 0: 'a', length: 1 }, 'an object'],
      [new Set(['a']), 'an instance of Set'],
    ] as const)
      expect(rejected({ [kind]: { [op]: list } })).toBe(
        `where.${kind}.${op}: expected an array of values, got ${shown}.`,
      );
  });
});

describe('like, contains and not_contains', () => {
  test.each(['string', 'uuid', 'decimal'])(
    'accept any text on a %s field [decision 12]',
    (kind) => {
      for (const op of ['like', 'contains', 'not_contains']) {
        for (const text of ['', '%', '_', '100.', 'a b'])
          expect(check({ [kind]: { [op]: text } }).filter).toBe(
            `${kind} ${op} ${JSON.stringify(text)}`,
          );
        for (const [value, shown] of [...notText, [null, 'null'], [['a'], 'an array']] as const)
          expect(rejected({ [kind]: { [op]: value } })).toBe(
            `where.${kind}.${op}: expected a string, got ${shown}.`,
          );
      }
    },
  );
});

const unsafe = 'expected a safe integer, got 9007199254740992.';
const surrogate = 'contains an unpaired surrogate. Use toWellFormed().';
const invalidDate = 'expected a valid Date with a year from 0 to 9999.';
const notJson = 'expected a JSON value, got';
class Money {
  amount = 1;
}
const noZone = (text: string) =>
  `expected a date with a time zone, got "${text}". Add \`Z\` for UTC.`;

test.each<[object, string]>([
  [{ decimal: Number.NaN }, 'decimal: expected a finite number, got NaN.'],
  [{ number: { gte: Infinity } }, 'number.gte: expected a finite number, got Infinity.'],
  [{ integer: { in: [-Infinity] } }, 'integer.in[0]: expected a finite number, got -Infinity.'],
  [{ decimal: { gte: 2 ** 53 } }, `decimal.gte: ${unsafe} Pass it as a string.`],
  [{ number: { gte: 2 ** 53 } }, `number.gte: ${unsafe}`],
  [{ json: { contains: { a: 2 ** 53 } } }, `json.contains.a: ${unsafe}`],
  [{ integer: -(2n ** 53n) }, 'integer: expected a safe integer, got a bigint.'],
  [{ number: 10n ** 400n }, 'number: expected a safe integer, got a bigint.'],
  [{ string: 'a\ud800' }, `string: ${surrogate}`],
  [{ uuid: { in: ['a', '\udc00'] } }, `uuid.in[1]: ${surrogate}`],
  [{ string: { like: '\ude00\ud83d' } }, `string.like: ${surrogate}`],
  [{ string: { contains: '\ud800' } }, `string.contains: ${surrogate}`],
  [{ json: { exists: '\ud800' } }, `json.exists: ${surrogate}`],
  [{ json: { eq: { '\ud800': 1 } } }, `json.eq["\\ud800"]: ${surrogate}`],
  [{ date: '2026-01-31T12:00:00' }, `date: ${noZone('2026-01-31T12:00:00')}`],
  [{ date: { in: ['2026-01-31t12:00'] } }, `date.in[0]: ${noZone('2026-01-31t12:00')}`],
  [{ date: new Date(Number.NaN) }, `date: ${invalidDate}`],
  [{ date: { gte: new Date(8.64e15) } }, `date.gte: ${invalidDate}`],
  [{ date: { in: [new Date('-000001-12-31T23:59:59.999Z')] } }, `date.in[0]: ${invalidDate}`],
  [{ json: { eq: { a: undefined } } }, `json.eq.a: ${notJson} undefined.`],
  [{ json: { eq: { a: () => 1 } } }, `json.eq.a: ${notJson} a function.`],
  [{ json: [Symbol('s')] }, `json[0]: ${notJson} a symbol.`],
  [{ json: Array(1) }, `json[0]: ${notJson} undefined.`],
  [
    { json: { eq: { b: new Money() } } },
    `json.eq.b: ${notJson} an instance of a class. Spread it: { ...value }.`,
  ],
  [{ json: { eq: { a: new Map() } } }, `json.eq.a: ${notJson} an instance of Map.`],
  [{ json: { eq: { a: Number.NaN } } }, 'json.eq.a: expected a finite number, got NaN.'],
  [{ json: { eq: { a: new Date(Number.NaN) } } }, `json.eq.a: ${invalidDate}`],
  [{ json: { eq: { [Symbol('s')]: 1 } } }, 'json.eq: expected string keys, got Symbol(s).'],
])('%o is rejected [decision 22] [decision 23]', (where, message) => {
  expect(rejected(where)).toBe(`where.${message}`);
});
