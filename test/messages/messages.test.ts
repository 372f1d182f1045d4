import { expect, test } from 'vitest';
import { describe, memberPath } from '../../src/messages/describe.js';
import { didYouMean, nearestName } from '../../src/messages/did-you-mean.js';
import { isIdentifier } from '../../src/values/plain-object.js';

class Money {
  amount = 1;
}

test.each([
  [null, 'null'],
  [undefined, 'undefined'],
  [Number.NaN, 'NaN'],
  [-0, '0'],
  [12n, 'a bigint'],
  ['a "b"', '"a \\"b\\""'],
  ['x'.repeat(100), `"${'x'.repeat(100)}"`],
  ['x'.repeat(101), `"${'x'.repeat(7)}"…`], // less than could tell an API key
  ['\u0000'.repeat(101), `"${'\\u0000'.repeat(7)}"…`],
  [[1, 2], 'an array'],
  [{ a: 1 }, 'an object'],
  [Object.create(null), 'an empty object'],
  [new Date(0), 'an instance of Date'],
  [new Money(), 'an instance of a class'],
  [Money, 'a function'],
  [Symbol('s'), 'a symbol'],
])('describe() shortens a value for a message: %s', (value, text) => {
  expect(describe(value)).toBe(text);
});

test.each([
  ['name', 'where.name'],
  ['_a$1', 'where._a$1'],
  [0, 'where[0]'],
  ['0', 'where["0"]'],
  ['a"b', 'where["a\\"b"]'],
  ['', 'where[""]'],
  ['größe', 'where["größe"]'],
  ['\ud800', 'where["\\ud800"]'],
  ['x'.repeat(101), `where.${'x'.repeat(7)}…`],
  ['-'.repeat(101), `where["${'-'.repeat(7)}"…]`],
])('the path of the member %j is written as in code', (key, path) => {
  expect(memberPath('where', key)).toBe(path);
});

test('identifiers are those of ASCII, so that every JSON5 parser accepts them', () => {
  expect(['a', 'A1', '_', '$', 'a_b', '__proto__', 'null'].filter(isIdentifier)).toHaveLength(7);
  expect(['', '1', '1a', 'a-b', 'a.b', 'ä', 'a\n', 'a\u200c'].filter(isIdentifier)).toEqual([]);
});

const names = 'id name description account_id unit_id created_at balance like lte in eq'.split(' ');

test.each([
  ['nmae', 'name'],
  ['nam', 'name'],
  ['NAME', 'name'],
  ['accountId', 'account_id'],
  ['account', 'account_id'],
  ['balence', 'balance'],
  ['lke', 'like'],
  ['lt', 'lte'],
  ['_Equals', 'eq'], // what other libraries call it
])('%s suggests %s', (wrong, name) => {
  expect(didYouMean(wrong, names)).toBe(` Did you mean \`${name}\`?`);
});

test.each(['', 'x', 'zebra', 'constructor', '__proto__', 'n'.repeat(65), 'a'.repeat(1_000_000)])(
  '%.9j suggests nothing',
  (wrong) => {
    expect(didYouMean(wrong, names)).toBe('');
    expect(nearestName(wrong, [])).toBeUndefined();
  },
);

test('a short name with different letters suggests nothing, a long one of up to 64 letters does', () => {
  expect(nearestName('rows', ['now', 'data'])).toBeUndefined();
  expect(nearestName('xe', ['eq'])).toBeUndefined();
  const name = 'n'.repeat(64);
  expect(nearestName(`${name.slice(1)}m`, [name])).toBe(name);
  expect(nearestName(`${name}m`, [name])).toBeUndefined();
});
