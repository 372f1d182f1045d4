import { expect, test } from 'vitest';
import { describe } from '../../src/values/describe.js';

class Money {
  amount = 1;
}

test.each([
  [null, 'null'],
  [undefined, 'undefined'],
  [Number.NaN, 'NaN'],
  [-0, '0'],
  [true, 'true'],
  [12n, 'a bigint'],
  ['a "b"', '"a \\"b\\""'],
  ['x'.repeat(100), `"${'x'.repeat(100)}"`],
  // Of longer text, less than could tell an API key.
  ['x'.repeat(101), `"${'x'.repeat(7)}"…`],
  ['\u0000'.repeat(101), `"${'\\u0000'.repeat(7)}"…`],
  [[1, 2], 'an array'],
  [{ a: 1 }, 'an object'],
  [Object.create(null), 'an empty object'],
  [new Date(0), 'an instance of Date'],
  [new Money(), 'an instance of a class'],
  [new Map(), 'an instance of Map'],
  [() => 1, 'a function'],
  [Money, 'a function'],
  [Symbol('s'), 'a symbol'],
])('describe() shortens a value for a message: %s', (value, text) => {
  expect(describe(value)).toBe(text);
});
