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
  test.each(odd)('27. like takes %s as it stands [decision 20]', async (text) => {
    expect(await names(`text:{like:${JSON.stringify(text)}}`)).toEqual([text]);
  });

  test('27. a percent sign alone finds a percent sign', async () => {
    expect(await names("text:{like:'%'}")).toEqual(['100%']);
    expect(await names("text:{like:'_'}")).toEqual(['a_b']);
  });

  test('28. an empty like is true for every text [decision 20]', async () => {
    const found = await names("text:{like:''}");
    expect(found).toHaveLength(odd.length + 12);
    expect(found).not.toContain('none');
  });

  test.each([
    ['29. like minds letter case', "text:{like:'plain'}", ['plain']],
    ['29. eq minds letter case', "text:'Plain'", ['Plain']],
    ['30. composed and decomposed letters differ', "text:'caf\u00e9'", ['nfc']],
    ['30. ß is not ss', "text:{like:'strass'}", []],
    ['30. İ is not i', "text:{like:'i\u0307'}", []],
    ['30. a combining mark is found alone', "text:{like:'\u0301'}", ['nfd']],
    ['30. right-to-left text is text', "text:{like:'לו'}", ['rtl']],
    ['31. an emoji comes after U+FFFD, by code point [decision 21]', "text:{gt:'\uFFFD'}", ['emoji']],
    ['31. and before nothing else', "text:{gt:'\u{1F5FF}'}", ['emoji']],
    ['32. small letters come after capitals', "text:{gte:'P',lt:'Q'}", ['Plain']],
    ['33. a space at the end counts', "text:'trailing'", []],
    ['33. NUL is a character', "text:'a\\0b'", ['nul']],
    [
      '34. a UUID is compared as text, so letter case counts',
      "code:'abcdef00-0000-4000-8000-000000000000'",
      [],
    ],
    ['34. as it is stored', "code:'ABCDEF00-0000-4000-8000-000000000000'", ['id']],
  ])('%s', async (_, where, expected) => {
    expect(await names(where)).toEqual(expected);
  });

  test('33. half of a surrogate pair is refused', async () => {
    expect(await names("text:'\\uD800'")).toBe(
      'where.text: contains an unpaired surrogate. Use toWellFormed().',
    );
  });

  test('35. like is for text', async () => {
    expect(await names('score:{like:1}')).toContain(
      'where.score: `like` is not a comparator of number properties.',
    );
    expect(await names('active:{like:1}')).toContain('`like` is not a comparator of boolean properties.');
  });

  test('67. a like that would choke a regular expression is a search like any other', async () => {
    const mark = '(a+)+$'.repeat(50);
    expect(await names(`text:{like:${JSON.stringify(`${mark}${'a'.repeat(5000)}!`)}}`)).toEqual([]);
  });
});

describe('text in a mock with `like: insensitive`', () => {
  const names = namesOf(rows, { like: 'insensitive' });

  test.each([
    ['like ignores case', "text:{like:'PLAIN'}", ['plain', 'Plain']],
    ['contains does, too', "text:{contains:'pLAIN'}", ['plain', 'Plain']],
    ['like ignores the case of other letters', "text:{like:'CAFÉ'}", ['nfc']],
    ['like takes % and _ as they are', "text:{like:'A_'}", ['a_b']],
    ['like of a UUID ignores case', "code:{like:'abcdef'}", ['id']],
    ['eq does not', "text:'PLAIN'", []],
    ['in does not', "text:{in:['PLAIN']}", []],
  ])('%s [decision 20]', async (_, where, expected) => {
    expect(await names(where)).toEqual(expected);
  });

  test('not_contains is the opposite of contains', async () => {
    const found = await names("text:{not_contains:'A'}");
    expect(found).not.toContain('Plain');
    expect(found).toContain('none');
  });
});
