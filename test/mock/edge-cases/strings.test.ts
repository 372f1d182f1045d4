import { describe, expect, test } from 'vitest';
import { namesOf } from '../send.js';

const odd = ['100%', 'a_b', 'a\\b', 'a*b', 'a.b', '(a', '[a'];
const rows = [
  ...odd.map((text) => ({ name: text, text })),
  { name: 'plain', text: 'plain' },
  { name: 'Plain', text: 'Plain' },
  { name: 'trailing', text: 'trailing ' },
  { name: 'nfc', text: 'caf\u00e9' },
  { name: 'nfd', text: 'cafe\u0301' },
  { name: 'sharp', text: 'straße' },
  { name: 'dotted', text: 'İ' },
  { name: 'rtl', text: 'שלום' },
  { name: 'nul', text: 'a\u0000b' },
  { name: 'emoji', text: '\u{1F600}' },
  { name: 'replacement', text: '\uFFFD' },
  { name: 'empty', text: '' },
  { name: 'none', text: null },
  { name: 'id', code: 'ABCDEF00-0000-4000-8000-000000000000' },
];
const names = namesOf(rows);

describe('strings', () => {
  test.each(odd)('like takes %s literally [decision 20]', async (text) => {
    expect(await names(`text:{like:${JSON.stringify(text)}}`)).toEqual([text]);
  });

  test('an empty like is true for every text [decision 20]', async () => {
    const found = await names("text:{like:''}");
    expect(found).toHaveLength(odd.length + 12);
    expect(found).not.toContain('none');
  });

  test.each([
    ['like is case-sensitive', "text:{like:'plain'}", ['plain']],
    ['eq is case-sensitive', "text:'Plain'", ['Plain']],
    ['composed and decomposed letters differ', "text:'caf\u00e9'", ['nfc']],
    ['ß is not ss', "text:{like:'strass'}", []],
    ['İ is not i', "text:{like:'i\u0307'}", []],
    ['a combining mark can be searched for', "text:{like:'\u0301'}", ['nfd']],
    ['right-to-left text is text', "text:{like:'לו'}", ['rtl']],
    ['an emoji comes after U+FFFD, by code point [decision 21]', "text:{gt:'\uFFFD'}", ['emoji']],
    [
      'a character between U+FFFD and an emoji is ordered by code point',
      "text:{gt:'\u{1F5FF}'}",
      ['emoji'],
    ],
    ['lower-case letters come after capitals', "text:{gte:'P',lt:'Q'}", ['Plain']],
    ['a trailing space counts', "text:'trailing'", []],
    ['NUL is a character', "text:'a\\0b'", ['nul']],
    [
      'a UUID is compared as text, so letter case counts',
      "code:'abcdef00-0000-4000-8000-000000000000'",
      [],
    ],
    ['a UUID equals its stored text', "code:'ABCDEF00-0000-4000-8000-000000000000'", ['id']],
  ])('%s', async (_, where, expected) => {
    expect(await names(where)).toEqual(expected);
  });
});

describe('text in a mock with `like: insensitive`', () => {
  const names = namesOf(rows, { like: 'insensitive' });

  test.each([
    ['like ignores case', "text:{like:'PLAIN'}", ['plain', 'Plain']],
    ['contains does, too', "text:{contains:'pLAIN'}", ['plain', 'Plain']],
    ['like ignores the case of other letters', "text:{like:'CAFÉ'}", ['nfc']],
    ['like takes % and _ literally', "text:{like:'A_'}", ['a_b']],
    ['like of a UUID ignores case', "code:{like:'abcdef'}", ['id']],
    ['eq does not', "text:'PLAIN'", []],
    ['in does not', "text:{in:['PLAIN']}", []],
  ])('%s [decision 20]', async (_, where, expected) => {
    expect(await names(where)).toEqual(expected);
  });
});
