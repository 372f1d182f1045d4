import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dataCode, flat, print, quote } from '../../src/tools/print-code.js';
import { nasty } from '../fixtures/nasty-texts.js';

const evaluate = (code: string): unknown => new Function(`return ${code}`)();

const printed = (value: unknown) => print(dataCode(value), 0);

describe('a string literal', () => {
  test.each(nasty)('of %j is safe in code and in a comment', (text) => {
    const literal = quote(text);
    expect(evaluate(literal)).toBe(text);
    expect(new Function(`// ${literal}\nreturn 1`)()).toBe(1);
    expect(literal).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+$/u);
  });

  test('prefers single quotes, or double ones', () => {
    const texts = [`it's`, `a "b"`, `it's "b"`];
    expect(texts.map((text) => quote(text))).toEqual([`"it's"`, `'a "b"'`, `'it\\'s "b"'`]);
    expect(texts.map((text) => quote(text, '"'))).toEqual([`"it's"`, `'a "b"'`, `'it\\'s "b"'`]);
  });
});

describe('a literal of JSON', () => {
  test('has the value that it was written for', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        expect(evaluate(`(${printed(value)})`)).toEqual(value);
        expect(evaluate(`(${flat(dataCode(value))})`)).toEqual(value);
      }),
    );
  });

  test('keeps __proto__ as a member, and the sign of zero', () => {
    const value = JSON.parse('{ "__proto__": { "a": -0 }, "b": [0] }');
    expect(printed(value)).toBe("{ ['__proto__']: { a: -0 }, b: [0] }");
    expect(Object.keys(evaluate(`(${printed(value)})`) as object)).toEqual(['__proto__', 'b']);
  });

  test('leaves out members that are undefined', () => {
    expect(printed({ a: undefined, b: null })).toBe('{ b: null }');
    expect(printed({ a: undefined })).toBe('{}');
  });

  test('is broken where it is longer than 100 columns, and only there', () => {
    const text = 'x'.repeat(60);
    expect(printed({ where: { id: { in: [text, text] } }, take: 1 })).toBe(
      `{\n  where: {\n    id: {\n      in: [\n        '${text}',\n        '${text}',\n      ],\n    },\n  },\n  take: 1,\n}`,
    );
    expect(print({ call: 'list', args: [dataCode({ in: [text] })] }, 1)).toBe(
      `list({ in: ['${text}'] })`,
    );
  });
});
