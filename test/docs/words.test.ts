import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { read, root, typeScriptFiles } from './source-files.js';

type Word = readonly [avoided: RegExp, say: string];

/** A word that pages, comments and messages do not use, and what they say instead. */
const words: readonly Word[] = [
  [/\bweb ?pages?\b/i, 'browser page'],
  [/\bsimulat(?:ed?|es|ing) (?:an? )?(?:errors?|failures?)\b/i, 'fault'],
  [/\blong lists?\b|\blists? of ids\b/i, 'id list, or a long `in`'],
  [/\bwalk(?:s|ed|ing)?\b/i, 'pagination'],
  [/\bmismatch(?:es)?\b/i, 'difference'],
  [/\b(?:records?|associations?) of the\b/i, 'row, relation'],
  [/\bcolumns? of (?:a|the) row\b/i, 'field'],
  [/\bdecimal texts?\b/i, 'decimal string'],
  [/\b(?:licence|colour|behaviour|misspelt|organise|recognise)\w*\b/i, 'US spelling'],
  [/[«»“”„]/, 'straight quotes'],
  [/\bone['’]s\b/i, 'you, your'],
];

/** Words that pages avoid, and that the source needs: the mock stores fields, and `connect` compares answers. */
const wordsOfPages: readonly Word[] = [
  ...words,
  [/\bstored fields\b/i, 'default fields'],
  [/\banswers?\b|\banswered\b/i, 'response'],
  [/\bdecision\s+\d+\]\(/i, 'a link whose text names the topic'],
];

/** A page without its code. */
const proseOf = (text: string): string =>
  text
    .replaceAll(/^```.*?^```$/gms, (block) => '\n'.repeat(block.split('\n').length - 1))
    .replaceAll(/``.*?``|`[^`\n]*`/g, '``')
    .replaceAll(/\]\([^)]*\)/g, (link) => (link.includes('decisions/') ? '](' : ']'));

/** `docs/guide/filters.md:12: "answer": say response` */
const problemsIn = (path: string, text: string, avoid = words): string[] =>
  text
    .split('\n')
    .flatMap((line, index) =>
      avoid.flatMap(([avoided, say]) =>
        avoided.test(line) ? `${path}:${index + 1}: "${avoided.exec(line)?.[0]}": say ${say}` : [],
      ),
    );

const pages = [
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'examples/README.md',
  ...readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.startsWith('api'))
    .map((name) => `docs/${name}`),
];

describe('one thing has one word', () => {
  test('in README and docs', () => {
    expect(pages.length).toBeGreaterThan(40);
    expect(pages.flatMap((page) => problemsIn(page, proseOf(read(page)), wordsOfPages))).toEqual([]);
  });

  test('in comments and messages of the source', () => {
    expect(typeScriptFiles('src').flatMap((file) => problemsIn(file, read(file)))).toEqual([]);
  });

  test('and code is not read', () => {
    const page = 'An answer.\n```ts\nanswer\n```\nSee `answer` and [decision 3](../decisions/a.md#3).\n';
    expect(problemsIn('x.md', proseOf(page), wordsOfPages)).toEqual([
      'x.md:1: "answer": say response',
      'x.md:5: "decision 3](": say a link whose text names the topic',
    ]);
  });
});
