import { runInNewContext } from 'node:vm';
import { expect, describe as group, test } from 'vitest';
import {
  checkNumber,
  checkText,
  copyJson,
  describe,
  isDate,
  isoText,
  isPlainObject,
  itemsOf,
  MAX_DEPTH,
  membersOf,
  setMember,
} from '../../src/query/plain-json.js';
import { refusal } from './refusal.js';

class Money {
  amount = 1;
}

class Bare extends (null as unknown as ObjectConstructor) {}

/** Objects in objects, so many deep. */
function nested(depth: number, value: unknown = 1): unknown {
  return depth === 0 ? value : { a: nested(depth - 1, value) };
}

group('a plain object', () => {
  test.each([
    ['a literal', {}],
    ['an object without a prototype', Object.create(null)],
    ['a literal of another realm', runInNewContext('({ a: 1 })')],
    ['what JSON reads in another realm', runInNewContext('JSON.parse("{}")')],
    ['a proxy of a literal', new Proxy({ a: 1 }, {})],
    ['a frozen literal', Object.freeze({ a: 1 })],
  ])('is %s', (_, value) => {
    expect(isPlainObject(value)).toBe(true);
  });

  test.each([
    ['null', null],
    ['undefined', undefined],
    ['text', 'text'],
    ['an array', []],
    ['an array of another realm', runInNewContext('[]')],
    ['a function', () => {}],
    ['a Date', new Date()],
    ['a Map', new Map()],
    ['boxed text', new String('a')],
    ['a regular expression', /a/],
    ['a promise', Promise.resolve()],
    ['an instance of a class', new Money()],
    ['an instance of a class of another realm', runInNewContext('new (class {})()')],
    ['an instance of a class that extends null', Reflect.construct(Object, [], Bare)],
    ['an object that inherits members', Object.create({ id: 'a' })],
    ['an object that inherits members from one without a prototype', Object.create(Object.create(null))],
  ])('is not %s', (_, value) => {
    expect(isPlainObject(value)).toBe(false);
  });
});

group('members', () => {
  test('are the own ones, in their order', () => {
    expect(membersOf({ b: 1, a: undefined }, 'where', 1, 'an object')).toEqual([
      ['b', 1],
      ['a', undefined],
    ]);
  });

  test('named as those of Object.prototype are members like others', () => {
    const members = membersOf(JSON.parse('{"__proto__":1,"constructor":2}'), 'where', 1, 'an object');
    expect(members).toEqual([
      ['__proto__', 1],
      ['constructor', 2],
    ]);
  });

  test('are read once', () => {
    let reads = 0;
    const value = {
      get id() {
        reads++;
        return 'a';
      },
    };
    membersOf(value, 'where', 1, 'an object');
    expect(reads).toBe(1);
  });

  test('with a symbol for a key are refused', () => {
    expect(refusal(() => membersOf({ [Symbol('id')]: 1 }, 'where', 1, 'an object'))).toBe(
      'where: a symbol cannot be a key of a query.',
    );
  });

  test('of anything that is not a plain object are refused', () => {
    expect(refusal(() => membersOf(new Money(), 'where.a', 1, 'a filter'))).toBe(
      'where.a: expected a filter, not an instance of a class.',
    );
    expect(refusal(() => membersOf([], 'where.a', 1, 'a filter'))).toBe(
      'where.a: expected a filter, not an array.',
    );
  });

  test('a member called __proto__ is set as any other and leaves the prototype alone', () => {
    const object: Record<string, unknown> = {};
    setMember(object, '__proto__', { admin: true });
    setMember(object, 'a', 1);
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
    expect(JSON.stringify(object)).toBe('{"__proto__":{"admin":true},"a":1}');
    expect(Object.getOwnPropertyDescriptor(object, '__proto__')).toEqual({
      value: { admin: true },
      ...{ enumerable: true, configurable: true, writable: true },
    });
  });
});

group('items', () => {
  test('are those of an array, holes among them', () => {
    // biome-ignore lint/suspicious/noSparseArray: the hole is what is tested
    expect(itemsOf([1, , 2], 'where.a', 1, 'a list')).toEqual([1, undefined, 2]);
  });

  test.each([
    ['an object', { length: 1 }],
    ['"text"', 'text'],
    ['an instance of a class', new Set([1])],
    ['null', null],
  ])('of %s are refused', (words, value) => {
    expect(refusal(() => itemsOf(value, 'where.a', 1, 'a list'))).toBe(
      `where.a: expected a list, not ${words}.`,
    );
  });
});

group('depth', () => {
  const tooDeep = 'more than 32 nested objects and arrays, or one that holds itself.';

  test('32 nested objects are copied, 33 are refused', () => {
    expect(MAX_DEPTH).toBe(32);
    expect(copyJson(nested(32), 'q', 1)).toEqual(nested(32));
    expect(refusal(() => copyJson(nested(33), 'q', 1))).toBe(`q${'.a'.repeat(32)}: ${tooDeep}`);
  });

  test('a path of 80 characters is not cut', () => {
    const path = 'q'.repeat(16);
    expect(refusal(() => copyJson(nested(33), path, 1))).toBe(`${path}${'.a'.repeat(32)}: ${tooDeep}`);
  });

  test('arrays count as objects do', () => {
    const lists = (depth: number): unknown => (depth === 0 ? 1 : [lists(depth - 1)]);
    expect(copyJson(lists(32), 'q', 1)).toEqual(lists(32));
    expect(refusal(() => copyJson(lists(33), 'q', 1))).toMatch(tooDeep);
  });

  test('an object that holds itself is refused, with a path that is cut', () => {
    const cycle: Record<string, unknown> = {};
    cycle.myself = cycle;
    const path = `q${'.myself'.repeat(32)}`;
    expect(refusal(() => copyJson(cycle, 'q', 1))).toBe(`${path.slice(0, 80)}…: ${tooDeep}`);
    const list: unknown[] = [];
    list.push(list);
    expect(refusal(() => copyJson(list, 'q', 1))).toMatch(tooDeep);
  });

  test('an object that stands in two places is no cycle', () => {
    const twice = { a: 1 };
    expect(copyJson([twice, twice], 'q', 1)).toEqual([{ a: 1 }, { a: 1 }]);
  });
});

group('a copy of JSON', () => {
  test('is equal and shares nothing', () => {
    const value = { a: [1, 'two', null, true, { b: {} }] };
    const copy = copyJson(value, 'q', 1) as typeof value;
    expect(copy).toEqual(value);
    expect(copy.a).not.toBe(value.a);
    expect(copy.a[4]).not.toBe(value.a[4]);
  });

  test('keeps keys that objects have of their own', () => {
    const text = '{"__proto__":{"a":1},"constructor":"b","toString":null}';
    expect(JSON.stringify(copyJson(JSON.parse(text), 'q', 1))).toBe(text);
  });

  test('turns a Date into ISO text and a safe bigint into a number', () => {
    const at = new Date(1769860800000);
    expect(copyJson({ at, n: 5n, m: -5n }, 'q', 1)).toEqual({ at: '2026-01-31T12:00:00.000Z', n: 5, m: -5 });
    expect(copyJson(runInNewContext('new Date(0)'), 'q', 1)).toBe('1970-01-01T00:00:00.000Z');
  });

  test('reads what it was given once', () => {
    let reads = 0;
    const value = {
      get a() {
        return reads++ === 0 ? 'first' : 'second';
      },
    };
    expect(copyJson({ value }, 'q', 1)).toEqual({ value: { a: 'first' } });
  });

  test.each([
    ['undefined', { a: undefined }, 'q.a: expected a JSON value, not undefined.'],
    ['a function', { a: () => 1 }, 'q.a: expected a JSON value, not a function.'],
    ['a symbol', [Symbol('s')], 'q[0]: expected a JSON value, not a symbol.'],
    // biome-ignore lint/suspicious/noSparseArray: the hole is what is tested
    ['a hole', [1, , 2], 'q[1]: expected a JSON value, not undefined.'],
    ['an instance', { a: { b: new Money() } }, 'q.a.b: expected a JSON value, not an instance of a class.'],
    ['a Map', { a: new Map() }, 'q.a: expected a JSON value, not an instance of a class.'],
    ['NaN', { a: Number.NaN }, 'q.a: NaN is not a number that JSON can hold.'],
    ['infinity', { a: -Infinity }, 'q.a: -Infinity is not a number that JSON can hold.'],
    [
      'an unsafe integer',
      { a: 2 ** 53 },
      'q.a: 9007199254740992 is beyond the integers that a number holds exactly.',
    ],
    [
      'an unsafe bigint',
      { a: 2n ** 53n + 1n },
      'q.a: 9007199254740993n is beyond the integers that a number holds exactly.',
    ],
    ['an invalid Date', { a: new Date(Number.NaN) }, 'q.a: is not a valid date of the years 0 to 9999.'],
    ['half a pair', { a: 'x\ud800' }, 'q.a: holds half of a surrogate pair, which cannot be sent.'],
    [
      'half a pair in a key',
      { 'x\udc00': 1 },
      'q["x\\udc00"]: holds half of a surrogate pair, which cannot be sent.',
    ],
    ['a symbol for a key', { a: { [Symbol('s')]: 1 } }, 'q.a: a symbol cannot be a key of a query.'],
  ])('refuses %s', (_, value, message) => {
    expect(refusal(() => copyJson(value, 'q', 1))).toBe(message);
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
    expect(checkNumber(value, 'q')).toBe(kept);
  });

  test('minus zero is zero, as JSON writes it', () => {
    expect(Object.is(checkNumber(-0, 'q'), 0)).toBe(true);
  });

  test.each([
    [2 ** 53, '9007199254740992'],
    [-(2 ** 53), '-9007199254740992'],
    [1e21, '1e+21'],
    [Number.MAX_VALUE, '1.7976931348623157e+308'],
    [2n ** 53n, '9007199254740992n'],
    [-(2n ** 53n), '-9007199254740992n'],
    [10n ** 400n, 'a very large bigint'],
  ])('%s is refused', (value, words) => {
    const problem = `q: ${words} is beyond the integers that a number holds exactly.`;
    expect(refusal(() => checkNumber(value, 'q'))).toBe(problem);
    expect(refusal(() => checkNumber(value, 'q', ' Write it as a string.'))).toBe(
      `${problem} Write it as a string.`,
    );
  });
});

group('text', () => {
  test.each(['', 'a', 'ä€😀', '\u0000', '\ufeff', '\u2028'])('%j can be sent', (text) => {
    expect(checkText(text, 'q')).toBe(text);
  });

  test.each(['\ud83d', '\ude00', '\ude00\ud83d', 'a\ud83db'])('%j cannot be sent', (text) => {
    expect(refusal(() => checkText(text, 'q'))).toBe(
      'q: holds half of a surrogate pair, which cannot be sent.',
    );
  });
});

group('a Date', () => {
  test('is known, also of another realm', () => {
    expect(isDate(new Date())).toBe(true);
    expect(isDate(runInNewContext('new Date()'))).toBe(true);
    expect(isDate('2026-01-31')).toBe(false);
    expect(isDate({ getTime: () => 0, [Symbol.toStringTag]: 'Date' })).toBe(false);
    expect(isDate(Object.create(Date.prototype))).toBe(false);
    expect(isDate(null)).toBe(false);
  });

  test.each([['0000-01-01T00:00:00.000Z'], ['1969-12-31T23:59:59.999Z'], ['9999-12-31T23:59:59.999Z']])(
    '%s is written so',
    (text) => {
      expect(isoText(new Date(text), 'q')).toBe(text);
    },
  );

  test.each([
    new Date(Number.NaN),
    new Date('+010000-01-01T00:00:00Z'),
    new Date('-000001-12-31T23:59:59.999Z'),
  ])('that four digits of a year cannot hold is refused', (date) => {
    expect(refusal(() => isoText(date, 'q'))).toBe('q: is not a valid date of the years 0 to 9999.');
  });
});

test.each([
  [null, 'null'],
  [undefined, 'undefined'],
  [Number.NaN, 'NaN'],
  [-0, '0'],
  [true, 'true'],
  [12n, '12n'],
  [10n ** 40n - 1n, `${'9'.repeat(40)}n`],
  [10n ** 40n, 'a very large bigint'],
  [-(10n ** 40n), 'a very large bigint'],
  ['a "b"', '"a \\"b\\""'],
  ['x'.repeat(40), `"${'x'.repeat(40)}"`],
  ['x'.repeat(41), `"${'x'.repeat(40)}"…`],
  [[1, 2], 'an array'],
  [{ a: 1 }, 'an object'],
  [Object.create(null), 'an object'],
  [new Date(0), 'a Date'],
  [new Money(), 'an instance of a class'],
  [new Map(), 'an instance of a class'],
  [() => 1, 'a function'],
  [Money, 'a function'],
  [Symbol('s'), 'a symbol'],
])('in messages a value stands in a few words', (value, words) => {
  expect(describe(value)).toBe(words);
});
