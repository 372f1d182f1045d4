import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import json5 from 'json5';
import { isQueryError, type JsonObject, type JsonValue } from 'payments-data-client';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { parseRelaxedJson } from '../../src/query/read-search.js';
import { encodeQueryValue, writeRelaxedJson } from '../../src/query/relaxed-json.js';

test.each<[JsonObject, string]>([
  [{ name: true, unit: { symbol: true } }, 'name:true,unit:{symbol:true}'],
  [{ name: "it's" }, 'name:"it\'s"'],
  [{ name: 'say "hi"' }, 'name:\'say "hi"\''],
  [{ name: `'"` }, `name:'\\'"'`],
  [{ name: `''"` }, `name:"''\\""`],
  [{ name: 'back\\slash' }, "name:'back\\\\slash'"],
  [{ name: '\\"' }, `name:'\\\\"'`],
  [{ name: '\n\t\u0000' }, "name:'\\n\\t\\u0000'"],
  [{ name: '\u2028\u2029' }, "name:'\\u2028\\u2029'"],
  [{ name: '' }, "name:''"],
  [{ balance: { in: ['1', 2, null, false] } }, "balance:{in:['1',2,null,false]}"],
  [{ a: 1e21, b: 1e-7, c: -0.5 }, 'a:1e21,b:1e-7,c:-0.5'],
  [{ OR: [{}, { a: {} }], AND: [] }, 'OR:[{},{a:{}}],AND:[]'],
  [{ 'a-b': 1, '': 2, '1': 3, größe: 4, $: 5 }, "'1':3,'a-b':1,'':2,'größe':4,$:5"],
  [JSON.parse('{"__proto__":1,"null":2,"NaN":3}'), '__proto__:1,null:2,NaN:3'],
  [{}, ''],
])('%j is written as short relaxed JSON [include 10]', (value, text) => {
  expect(writeRelaxedJson(value)).toBe(text);
});

test('a query value has only the characters escaped that a query may not contain', () => {
  // RFC 3986: pchar, `/` and `?`, but for `&`, `+` and `;`, which servers do not read as text.
  const allowed = "ABCXYZabcxyz0123456789-._~!$'()*,=:@/?";
  expect(encodeQueryValue(allowed)).toBe(allowed);
  for (const character of ' "#%&+;<>[\\]^`{|}\u0000\u001f\u007f')
    expect(encodeQueryValue(character)).toBe(
      `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    );
  expect(encodeQueryValue('ä€😀')).toBe('%C3%A4%E2%82%AC%F0%9F%98%80');
  expect(encodeQueryValue('%3A')).toBe('%253A');
});

/** Keys that are likely to go wrong, beside any other. */
const key = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('id', '__proto__', 'constructor', 'null', 'NaN', 'Infinity', '1', '-1', '', ' '),
  fc.string({ unit: fc.constantFrom('a', '_', '$', '0', '-', "'", '"', '\\') }),
);

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }), // every code point but halves of pairs
  fc.string({ unit: fc.constantFrom(...'\'"\\\n+&%# {}:,\u2028\ufeff') }),
);

const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0); // -0 is 0 in JSON

/** An object of pairs, which keeps a key called `__proto__`. */
const objectOf = (value: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonObject> =>
  fc.array(fc.tuple(key, value), { maxLength: 6 }).map((pairs) => Object.fromEntries(pairs));

const json = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    ...[text, number, fc.integer(), fc.boolean(), fc.constant(null)],
    fc.array(tie('value'), { maxLength: 5 }),
    objectOf(tie('value')),
  ),
}));

describe('for any JSON object, the text', () => {
  const forAny = (seed: number, holds: (value: JsonObject, encoded: string) => void) =>
    fc.assert(
      fc.property(objectOf(json.value), (value) =>
        holds(value, encodeQueryValue(writeRelaxedJson(value))),
      ),
      { seed, numRuns: 250 },
    );

  test('is JSON5 with braces around it, in the order of the keys, after a round trip in a URL', () => {
    forAny(1, (value, encoded) => {
      const { searchParams } = new URL(`http://127.0.0.1/?q=${encoded}&x=1`);
      expect([...searchParams.keys()]).toEqual(['q', 'x']);
      expect(JSON.stringify(json5.parse(`{${searchParams.get('q')}}`))).toBe(JSON.stringify(value));
    });
  });

  test('is read as the same object by the service', () => {
    forAny(2, (value) => {
      const written = writeRelaxedJson(value);
      expect(JSON.stringify(parseRelaxedJson(written, 'where') ?? {})).toBe(JSON.stringify(value));
    });
  });

  test('is never longer than percent-encoded JSON, and escapes nothing else [decision 28]', () => {
    const sent = (value: string) => new URL(`http://127.0.0.1/?q=${value}`).search;
    forAny(3, (value, encoded) => {
      const longest = sent(encodeURIComponent(JSON.stringify(value)));
      expect(sent(encoded).length).toBeLessThanOrEqual(longest.length);
      expect(encoded).toMatch(/^(?:[\w.~!$'()*,;=:@/?-]|%[0-9A-F]{2})*$/);
    });
  });
});

describe('relaxed JSON has the value that JSON5 gives it', () => {
  // Simple text takes a faster path than JSON5. Both must agree on every text, valid or not.
  const tokens = [
    ...'{}[]:,\'"\\/ab \n\t\u00a0\ufeff\u0001é😀',
    ..."name $x _y 1 -2 .5 0x1f 1e5 +1 -0 NaN Infinity 1a a-b true false null undefined // /* */ \\n \\x41 \\u0061 __proto__ a: 'a' \"b\" 'a\"b' \"a'b\" b: {a:1} 'x:y' \"x:1\" 'a\\'b' '//' '{'".split(
      ' ',
    ),
    '\ud800',
  ];

  /**
   * With JSON5 alone: without braces, then as it is. A repeated key is found by the number of
   * colons.
   */
  function parseSlowly(text: string): unknown {
    for (const candidate of /^\s*\{/.test(text) ? [text] : [`{${text}\n}`, text]) {
      try {
        const value: unknown = json5.parse(candidate);
        return colonsOf(candidate) === keysOf(value) ? value : 'rejected';
      } catch {
        // the next candidate
      }
    }
    return 'rejected';
  }

  const keysOf = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 0;
    const own = Array.isArray(value) ? 0 : Object.keys(value).length;
    return Object.values(value).reduce<number>((sum, member) => sum + keysOf(member), own);
  };

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

  test.each<[string, (random: string) => string]>([
    ['', (random) => random],
    [' in a member', (random) => `a:${random}`],
    [' in braces', (random) => `{b:'c',${random}}`],
    [' in an array', (random) => `a:[${random}]`],
  ])('in random text%s', (_, wrap) => {
    let valid = 0;
    const random = fc
      .constantFrom(2, 3, 9)
      .chain((maxLength) => fc.array(fc.constantFrom(...tokens), { minLength: 1, maxLength }));
    fc.assert(
      fc.property(random, (parts) => {
        const source = wrap(parts.join(''));
        if (source.trim() === '') return;
        const expected = parseSlowly(source);
        if (expected !== 'rejected') valid++;
        expect(isDeepStrictEqual(parse(source), expected)).toBe(true);
      }),
      { seed: 6, numRuns: 500 },
    );
    expect(valid).toBeGreaterThan(10);
  });

  test.each([
    ["'a\u2028b'", 'a\u2028b'],
    ["'a\\\u2028b'", 'ab'], // a string on two lines
    ['"a\\\u2029b"', 'ab'],
    ["'a\\\\\u2028b'", 'a\\\u2028b'],
    ["'a\\\\\\\u2028b'", 'a\\b'],
  ])('in text with a line separator: %j', (text, value) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    expect(parse(`a:${text}`)).toEqual({ a: value });
    expect(warn).not.toHaveBeenCalled();
    expect(json5.parse(text)).toBe(value);
  });
});
