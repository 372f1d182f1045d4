import { expect, test } from 'vitest';
import { compileLike } from '../../../src/query/match/match-text.js';

test.each<[Parameters<typeof compileLike>[1], string, string, boolean]>([
  ['none', 'a_b%', 'a_b%', true],
  ['none', 'a_b', 'axb', false],
  ['sql', 'ss', 'Rossi', true],
  ['sql', 'o_si', 'Rossi', true],
  ['sql', '_', '', false],
  ['sql', '_', '😀', true],
  ['sql', '__', '😀', false],
  ['sql', 'a%b%c', 'x a b c x', true],
  ['sql', 'a%b%c', 'a c b', false],
  ['sql', 'ab%b', 'ab', false],
  ['sql', '100\\%', '100%', true],
  ['sql', '100\\%', '100 and more', false],
  ['sql', 'a\\_c', 'a_c', true],
  ['sql', 'a\\_c', 'abc', false],
  ['sql', 'a\\\\_', 'a\\b', true],
  ['sql', 'a\\bc', 'abc', true],
  ['sqlWithoutEscape', 'a\\b', 'a\\b', true],
  ['sqlWithoutEscape', 'a\\_c', 'a\\bc', true],
  ['sqlWithoutEscape', 'a\\_c', 'a_c', false],
])('with the wildcards %j, %j matches %j: %s', (wildcards, operand, text, matches) => {
  expect(compileLike(operand, wildcards)(text)).toBe(matches);
});

test.each([
  ['a\\', 'xa%', true],
  ['a\\', 'a', false],
  ['a\\', 'a%x', false],
  ['ab%b\\', 'abb%', true],
  ['ab%b\\', 'ab%', false],
  ['\\', '%', true],
])(
  'a backslash at the end escapes the percent sign that follows %j: %j matches %s',
  (operand, text, matches) => {
    expect(compileLike(operand, 'sql')(text)).toBe(matches);
  },
);
