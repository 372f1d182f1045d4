import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { isPlainObject, own, parseJson, setMember } from '../../src/values/plain-object.js';

class Bare extends (null as unknown as ObjectConstructor) {}

test.each<[string, unknown, boolean?]>([
  ['an object without a prototype', Object.create(null)],
  ['a literal of another realm', runInNewContext('({ a: 1 })')],
  ['the result of JSON.parse in another realm', runInNewContext('JSON.parse("{}")')],
  ['a proxy of a literal', new Proxy({ a: 1 }, {})],
  ['null', null, false],
  ['an array of another realm', runInNewContext('[]'), false],
  ['a function', () => {}, false],
  ['a Map', new Map(), false],
  ['boxed text', new String('a'), false],
  ['an instance of a class of another realm', runInNewContext('new (class {})()'), false],
  ['an instance of a class that extends null', Reflect.construct(Object, [], Bare), false],
  ['an object that inherits properties', Object.create({ id: 'a' }), false],
  [
    'an object that inherits from one without a prototype',
    Object.create(Object.create(null)),
    false,
  ],
])('whether %s is a plain object', (_, value, expected = true) => {
  expect(isPlainObject(value)).toBe(expected);
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

test('own() does not find inherited properties', () => {
  expect(own({ a: 1 }, 'a')).toBe(1);
  expect(own<unknown>({ a: 1 }, 'toString')).toBeUndefined();
  expect(own<unknown>({ a: 1 }, '__proto__')).toBeUndefined();
});

test('parseJson() returns undefined for text that is not JSON', () => {
  expect(parseJson('{"a":[1]}')).toEqual({ a: [1] });
  expect(parseJson('null')).toBeNull();
  expect(parseJson('{a:1}')).toBeUndefined();
  expect(parseJson('')).toBeUndefined();
});
