import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { escapeUnsafe, quoteForShell, shellWord } from '../../src/tools/print-code.js';
import { nasty } from '../fixtures/nasty-texts.js';

/** The arguments that a shell makes of the words of a command. */
const argumentsOf = (words: string): string[] =>
  execFileSync('sh', ['-c', `printf '%s\\0' ${words}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

const texts = [
  ...nasty,
  '$HOME',
  '`id`',
  "it's",
  '~',
  '=x',
  '*',
  'a b',
  '\\',
  '!1',
  '',
  '#',
  '-o',
  'a;b',
];

test('a shell takes each text as it is', () => {
  const sendable = texts.filter((text) => !text.includes('\0') && !/\p{Cs}/u.test(text));
  expect(argumentsOf(sendable.map(shellWord).join(' '))).toEqual(sendable);
  expect(argumentsOf(sendable.map(quoteForShell).join(' '))).toEqual(sendable);
});

test('only words that need quotes have them', () => {
  expect(['src/payments.ts', 'https://a.example:1', 'a=/b', "it's", '$x'].map(shellWord)).toEqual([
    'src/payments.ts',
    'https://a.example:1',
    'a=/b',
    `'it'\\''s'`,
    `'$x'`,
  ]);
});

test.each(nasty)('a word is one line of a comment: %j', (text) => {
  const line = escapeUnsafe(shellWord(text));
  expect(new Function(`// ${line}\nreturn 1`)()).toBe(1);
  expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
});
