import { runInNewContext } from 'node:vm';
import { expect, describe as group, test } from 'vitest';
import { isDate } from '../../src/values/date.js';
import { describe } from '../../src/values/describe.js';
import { isPlainObject, setMember } from '../../src/values/plain-object.js';

class Money {
  amount = 1;
}

class Bare extends (null as unknown as ObjectConstructor) {}

group('a plain object', () => {
  test.each([
    ['a literal', {}],
    ['an object without a prototype', Object.create(null)],
    ['a literal of another realm', runInNewContext('({ a: 1 })')],
    ['the result of JSON.parse in another realm', runInNewContext('JSON.parse("{}")')],
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
    ['an object that inherits properties', Object.create({ id: 'a' })],
    ['an object that inherits properties from one without a prototype', Object.create(Object.create(null))],
  ])('is not %s', (_, value) => {
    expect(isPlainObject(value)).toBe(false);
  });
});

test('a property named __proto__ does not change the prototype', () => {
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

test('isDate() recognizes a Date of any realm', () => {
  expect(isDate(new Date())).toBe(true);
  expect(isDate(runInNewContext('new Date()'))).toBe(true);
  expect(isDate('2026-01-31')).toBe(false);
  expect(isDate({ getTime: () => 0, [Symbol.toStringTag]: 'Date' })).toBe(false);
  expect(isDate(Object.create(Date.prototype))).toBe(false);
  expect(isDate(null)).toBe(false);
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
])('describe() shortens a value for a message: %s', (value, text) => {
  expect(describe(value)).toBe(text);
});
