import { describe, expect, test } from 'vitest';
import { jsonTokens } from '../../../../src/inspector/page/text/json-tokens.js';
import { layOutJson } from '../../../../src/inspector/page/text/lay-out-json.js';

/** Laid out text, with two spaces for each level. */
const layOut = (text: string): string =>
  layOutJson(jsonTokens(text))
    .map(({ depth, tokens }) => '  '.repeat(depth) + tokens.map((token) => token.text).join(''))
    .join('\n');

describe('the tokens of a query', () => {
  test('have the kinds that decide their colors', () => {
    const tokens = jsonTokens(`name:{like:'A\\'da'}, n: -1.5e3, ok: true, "key": "text"`);
    expect(tokens.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'key name',
      'punctuation :',
      'punctuation {',
      'key like',
      'punctuation :',
      "string 'A\\'da'",
      'punctuation }',
      'punctuation ,',
      'key n',
      'punctuation :',
      'number -1.5e3',
      'punctuation ,',
      'key ok',
      'punctuation :',
      'keyword true',
      'punctuation ,',
      'key "key"',
      'punctuation :',
      'string "text"',
    ]);
  });

  test('contain every character but the space between them, whatever the text is', () => {
    for (const text of [
      '{"a": [1, 2',
      `<img src=x onerror="alert(1)">`,
      "it's 'open",
      '😀 \u0000 é',
      '',
      '}}]]',
    ])
      expect(
        jsonTokens(text)
          .map((token) => token.text)
          .join('')
          .replace(/\s/g, ''),
      ).toBe(text.replace(/\s/g, ''));
  });
});

describe('laid out JSON', () => {
  test('stays on one line if it is short', () => {
    expect(layOut('{ "a": [1, 2], "b": {} }')).toBe('{"a":[1,2],"b":{}}');
    expect(layOut('')).toBe('');
  });

  test('has a line for each member of what is too long', () => {
    const long = 'x'.repeat(50);
    expect(layOut(`{"a":{"b":"${long}","c":[1,2]},"d":[]}`)).toBe(
      `{\n  "a":{\n    "b":"${long}",\n    "c":[1,2]\n  },\n  "d":[]\n}`,
    );
  });

  test('splits a query as if it had its outer braces', () => {
    const id = `'${'1'.repeat(36)}'`;
    expect(layOut(`account_id:${id},OR:[{name:'Ada'},{name:'Bob'}]`)).toBe(
      `account_id:${id},\nOR:[{name:'Ada'},{name:'Bob'}]`,
    );
  });

  test('shows a cut body, and one that is nested too deeply to lay out', () => {
    const long = 'y'.repeat(60);
    expect(layOut(`[{"a":"${long}","b":`)).toBe(`[\n  {\n    "a":"${long}",\n    "b":`);
    const deep = '['.repeat(64 * 1024);
    expect(layOut(`${deep}1`).replace(/\s/g, '')).toBe(`${deep}1`);
    const closed = `{"a":${'['.repeat(100)}${']'.repeat(100)},"b":"${long}"}`;
    expect(layOut(closed).split('\n').at(-1)).toBe('}');
    expect(layOut(closed).replace(/\s/g, '')).toBe(closed);
  });
});
