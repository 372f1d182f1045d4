import { runInNewContext } from 'node:vm';
import { expect, describe as group, test } from 'vitest';
import { copyJson, isoText, parseNumber, parseText } from '../../src/query/operand.js';
import { QueryNode } from '../../src/query/query-node.js';
import { queryErrorMessage } from '../fixtures/failure.js';

class Money {
  amount = 1;
}

const part = new QueryNode('q', undefined);

/** A copy of a value whose path is `q`. */
const copy = (value: unknown) => copyJson(new QueryNode('q', value));

group('a copy of JSON', () => {
  test('is equal and shares nothing', () => {
    const value = { a: [1, 'two', null, true, { b: {} }] };
    const copied = copy(value) as typeof value;
    expect(copied).toEqual(value);
    expect(copied.a).not.toBe(value.a);
    expect(copied.a[4]).not.toBe(value.a[4]);
  });

  test('keeps keys such as __proto__ and constructor', () => {
    const text = '{"__proto__":{"a":1},"constructor":"b","toString":null}';
    expect(JSON.stringify(copy(JSON.parse(text)))).toBe(text);
  });

  test('turns a Date into ISO text and a safe bigint into a number', () => {
    const at = new Date(1769860800000);
    expect(copy({ at, n: 5n, m: -5n })).toEqual({ at: '2026-01-31T12:00:00.000Z', n: 5, m: -5 });
    expect(copy(runInNewContext('new Date(0)'))).toBe('1970-01-01T00:00:00.000Z');
  });

  test('reads each member once', () => {
    let reads = 0;
    const value = {
      get a() {
        return reads++ === 0 ? 'first' : 'second';
      },
    };
    expect(copy({ value })).toEqual({ value: { a: 'first' } });
  });

  test.each([
    ['undefined', { a: undefined }, 'q.a: expected a JSON value, got undefined.'],
    ['a function', { a: () => 1 }, 'q.a: expected a JSON value, got a function.'],
    ['a symbol', [Symbol('s')], 'q[0]: expected a JSON value, got a symbol.'],
    // biome-ignore lint/suspicious/noSparseArray: the hole is what is tested
    ['a hole', [1, , 2], 'q[1]: expected a JSON value, got undefined.'],
    [
      'an instance',
      { a: { b: new Money() } },
      'q.a.b: expected a JSON value, got an instance of a class. Spread it: { ...value }.',
    ],
    ['a Map', { a: new Map() }, 'q.a: expected a JSON value, got an instance of Map.'],
    ['NaN', { a: Number.NaN }, 'q.a: expected a finite number, got NaN.'],
    ['infinity', { a: -Infinity }, 'q.a: expected a finite number, got -Infinity.'],
    ['an unsafe integer', { a: 2 ** 53 }, 'q.a: expected a safe integer, got 9007199254740992.'],
    ['an unsafe bigint', { a: 2n ** 53n + 1n }, 'q.a: expected a safe integer, got a bigint.'],
    [
      'an invalid Date',
      { a: new Date(Number.NaN) },
      'q.a: expected a valid Date with a year from 0 to 9999.',
    ],
    [
      'an unpaired surrogate',
      { a: 'x\ud800' },
      'q.a: contains an unpaired surrogate. Use toWellFormed().',
    ],
    [
      'an unpaired surrogate in a key',
      { 'x\udc00': 1 },
      'q["x\\udc00"]: contains an unpaired surrogate. Use toWellFormed().',
    ],
    [
      'a symbol for a key',
      { a: { [Symbol('s')]: 1 } },
      'q.a: expected string keys, got Symbol(s).',
    ],
  ])('rejects %s', (_, value, message) => {
    expect(queryErrorMessage(() => copy(value))).toBe(message);
  });
});

group('a number', () => {
  test.each([
    [0, 0],
    [-1.5, -1.5],
    [Number.MAX_SAFE_INTEGER, 9007199254740991],
    [Number.MIN_SAFE_INTEGER, -9007199254740991],
    [5e-324, 5e-324],
    [12n, 12],
    [2n ** 53n - 1n, 9007199254740991],
    [1n - 2n ** 53n, -9007199254740991],
  ])('%s is kept', (value, kept) => {
    expect(parseNumber(value, new QueryNode('q', value))).toBe(kept);
  });

  test('minus zero becomes zero, as in JSON', () => {
    expect(Object.is(parseNumber(-0, part), 0)).toBe(true);
  });

  test.each([
    [2 ** 53, '9007199254740992'],
    [-(2 ** 53), '-9007199254740992'],
    [1e21, '1e+21'],
    [Number.MAX_VALUE, '1.7976931348623157e+308'],
    [2n ** 53n, 'a bigint'],
    [-(2n ** 53n), 'a bigint'],
    [10n ** 400n, 'a bigint'],
  ])('%s is rejected', (value, words) => {
    const problem = `q: expected a safe integer, got ${words}.`;
    expect(queryErrorMessage(() => parseNumber(value, new QueryNode('q', value)))).toBe(problem);
    expect(
      queryErrorMessage(() =>
        parseNumber(value, new QueryNode('q', value), ' Write it as a string.'),
      ),
    ).toBe(`${problem} Write it as a string.`);
  });
});

group('text', () => {
  test.each(['', 'a', 'ä€😀', '\u0000', '\ufeff', '\u2028'])('%j can be sent', (text) => {
    expect(parseText(text, part)).toBe(text);
  });

  test.each(['\ud83d', '\ude00', '\ude00\ud83d', 'a\ud83db'])('%j cannot be sent', (text) => {
    expect(queryErrorMessage(() => parseText(text, part))).toBe(
      'q: contains an unpaired surrogate. Use toWellFormed().',
    );
  });
});

group('a Date', () => {
  test.each([
    ['0000-01-01T00:00:00.000Z'],
    ['1969-12-31T23:59:59.999Z'],
    ['9999-12-31T23:59:59.999Z'],
  ])('%s is written so', (text) => {
    expect(isoText(new Date(text), part)).toBe(text);
  });

  test.each([
    new Date(Number.NaN),
    new Date('+010000-01-01T00:00:00Z'),
    new Date('-000001-12-31T23:59:59.999Z'),
  ])('that four digits of a year cannot hold is rejected', (date) => {
    expect(queryErrorMessage(() => isoText(date, part))).toBe(
      'q: expected a valid Date with a year from 0 to 9999.',
    );
  });
});
