import { describe, expect, test } from 'vitest';
import { hideKeys } from '../../src/messages/hide-keys.js';
import { encodeQueryValue, writeValue } from '../../src/query/relaxed-json.js';

const json = (text: string) => JSON.stringify(text).slice(1, -1);
const hex = (unit: string) => unit.charCodeAt(0).toString(16);

/** How clients and services write a text. */
const spellings = [
  (key: string) => key,
  (key: string) => key.toLowerCase(),
  json,
  (key: string) => json(json(key)), // JSON in JSON
  (key: string) => json(key).replaceAll('/', '\\/'), // PHP
  (key: string) => json(key).replaceAll(/\\?(["&'+<>])/g, (_, unit) => `\\u00${hex(unit)}`), // .NET, Go
  (key: string) => json(key).replaceAll("'", "\\'").replaceAll('\\"', '"'), // relaxed JSON
  encodeURIComponent,
  (key: string) => encodeURIComponent(encodeURIComponent(key)),
  (key: string) => encodeQueryValue(key),
  (key: string) => encodeQueryValue(writeValue(key).slice(1, -1)),
  (key: string) => key.replaceAll(/[^\w-]/g, (unit) => `%${hex(unit)}`),
  (key: string) => key.replaceAll(/[^\w-]/g, (unit) => `\\x${hex(unit)}`), // nginx, Python
  (key: string) => key.replaceAll(/[^\w-]/g, (unit) => `\\u{${hex(unit)}}`),
  // Letters and digits too, which filters of firewalls and of logs do.
  ...['%', '%25', '\\x', '\\u00'].map(
    (prefix) => (key: string) => key.replaceAll(/./g, (unit) => prefix + hex(unit)),
  ),
  (key: string) => key.replaceAll(/[^\\]/g, (unit) => `%5Cx${hex(unit)}`),
];
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
    expect(hideKeys('{"a":"\\nkey1234\\t"}', hidden)).toBe('{"a":"\\n[redacted]\\t"}');
  });

  test.each(['kEy4', '/+4='])('may be long: %s, and so on', (part) => {
    const key = part.repeat(8_000);
    expect(hideKeys(`<${key}> ${encodeURIComponent(key)}`, [key])).toBe('<[redacted]> [redacted]');
  });

  test('is in no text if there is none, and an empty one hides nothing', () => {
    expect(hideKeys('a text', new Set())).toBe('a text');
    for (const text of ['', 'a text']) expect(hideKeys(text, new Set(['']))).toBe(text);
    expect(hideKeys('a long_secret', ['', '\\\\', 'long_secret'])).toBe('a [redacted]');
  });
});
