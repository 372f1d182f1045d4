import { describe, expect, test } from 'vitest';
import { hideKeys } from '../../src/messages/hide-keys.js';
import { encodeQueryValue, writeValue } from '../../src/query/relaxed-json.js';

const json = (text: string) => JSON.stringify(text).slice(1, -1);
const eachUnit = (text: string, write: (code: number) => string) =>
  text.replaceAll(/[^\w-]/g, (unit) => write(unit.charCodeAt(0)));

/** How clients, services and pages write a text. */
const spellings = [
  (key: string) => key,
  (key: string) => key.toUpperCase(),
  json,
  (key: string) => json(json(key)), // JSON in JSON
  (key: string) => json(key).replaceAll('/', '\\/'), // PHP
  (key: string) => eachUnit(json(key), (code) => (code === 92 ? '\\' : unicode(code))), // .NET, Go
  (key: string) => json(key).replaceAll("'", "\\'").replaceAll('\\"', '"'), // relaxed JSON
  encodeURIComponent,
  (key: string) => encodeURIComponent(encodeURIComponent(key)),
  (key: string) => encodeQueryValue(key),
  (key: string) => encodeQueryValue(writeValue(key).slice(1, -1)),
  (key: string) => eachUnit(key, (code) => `%${code.toString(16)}`),
  (key: string) => eachUnit(key, (code) => `\\x${code.toString(16)}`), // nginx, Python
  (key: string) => eachUnit(key, (code) => `\\u{${code.toString(16)}}`),
  (key: string) => eachUnit(key, (code) => `&#${code};`),
  (key: string) => eachUnit(key, (code) => `&#x${code.toString(16)};`),
  (key: string) => key.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
];
const unicode = (code: number) => `\\u${code.toString(16).padStart(4, '0')}`;
const keys = [
  ...['live_abcdefgh', 'a/b+c=d"e&f%2Fg', '\\.*+?^$(){}|[]', 'key', 'a"b', "it's/a<b>&c\\\\d!"],
];

describe('a hidden key', () => {
  test.each(keys)('%s is replaced however it is written', (key) => {
    for (const write of spellings)
      expect(hideKeys(`<${write(key)}>`, new Set([key]))).toBe('<[redacted]>');
  });

  test.each(
    keys.flatMap((key) => [
      [key, `${key}-TAIL`],
      [`${key}-TAIL`, key],
    ]),
  )('is replaced as a whole beside its beginning: %s and %s', (...both) => {
    for (const write of spellings)
      expect(hideKeys(both.map(write).join(' '), both)).toBe('[redacted] [redacted]');
  });

  test('of fewer than 8 characters is replaced only where it is a word', () => {
    const hidden = new Set(['key1234', 'key12345']);
    expect(hideKeys('key1234, key1234x, x-key1234', hidden)).toBe(
      '[redacted], key1234x, x-key1234',
    );
    expect(hideKeys('xkey12345x', hidden)).toBe('x[redacted]x');
  });

  test('may be longer than any regular expression', () => {
    const key = Array.from({ length: 14_000 }, (_, index) => (index * index).toString(36)).join('');
    expect(hideKeys(`<${key}>`, [key])).toBe('<[redacted]>');
    expect(hideKeys('a text', [key])).toBe('a text');
  });

  test('is in no text if there is none, and an empty one hides nothing', () => {
    expect(hideKeys('a text', new Set())).toBe('a text');
    for (const text of ['', 'a text']) expect(hideKeys(text, new Set(['']))).toBe(text);
  });
});
