import { date, decimal, enumeration, type JsonValue, string, uuid } from 'payments-data-client';
import { describe, expect, test } from 'vitest';
import { type Dialect, resolveDialect } from '../../src/dialect.js';
import { matcher, type RowSource } from '../../src/match/matcher.js';
import { compareText, sortKeys, valueKeys } from '../../src/match/values.js';
import { filterOf } from '../../src/query/filter.js';
import { parseQuery } from '../../src/query/query.js';
import type { Where } from '../mock/oracle/wheres.js';
import { things } from '../mock/things.js';

type AnyRow = Readonly<Record<string, JsonValue | AnyRow[]>>;

/** Reads rows as a response has them: related rows are members. */
const source: RowSource<AnyRow> = {
  reader: (name, _, keyOf) => (row) => keyOf((row[name] ?? null) as JsonValue),
  some({ name }, matcher) {
    const matching = matcher(source);
    return (row) => [(row[name] ?? []) as AnyRow | AnyRow[]].flat().some(matching);
  },
};

function matches(where: Where, row: AnyRow, dialect: Dialect = {}, resource = 'things'): boolean {
  const { where: sent = {} } = parseQuery(things, resource, { where });
  const matching = matcher(
    filterOf(things, resource, sent),
    source,
    resolveDialect('test', dialect),
  );
  return matching(row);
}

/**
 * Whether a filter is true, false or unknown for a row. A box with this thing alone tells: `some`
 * holds if it is true, `every` unless it is false.
 */
function truth(where: Where, row: AnyRow, dialect: Dialect): boolean | undefined {
  const box = { things: [row] };
  const holds = matches({ things: { some: where } }, box, dialect, 'boxes');
  expect(holds).toBe(matches(where, row, dialect));
  expect(holds).toBe(!matches({ things: { none: where } }, box, dialect, 'boxes'));
  if (holds) return true;
  return matches({ things: { every: where } }, box, dialect, 'boxes') ? undefined : false;
}

const row = { name: 'b', code: 'b', text: null, data: null, amount: null, at: null };

describe('a comparison with null', () => {
  test.each<[Where, sql: boolean | undefined, value: boolean]>([
    [{ text: null }, true, true],
    [{ text: { neq: null } }, false, false],
    [{ code: null }, false, false],
    [{ code: { neq: null } }, true, true],
    [{ text: 'a' }, undefined, false],
    [{ text: { neq: 'a' } }, undefined, true],
    [{ text: { gt: 'a' } }, undefined, false],
    [{ amount: { lte: '1' } }, undefined, false],
    [{ at: { gte: '2026-01-01' } }, undefined, false],
    [{ text: { like: '' } }, undefined, false],
    [{ text: { contains: '' } }, undefined, false],
    [{ text: { not_contains: 'a' } }, undefined, true],
    [{ text: { in: ['a'] } }, undefined, false],
    [{ text: { in: ['a', null] } }, undefined, true],
    [{ text: { not_in: ['a'] } }, undefined, true],
    [{ text: { not_in: ['a', null] } }, undefined, false],
    [{ code: { in: ['a', null] } }, undefined, false],
    [{ code: { in: ['b', null] } }, true, true],
    [{ code: { not_in: ['a', null] } }, undefined, true],
    [{ code: { not_in: ['b', null] } }, false, false],
    [{ text: { in: [] } }, false, false],
    [{ text: { not_in: [] } }, true, true],
    [{ data: { eq: null } }, true, true],
    [{ data: { neq: {} } }, undefined, true],
    [{ data: { contains: {} } }, undefined, false],
    [{ data: { not_contains: { a: 1 } } }, undefined, true],
    [{ data: { exists: 'a' } }, undefined, false],
    [{ data: { not_exists: 'a' } }, undefined, true],
    [{ AND: [] }, true, true],
    [{ OR: [] }, false, false],
    [{ AND: [{ text: 'a' }, { name: 'b' }] }, undefined, false],
    [{ AND: [{ text: 'a' }, { name: 'a' }] }, false, false],
    [{ OR: [{ text: 'a' }, { name: 'a' }] }, undefined, false],
    [{ OR: [{ text: 'a' }, { name: 'b' }, { amount: '1' }] }, true, true],
    [{ text: { gt: 'a', in: [] } }, false, false],
    [{ OR: [{ AND: [{ text: { neq: 'a' } }, { OR: [{ at: '2026-01-01' }] }] }] }, undefined, false],
    [{ box: { label: 'x' } }, false, false],
  ])(
    '%j is %s with the logic of SQL, and %s by default [decision 17] [decision 18]',
    (where, sql, value) => {
      expect(truth(where, row, { nulls: 'sql' })).toBe(sql);
      expect(truth(where, row, {})).toBe(value);
    },
  );

  test.each([
    [{ label: { like: '' } }, false],
    [{ label: { neq: 'a' } }, false],
    [{ label: 'a' }, false],
  ])('%j on a related row is never unknown', (where, expected) => {
    const thing = { ...row, box: { label: null } };
    expect(truth({ box: where }, thing, { nulls: 'sql' })).toBe(expected);
  });

  test('of a related row at any depth leaves `every` true', () => {
    const where = { things: { every: { OR: [{ text: { neq: 'a' } }, { name: 'x' }] } } };
    const box = { things: [row, { ...row, text: 'b' }] };
    expect(matches(where, box, { nulls: 'sql' }, 'boxes')).toBe(true);
    expect(matches(where, { things: [{ ...row, text: 'a' }] }, { nulls: 'sql' }, 'boxes')).toBe(
      false,
    );
    expect(matches({ parts: { some: where } }, { parts: [box] }, { nulls: 'sql' }, 'boxes')).toBe(
      true,
    );
  });
});

describe('text', () => {
  const insensitive = { text: 'insensitive' } as const;

  test.each<[Where, Dialect, boolean]>([
    [{ name: 'ROSSI' }, {}, false],
    [{ name: 'ROSSI' }, insensitive, true],
    [{ name: { in: ['x', 'ROSSI'] } }, insensitive, true],
    [{ name: { neq: 'ROSSI' } }, insensitive, false],
    [{ name: { not_in: ['ROSSI'] } }, insensitive, false],
    [{ name: { gt: 'ra', lt: 's' } }, insensitive, true],
    [{ name: { gt: 'ra', lt: 's' } }, {}, false],
    [{ state: 'OPEN' }, insensitive, true],
    [{ code: 'B' }, insensitive, false], // an id is no text
    [{ name: { like: 'OSS' } }, {}, false],
    [{ name: { like: 'OSS' } }, insensitive, true],
    [{ name: { like: 'OSS' } }, { like: 'insensitive' }, true],
    [{ name: { not_contains: 'OSS' } }, { like: 'insensitive' }, false],
    [{ name: 'ROSSI' }, { like: 'insensitive' }, false],
    [{ name: { like: 'OSS' } }, { text: 'insensitive', like: 'exact' }, false],
    [{ name: 'rössi' }, insensitive, false],
    [{ name: 'rossi ' }, insensitive, false],
    [{ name: { like: 'r%i' } }, insensitive, false],
    [{ name: { like: 'r_ssi' } }, insensitive, false],
  ])(
    '%j in the dialect %j matches "Rossi": %s [decision 20] [decision 50]',
    (where, dialect, expected) => {
      expect(matches(where, { name: 'Rossi', state: 'Open', code: 'b' }, dialect)).toBe(expected);
    },
  );

  test('in Greek is the same at the end of a word', () => {
    for (const where of [{ name: 'οδοσ' }, { name: { like: 'ΔΟΣ' } }])
      expect(matches(where, { name: 'ΟΔΟΣ' }, insensitive)).toBe(true);
  });

  test.each([
    ['a', 'b'],
    ['a', 'aa'],
    ['\uffff', '\u{10000}'],
    ['\ud7ff', '\u{10000}'],
    ['\u{103fe}', '\u{103ff}'], // the last code unit of the second one is the greatest of all surrogates
  ])('%j comes before %j by code point [decision 21]', (left, right) => {
    expect(compareText(left, right)).toBeLessThan(0);
    expect(compareText(right, left)).toBeGreaterThan(0);
  });
});

describe('a value', () => {
  test.each<[Where, AnyRow, boolean]>([
    [{ amount: { gt: '5' } }, { amount: '5.10' }, true],
    [{ amount: '5.1' }, { amount: '5.10' }, true],
    [{ amount: { in: [5.1, '7'] } }, { amount: '5.10' }, true],
    [{ amount: { gt: '9007199254740992' } }, { amount: '9007199254740993' }, true],
    [{ amount: '0.1' }, { amount: '0.10000000000000000001' }, false],
    [{ amount: { lt: '0.1' } }, { amount: '0.09999999999999999999' }, true],
    [{ amount: { like: '.1' } }, { amount: '5.10' }, true],
    [{ amount: '5.1' }, { amount: 5.1 }, true], // a number of a response
    [{ at: '2026-01-01' }, { at: '2026-01-01T01:00:00+01:00' }, true],
    [{ at: { gt: '2026-01-01T00:00:00.000000001Z' } }, { at: '2026-01-01T00:00:00.000Z' }, false],
    [{ at: { lt: '2026-01-01T00:00:00.000000001Z' } }, { at: '2026-01-01T00:00:00.000Z' }, true],
    [
      { at: { gt: '2026-01-01T00:00:00.000000001Z' } },
      { at: '2026-01-01T00:00:00.000000002Z' },
      true,
    ],
    [{ at: { gte: '2026-01-01T00:00:00Z' } }, { at: '2025-12-31T23:59:59.9999999Z' }, false],
    [{ at: { gt: '9999-12-31' } }, { at: '9999-12-31T23:30:00-01:00' }, true],
    [{ score: { gte: 1 } }, { score: 1 }, true],
    [{ active: { neq: true } }, { active: false }, true],
    [{ name: { like: 'a' } }, {}, false],
    [{ data: { exists: 'length' } }, { data: ['not an object'] }, false],
    [{ data: { not_exists: 'length' } }, { data: ['not an object'] }, true],
  ])('%j on %j is %s [decision 22] [decision 23]', (where, values, expected) => {
    expect(matches(where, values)).toBe(expected);
  });

  test.each<[decimalOrDate: typeof decimal | typeof date, equal: JsonValue[][]]>([
    [
      decimal,
      [
        ['100.00', 100, '100', '0100.0'],
        ['-0.5', -0.5, '-00.50'],
        ['0', '-0.00', 0, -0],
        ['0.0000001', 1e-7],
        ['0.000000123456789012345', 1.23456789012345e-7],
        ['9007199254740991', 9007199254740991],
        ['9007199254740992'],
        ['9007199254740993', '9007199254740993.0'],
        ['-1000000000000000000000000000000'],
        ['123456789012345678901234567890.5'],
      ],
    ],
    [
      date,
      [
        ['2026-01-31T12:00:00.000Z', '2026-01-31T13:00:00+01:00', '2026-01-31T12:00Z'],
        ['1970-01-01T00:00:00.000Z', '1970-01-01'],
        ['2026-01-31', '2026-01-31T00:00:00Z', '2026-01-31t00:00:00.000z'],
        ['2026-01-31T11:00Z', '2026-01-31T12:00+0100'],
        ['2026-01-31T12:00:00.123456Z', '2026-01-31T12:00:00.123456000Z'],
        ['2026-01-31T12:00:00.1234561Z'],
        ['2026-01-31T12:00:00.1234562Z'],
      ],
    ],
  ])('has the key of its equals, and no other', (kind, groups) => {
    const { keyOf } = valueKeys(kind(), { text: 'exact' });
    for (const group of groups) expect(new Set(group.map(keyOf)).size).toBe(1);
    expect(new Set(groups.map(([value = null]) => keyOf(value))).size).toBe(groups.length);
  });
});

describe('an order', () => {
  const sorted = (
    field: Parameters<typeof sortKeys>[0],
    direction: 'asc' | 'desc',
    dialect: Dialect,
    values: JsonValue[],
  ) => {
    const { keyOf, compare } = sortKeys(field, direction, resolveDialect('test', dialect));
    return values.toSorted((left, right) => compare(keyOf(left), keyOf(right)));
  };

  test.each<[Dialect, asc: string, desc: string]>([
    [{}, 'a b null', 'null b a'],
    [{ nullOrder: 'smallest' }, 'null a b', 'b a null'],
    [{ nullOrder: 'last' }, 'a b null', 'b a null'],
    [{ nullOrder: 'first' }, 'null a b', 'null b a'],
  ])('has null where %j says', (dialect, asc, desc) => {
    expect(sorted(string(), 'asc', dialect, ['b', null, 'a']).map(String).join(' ')).toBe(asc);
    expect(sorted(string(), 'desc', dialect, ['b', null, 'a']).map(String).join(' ')).toBe(desc);
  });

  test.each<[Parameters<typeof sortKeys>[0], Dialect, JsonValue[]]>([
    [string(), {}, ['B', 'a', '\uffff', '😀']],
    [string(), { text: 'insensitive' }, ['a', 'B', '\uffff', '😀']],
    [enumeration(), { text: 'insensitive' }, ['a', 'B']],
    [uuid(), { text: 'insensitive' }, ['B', 'a']],
    [
      decimal(),
      {},
      ['-10', '-9.5', '0', '9007199254740992', '9007199254740993', `1${'0'.repeat(30)}`],
    ],
    [
      date(),
      {},
      [
        '0999-01-01',
        '2026-01-01T00:00:00.000Z',
        '2026-01-01T00:00:00.0000001Z',
        '2026-01-01T00:00:00.001Z',
      ],
    ],
  ])('of %j in the dialect %j is %j', (field, dialect, values) => {
    expect(sorted(field, 'asc', dialect, values.toReversed())).toEqual(values);
    expect(sorted(field, 'desc', dialect, values)).toEqual(values.toReversed());
  });

  test('in descending order has equal values in the order in which they were', () => {
    const values = sorted(string(), 'desc', { text: 'insensitive' }, ['b', 'A', 'a', 'B']);
    expect(values.join('')).toBe('bBAa');
  });
});
