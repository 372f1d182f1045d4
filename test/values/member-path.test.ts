import { expect, test } from 'vitest';
import { isIdentifier, memberPath } from '../../src/values/describe.js';

test.each([
  ['name', 'where.name'],
  ['_a$1', 'where._a$1'],
  [0, 'where[0]'],
  ['0', 'where["0"]'],
  ['a b', 'where["a b"]'],
  ['a"b', 'where["a\\"b"]'],
  ['', 'where[""]'],
  ['größe', 'where["größe"]'],
  ['\ud800', 'where["\\ud800"]'],
  ['x'.repeat(100), `where.${'x'.repeat(100)}`],
  ['x'.repeat(101), `where.${'x'.repeat(7)}…`],
  ['-'.repeat(101), `where["${'-'.repeat(7)}"…]`],
])('the path of the member %j is written as in code', (key, path) => {
  expect(memberPath('where', key)).toBe(path);
});

test.each(['a', 'A1', '_', '$', 'a_b', '__proto__', 'null'])('%s needs no quotes', (key) => {
  expect(isIdentifier(key)).toBe(true);
});

test.each(['', '1', '1a', 'a-b', 'a.b', 'a b', 'ä', 'a\n', 'a\u200c'])('%j needs quotes', (key) => {
  expect(isIdentifier(key)).toBe(false);
});
