import { isDeepStrictEqual } from 'node:util';
import JSON5 from 'json5';
import { isQueryError } from 'payments-data-client';
import { expect, test } from 'vitest';
import { parseRelaxedJson } from '../../src/query/read-search.js';
import { createChance } from '../types/lib/random.js';

// Simple text takes a faster path than JSON5. Both must agree on every text, valid or not.

const tokens = [
  ...'{}[]:,\'"\\/ab \n\t\u00a0\ufeff\u0001é😀',
  ...[
    'name',
    '$x',
    '_y',
    '1',
    '-2',
    '.5',
    '0x1f',
    '1e5',
    '+1',
    '-0',
    'NaN',
    'Infinity',
    '1a',
    'a-b',
  ],
  ...[
    'true',
    'false',
    'null',
    'undefined',
    '//',
    '/*',
    '*/',
    '\\n',
    '\\x41',
    '\\u0061',
    '__proto__',
    'a:',
  ],
  ...[
    `'a'`,
    '"b"',
    `'a"b'`,
    `"a'b"`,
    'b:',
    '{a:1}',
    `'x:y'`,
    '"x:1"',
    `'a\\'b'`,
    `'//'`,
    `'{'`,
    '\ud800',
  ],
];

/**
 * With JSON5 alone: without braces, then as it is. A repeated key is found by the number of colons.
 */
function parseSlowly(text: string): unknown {
  for (const candidate of /^\s*\{/.test(text) ? [text] : [`{${text}\n}`, text]) {
    try {
      const value: unknown = JSON5.parse(candidate);
      return colonsOf(candidate) === keysOf(value) ? value : 'rejected';
    } catch {
      // the next candidate
    }
  }
  return 'rejected';
}

const keysOf = (value: unknown): number =>
  Object.values(Object(value) === value ? Object(value) : {}).reduce<number>(
    (sum, member) => sum + keysOf(member),
    Array.isArray(value) || Object(value) !== value ? 0 : Object.keys(Object(value)).length,
  );

/** The colons outside strings and comments of valid text, character by character. */
function colonsOf(text: string): number {
  let colons = 0;
  let end = ''; // of the string or comment
  for (let index = 0; index < text.length; index++) {
    const pair = text.slice(index, index + 2);
    const character = text.charAt(index);
    if (end === '*/') {
      if (pair === end) [end, index] = ['', index + 1];
    } else if (end === 'line') {
      if (/[\n\r\u2028\u2029]/.test(character)) end = '';
    } else if (end !== '') {
      if (character === '\\') index++;
      else if (character === end) end = '';
    } else if (pair === '/*') [end, index] = ['*/', index + 1];
    else if (pair === '//') end = 'line';
    else if (character === "'" || character === '"') end = character;
    else if (character === ':') colons++;
  }
  return colons;
}

function parse(text: string): unknown {
  try {
    return parseRelaxedJson(text, 'where');
  } catch (error) {
    if (isQueryError(error)) return 'rejected';
    throw error;
  }
}

test('relaxed JSON has the value that JSON5 gives it', () => {
  const chance = createChance(1);
  let valid = 0;
  for (let count = 0; count < 5_000; count++) {
    const random = Array.from({ length: 1 + chance.below(chance.pick([2, 4, 10])) }, () =>
      chance.pick(tokens),
    ).join('');
    const text = chance.pick([random, `a:${random}`, `{b:'c',${random}}`, `a:[${random}]`]);
    if (text.trim() === '') continue;
    const expected = parseSlowly(text);
    if (expected !== 'rejected') valid++;
    expect({ text, isEqual: isDeepStrictEqual(parse(text), expected) }).toEqual({
      text,
      isEqual: true,
    });
  }
  expect(valid).toBeGreaterThan(500);
});
