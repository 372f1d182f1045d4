import fc from 'fast-check';
import json5 from 'json5';
import type { JsonObject, JsonValue } from 'payments-data-client';
import { describe, expect, test } from 'vitest';
import { encodeQueryValue, writeRelaxedJson } from '../../src/query/relaxed-json.js';

describe('relaxed JSON', () => {
  test.each<[JsonObject, string]>([
    [{ name: true }, 'name:true'],
    [{ name: true, unit: { symbol: true } }, 'name:true,unit:{symbol:true}'],
    [{ type: 'main' }, "type:'main'"],
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
    [{ OR: [] }, 'OR:[]'],
    [{ OR: [{}, { a: {} }] }, 'OR:[{},{a:{}}]'],
    [{ 'a-b': 1, '': 2, '1': 3, größe: 4, $: 5 }, "'1':3,'a-b':1,'':2,'größe':4,$:5"],
    [JSON.parse('{"__proto__":1,"null":2,"NaN":3}'), '__proto__:1,null:2,NaN:3'],
    [{}, ''],
  ])('%j', (value, text) => {
    expect(writeRelaxedJson(value)).toBe(text);
  });
});

describe('a query value', () => {
  const unreserved = 'ABCXYZabcxyz0123456789-._~';
  const allowed = `${unreserved}!$'()*,;=:@/?`; // RFC 3986: pchar, `/` and `?`, but for `&` and `+` of forms
  const escaped = ' "#%&+<>[\\]^`{|}\u0000\u001f\u007f';

  test.each([...allowed])('keeps %s', (character) => {
    expect(encodeQueryValue(character)).toBe(character);
  });

  test.each([...escaped])('escapes %j', (character) => {
    const hex = character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
    expect(encodeQueryValue(character)).toBe(`%${hex}`);
  });

  test('escapes non-ASCII text as UTF-8', () => {
    expect(encodeQueryValue('ä€😀')).toBe('%C3%A4%E2%82%AC%F0%9F%98%80');
  });

  test('keeps a percent sign of the text', () => {
    expect(encodeQueryValue('%3A%2C')).toBe('%253A%252C');
    expect(decodeURIComponent(encodeQueryValue('%3A%2C'))).toBe('%3A%2C');
  });
});

/** Keys that are likely to go wrong, beside any other. */
const key = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    'id',
    'name',
    '__proto__',
    'constructor',
    'null',
    'true',
    'NaN',
    'Infinity',
    '1',
    '-1',
    '',
    ' ',
    "'",
    '"',
  ),
  fc.string({ unit: fc.constantFrom('a', '_', '$', '0', '-', "'", '"', '\\') }),
);

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }), // every code point but halves of pairs
  fc.string({
    unit: fc.constantFrom(
      "'",
      '"',
      '\\',
      '\n',
      '+',
      '&',
      '%',
      '#',
      ' ',
      '{',
      '}',
      ':',
      ',',
      '\u2028',
      '\ufeff',
    ),
  }),
);

const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0); // -0 is 0 in JSON

/** An object of pairs, which keeps a key called `__proto__`. */
const objectOf = (value: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonObject> =>
  fc.array(fc.tuple(key, value), { maxLength: 6 }).map((pairs) => Object.fromEntries(pairs));

const json = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    text,
    number,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 5 }),
    objectOf(tie('value')),
  ),
}));

const anyObject = objectOf(json.value);
const property = (seed: number, holds: (value: JsonObject) => void) =>
  fc.assert(fc.property(anyObject, holds), { seed, numRuns: 1500 });

/** The query of a URL as fetch sends it. */
const sent = (value: string) => new URL(`http://127.0.0.1/?q=${value}`).search;

describe('for any JSON object', () => {
  test('JSON5 parses the written text with braces around it [include 10]', () => {
    property(1, (value) => {
      expect(
        json5.parse(`{${decodeURIComponent(encodeQueryValue(writeRelaxedJson(value)))}}`),
      ).toEqual(value);
    });
  });

  test('JSON5 parses the text after a round trip through a URL', () => {
    property(2, (value) => {
      const query = new URL(`http://127.0.0.1/?q=${encodeQueryValue(writeRelaxedJson(value))}&x=1`);
      expect([...query.searchParams.keys()]).toEqual(['q', 'x']);
      expect(json5.parse(`{${query.searchParams.get('q')}}`)).toEqual(value);
    });
  });

  test('the order of keys is kept', () => {
    property(3, (value) => {
      expect(JSON.stringify(json5.parse(`{${writeRelaxedJson(value)}}`))).toBe(
        JSON.stringify(value),
      );
    });
  });

  test('the sent text is never longer than percent-encoded JSON [decision 28]', () => {
    property(4, (value) => {
      const relaxed = sent(encodeQueryValue(writeRelaxedJson(value)));
      expect(relaxed.length).toBeLessThanOrEqual(
        sent(encodeURIComponent(JSON.stringify(value))).length,
      );
    });
  });

  test('only reserved characters are escaped [decision 28]', () => {
    property(5, (value) => {
      const encoded = encodeQueryValue(writeRelaxedJson(value));
      expect(encoded).toMatch(/^(?:[\w.~!$'()*,;=:@/?-]|%[0-9A-F]{2})*$/);
      for (const [triplet] of encoded.matchAll(/%[0-7][0-9A-F]/g))
        expect(decodeURIComponent(triplet)).toMatch(/[\0-\x20"#%&+<>[\\\]^`{|}\x7f]/);
    });
  });
});
