import { runInNewContext } from 'node:vm';
import type { FieldKind } from 'payments-data-client';
import { describe, expect, test } from 'vitest';
import { queryErrorMessage } from '../fixtures/failure.js';
import { everyKind } from './every-kind.js';
import { parseWhere } from './parse.js';

const check = (where: unknown) => parseWhere(everyKind, 'things', where);
const refused = (where: unknown) => queryErrorMessage(() => check(where));

const asIs = (operand: unknown): [unknown, unknown] => [operand, operand];

/** By kind: an operand, and what is sent. */
const right: Record<FieldKind, [operand: unknown, sent: unknown][]> = {
  string: ['known', '', "it's", '1', '😀'].map(asIs),
  uuid: ['b0000000-0000-4000-8000-000000000001', 'not a uuid'].map(asIs),
  enumeration: ['open', 'something new'].map(asIs),
  decimal: [
    ['100.00', '100.00'],
    ['-0.5', '-0.5'],
    ['123456789012345678901234567890.5', '123456789012345678901234567890.5'],
    [100, 100],
    [-0.5, -0.5],
    [-0, 0],
    [1e-7, 1e-7],
    [9007199254740991, 9007199254740991],
    [5n, '5'],
    [-(10n ** 30n), '-1000000000000000000000000000000'],
  ],
  number: [
    [0, 0],
    [-1.5, -1.5],
    [-0, 0],
    [5n, 5],
    [2n ** 53n - 1n, 9007199254740991],
  ],
  integer: [
    [8, 8],
    [2.5, 2.5],
    [5n, 5],
  ],
  boolean: [true, false].map(asIs),
  date: [
    ['2026-01-31T12:00:00.000Z', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31T13:00:00+01:00', '2026-01-31T13:00:00+01:00'],
    [new Date(1769860800000), '2026-01-31T12:00:00.000Z'],
    [runInNewContext('new Date(0)'), '1970-01-01T00:00:00.000Z'],
    ['2026-01-31', '2026-01-31'],
    ['2026-01-31T12:00+0100', '2026-01-31T12:00+0100'],
    ['2026-01-31T12:00:00.123456789Z', '2026-01-31T12:00:00.123456789Z'],
  ],
  json: [
    ['text', 'text'],
    [1.5, 1.5],
    [true, true],
    [5n, 5],
    [
      [1, { a: null }],
      [1, { a: null }],
    ],
    [{ a: { b: [] } }, { a: { b: [] } }],
    [{ at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
  ],
};

/** Operands that are invalid for every kind but JSON, and how messages describe them. */
const never: [operand: unknown, words: string][] = [
  [Symbol('s'), 'a symbol'],
  [() => 'a', 'a function'],
  [['a'], 'an array'],
  [{ a: 1 }, 'an object'],
  [new Map(), 'an instance of Map'],
  [new String('a'), 'an instance of String'],
  [/a/, 'an instance of RegExp'],
];

const expected: Record<Exclude<FieldKind, 'json'>, string> = {
  string: 'a string',
  uuid: 'a string',
  enumeration: 'a string',
  decimal: "a decimal string such as '100.00', or a number",
  number: 'a number',
  integer: 'a number',
  boolean: 'true or false',
  date: 'a date such as 2026-01-31 or 2026-01-31T12:00:00Z, or a Date',
};

const wrong: Record<Exclude<FieldKind, 'json'>, [operand: unknown, words: string][]> = {
  string: [
    [1, '1'],
    [true, 'true'],
    [5n, 'a bigint'],
    [new Date(0), 'an instance of Date'],
  ],
  uuid: [
    [1, '1'],
    [true, 'true'],
    [5n, 'a bigint'],
    [new Date(0), 'an instance of Date'],
  ],
  enumeration: [
    [1, '1'],
    [true, 'true'],
    [5n, 'a bigint'],
    [new Date(0), 'an instance of Date'],
  ],
  decimal: [
    [true, 'true'],
    [new Date(0), 'an instance of Date'],
    ...['', ' ', '+5', '.5', '5.', '1e3', '0x10', '1,5', ' 1', '1 ', '1\n', 'NaN', 'ten'].map(
      (text): [string, string] => [text, JSON.stringify(text)],
    ),
  ],
  number: [
    ['1', '"1"'],
    ['', '""'],
    [true, 'true'],
    [new Date(0), 'an instance of Date'],
    [new Number(1), 'an instance of Number'],
  ],
  integer: [
    ['1', '"1"'],
    ['', '""'],
    [true, 'true'],
    [new Date(0), 'an instance of Date'],
  ],
  boolean: [
    [0, '0'],
    [1, '1'],
    ['true', '"true"'],
    [5n, 'a bigint'],
    [new Boolean(true), 'an instance of Boolean'],
  ],
  date: [
    [0, '0'],
    [1769860800000, '1769860800000'],
    [true, 'true'],
    [5n, 'a bigint'],
    ...[
      '',
      '2026-01',
      '2026-02-30',
      '2026-02-30T12:00:00Z',
      '2026-02-30T12:00:00',
      '2026-01-31T12:00:00.0000000000Z',
      'today',
    ].map((text): [string, string] => [text, JSON.stringify(text)]),
  ],
};

const kinds = Object.keys(right) as FieldKind[];
const scalars = kinds.filter((kind) => kind !== 'json');
const ordered = ['gt', 'gte', 'lt', 'lte'] as const;
const hasOrder = (kind: FieldKind) => !['enumeration', 'boolean', 'json'].includes(kind);
const listed = scalars.filter((kind) => kind !== 'boolean');

describe.each(kinds)('a %s field', (kind) => {
  test('accepts its operands', () => {
    const comparators = ['eq', 'neq', ...(hasOrder(kind) ? ordered : [])];
    for (const [operand, sent] of right[kind]) {
      for (const op of comparators) {
        const { filter, json } = check({ [kind]: { [op]: operand } });
        expect(json).toEqual({ [kind]: { [op]: sent } });
        expect(filter).toBe(`${kind} ${op} ${JSON.stringify(sent)}`);
      }
      if (kind === 'json') continue;
      expect(check({ [kind]: operand })).toEqual({
        filter: `${kind} eq ${JSON.stringify(sent)}`,
        json: { [kind]: sent },
      });
    }
  });

  test('accepts null only if it is nullable [decision 17]', () => {
    const words = kind === 'json' ? 'a JSON value' : expected[kind];
    for (const op of ['eq', 'neq']) {
      expect(check({ [`nullable_${kind}`]: { [op]: null } }).filter).toBe(
        `nullable_${kind} ${op} ${JSON.stringify(null)}`,
      );
      expect(refused({ [kind]: { [op]: null } })).toBe(
        `where.${kind}.${op}: expected ${words}, got null. This field is not nullable.`,
      );
    }
    expect(check({ [`nullable_${kind}`]: null }).json).toEqual({ [`nullable_${kind}`]: null });
    expect(refused({ [kind]: null })).toBe(
      `where.${kind}: expected ${words}, got null. This field is not nullable.`,
    );
  });
});

describe.each(scalars)('an invalid operand of a %s field', (kind) => {
  test('is rejected by every comparator', () => {
    const comparators = ['eq', 'neq', ...(hasOrder(kind) ? ordered : [])];
    for (const [operand, words] of [...never, ...wrong[kind]]) {
      for (const op of comparators) {
        expect(refused({ [kind]: { [op]: operand } })).toBe(
          `where.${kind}.${op}: expected ${expected[kind]}, got ${words}.`,
        );
      }
    }
  });

  test('is rejected as a bare value', () => {
    for (const [operand, words] of wrong[kind])
      expect(refused({ [kind]: operand })).toBe(
        `where.${kind}: expected ${expected[kind]}, got ${words}.`,
      );
  });
});

describe.each(listed)('an array of operands of a %s field', (kind) => {
  test('is accepted, and may be empty', () => {
    for (const op of ['in', 'not_in']) {
      const { filter, json } = check({ [kind]: { [op]: right[kind].map(([operand]) => operand) } });
      const sent = right[kind].map(([, item]) => item);
      expect(json).toEqual({ [kind]: { [op]: sent } });
      expect(filter).toBe(`${kind} ${op} ${JSON.stringify(sent)}`);
      expect(check({ [kind]: { [op]: [] } }).filter).toBe(`${kind} ${op} ${JSON.stringify([])}`);
    }
  });

  test('may contain null if the field is nullable', () => {
    for (const op of ['in', 'not_in']) {
      expect(check({ [`nullable_${kind}`]: { [op]: [null] } }).filter).toBe(
        `nullable_${kind} ${op} ${JSON.stringify([null])}`,
      );
      expect(refused({ [kind]: { [op]: [null] } })).toMatch(`where.${kind}.${op}[0]: expected`);
    }
  });

  test('rejects an invalid item, with its index', () => {
    for (const [operand, words] of [...never, ...wrong[kind]]) {
      for (const op of ['in', 'not_in']) {
        expect(refused({ [kind]: { [op]: [right[kind][0]?.[0], operand] } })).toBe(
          `where.${kind}.${op}[1]: expected ${expected[kind]}, got ${words}.`,
        );
      }
    }
  });

  test('must be an array', () => {
    for (const op of ['in', 'not_in']) {
      for (const [list, words] of [
        ['a', '"a"'],
        [null, 'null'],
        [{ 0: 'a', length: 1 }, 'an object'],
        [new Set(['a']), 'an instance of Set'],
        [1, '1'],
      ] as const)
        expect(refused({ [kind]: { [op]: list } })).toBe(
          `where.${kind}.${op}: expected an array of values, got ${words}.`,
        );
    }
  });
});

test.each(kinds.filter(hasOrder))(
  'null has no order, even if a %s is nullable [decision 17]',
  (kind) => {
    for (const op of ordered)
      expect(refused({ [`nullable_${kind}`]: { [op]: null } })).toBe(
        `where.nullable_${kind}.${op}: null has no order. Use { eq: null }.`,
      );
  },
);

describe('invalid numbers', () => {
  const numeric = ['decimal', 'number', 'integer'];

  test.each([Number.NaN, Infinity, -Infinity])('%d is rejected', (value) => {
    for (const kind of numeric) {
      const problem = `expected a finite number, got ${value}.`;
      expect(refused({ [kind]: value })).toBe(`where.${kind}: ${problem}`);
      expect(refused({ [kind]: { gte: value } })).toBe(`where.${kind}.gte: ${problem}`);
      expect(refused({ [kind]: { in: [value] } })).toBe(`where.${kind}.in[0]: ${problem}`);
    }
  });

  test('an unsafe integer is rejected, with a hint to pass a string if the field accepts one [decision 22]', () => {
    const problem = 'expected a safe integer, got 9007199254740992.';
    expect(refused({ decimal: { gte: 2 ** 53 } })).toBe(
      `where.decimal.gte: ${problem} Pass it as a string.`,
    );
    expect(refused({ number: { gte: 2 ** 53 } })).toBe(`where.number.gte: ${problem}`);
    expect(refused({ json: { contains: { a: 2 ** 53 } } })).toBe(
      `where.json.contains.a: ${problem}`,
    );
  });

  test('an unsafe bigint is rejected for number fields', () => {
    for (const kind of ['number', 'integer'])
      expect(refused({ [kind]: 2n ** 53n + 1n })).toBe(
        `where.${kind}: expected a safe integer, got a bigint.`,
      );
  });

  test('a decimal accepts any bigint', () => {
    const digits = '9'.repeat(200);
    expect(check({ decimal: BigInt(digits) })).toEqual({
      filter: `decimal eq "${digits}"`,
      json: { decimal: digits },
    });
  });
});

describe('text with an unpaired surrogate', () => {
  const problem = 'contains an unpaired surrogate. Use toWellFormed().';

  test.each(['string', 'uuid', 'enumeration'])('is rejected on a %s', (kind) => {
    expect(refused({ [kind]: 'a\ud800' })).toBe(`where.${kind}: ${problem}`);
    expect(refused({ [kind]: { in: ['a', '\udc00'] } })).toBe(`where.${kind}.in[1]: ${problem}`);
  });

  test('is rejected in like, contains and paths', () => {
    expect(refused({ string: { like: '\ud800' } })).toBe(`where.string.like: ${problem}`);
    expect(refused({ string: { contains: '\ud800' } })).toBe(`where.string.contains: ${problem}`);
    expect(refused({ json: { exists: '\ud800' } })).toBe(`where.json.exists: ${problem}`);
    expect(refused({ json: { eq: { '\ud800': 1 } } })).toBe(`where.json.eq["\\ud800"]: ${problem}`);
  });
});

describe('like, contains and not_contains on text', () => {
  test.each(['string', 'uuid', 'decimal'])(
    'accept any text on a %s field [decision 12] [decision 22]',
    (kind) => {
      for (const text of ['', '%', '_', '100.', 'a b']) {
        expect(check({ [kind]: { like: text } }).filter).toBe(
          `${kind} like ${JSON.stringify(text)}`,
        );
        expect(check({ [kind]: { contains: text } })).toEqual({
          filter: `${kind} contains ${JSON.stringify(text)}`,
          json: { [kind]: { contains: text } },
        });
        expect(check({ [kind]: { not_contains: text } })).toEqual({
          filter: `${kind} not_contains ${JSON.stringify(text)}`,
          json: { [kind]: { not_contains: text } },
        });
      }
    },
  );

  test.each([
    [1, '1'],
    [null, 'null'],
    [['a'], 'an array'],
    [{}, 'an empty object'],
    [new Date(0), 'an instance of Date'],
    [5n, 'a bigint'],
  ])('reject %o', (value, words) => {
    for (const field of ['string', 'nullable_string', 'decimal']) {
      for (const op of ['like', 'contains', 'not_contains'])
        expect(refused({ [field]: { [op]: value } })).toBe(
          `where.${field}.${op}: expected a string, got ${words}.`,
        );
    }
  });
});

describe('a date-time without a time zone', () => {
  test.each(['2026-01-31T12:00:00', '2026-01-31T12:00', '2026-01-31t12:00:00.123456'])(
    'is rejected with a hint: %s [decision 23]',
    (text) => {
      const problem = `expected a date with a time zone, got "${text}". Add \`Z\` for UTC.`;
      expect(refused({ date: text })).toBe(`where.date: ${problem}`);
      expect(refused({ date: { in: [text] } })).toBe(`where.date.in[0]: ${problem}`);
    },
  );
});

describe('invalid Dates', () => {
  test('an invalid Date and a year outside 0 to 9999 are rejected', () => {
    const problem = 'expected a valid Date with a year from 0 to 9999.';
    expect(refused({ date: new Date(Number.NaN) })).toBe(`where.date: ${problem}`);
    expect(refused({ date: { gte: new Date(8.64e15) } })).toBe(`where.date.gte: ${problem}`);
    expect(refused({ date: { in: [new Date(-8.64e15)] } })).toBe(`where.date.in[0]: ${problem}`);
  });
});
