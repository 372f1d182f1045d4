import { describe, expect, test } from 'vitest';
import { hideKeys } from '../../src/messages/hide-keys.js';

const spellings = [
  (key: string) => key,
  (key: string) => key.toUpperCase(),
  encodeURIComponent,
  (key: string) => JSON.stringify(key).slice(1, -1),
];
const keys = ['live_abcdefgh', 'a/b+c=d"e&f%2Fg', '\\.*+?^$(){}|[]', 'key', 'a"b'];

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

  test('is in no text if there is none, and an empty one hides nothing', () => {
    expect(hideKeys('a text', new Set())).toBe('a text');
    for (const text of ['', 'a text']) expect(hideKeys(text, new Set(['']))).toBe(text);
  });
});
