import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { read, root, typeScriptFiles } from './source-files.js';

type Word = readonly [avoided: RegExp, say: string];

/** A word that pages, comments and messages do not use, and what they say instead. */
const words: readonly Word[] = [
  [/\bweb ?pages?\b/, 'browser page'],
  [/\bsimulat(?:ed?|es|ing) (?:an? )?(?:errors?|failures?)\b/, 'fault'],
  [/\blong lists?\b|\blists? of ids\b/, 'id list, or a long `in`'],
  [/\bwalk(?:s|ed|ing)?\b/, 'pagination'],
  [/\bmismatch(?:es)?\b/, 'difference'],
  [/\battributes?\b|\bcolumns? of (?:a|the) row\b/, 'field'],
  [/\bassociations?\b/, 'relation'],
  [/\brecords? of the\b/, 'row'],
  [/\brow filters?\b/, 'policy'],
  [/\bcorpus\b|\bprobes?\b/, 'sample, queries'],
  [/\bprofiles?\b|\b(?:modes?|options?) of (?:a|the|your) dialect\b/, 'dialect, setting'],
  [/\brefus(?:e|es|ing|als?)\b|\b(?:is|are|was|were|be) refused\b/, 'rejected'],
  [/\bbad\b(?! request)|\bfaulty\b/, 'invalid'],
  [/\bdecimal texts?\b/, 'decimal string'],
  [/\b(?:licence|colour|behaviour|misspelt|organise|recognise)\w*\b/, 'US spelling'],
  [/[«»“”„]/, 'straight quotes'],
  [/\bone['’]s\b/, 'you, your'],
];

/**
 * Words that pages avoid, and that the source needs: the mock stores fields, and `connect` compares
 * answers.
 */
const wordsOfPages: readonly Word[] = [
  ...words,
  [/\b(?:a|the|each|every|this|these|all|no|related) records?\b/, 'row'],
  [/\blists? of values\b|\bsplits? (?:a|the) list\b/, 'long `in`'],
  [/\bstored fields\b/, 'default fields'],
  [/\bbalances? (?:is|are) (?:an? )?(?:exact|decimals?)\b/, 'amount: a balance is a row'],
  [/\bselections?\b/, 'include'],
  [/\bconditions?\b|\bpredicates?\b|\boperators?\b/, 'filter, comparator'],
  [/\bsettings? of (?:a|the|your) (?:client|function|call)\b/, 'option'],
  [/\bfits? (?:in|into|on)\b/, 'is short enough'],
  [/(?<!\bbrowser )\bpages? (?:gets?|asks?|may|must|would|could|sees?|compares?) /, 'browser page'],
  [/\bworkspaces? (?:responds?|rejects?|returns?|accepts?|sends?|behaves?)\b/, 'service'],
  [/\banswers?\b|\banswered\b/, 'response'],
  [/\bdecisions? \d+/, 'a link whose text names the topic'],
  [
    /\b(?:has|have|is|are|there is|there are) no settings?\b/,
    'nothing: docs/decisions/README.md has a list',
  ],
];

/** A page without its code and the targets of its links. */
const proseOf = (text: string): string =>
  text
    .replaceAll(/^```.*?^```$/gms, (block) => '\n'.repeat(block.split('\n').length - 1))
    .replaceAll(/``.*?``|`[^`\n]*`/g, '``')
    .replaceAll(/\]\([^)]*\)/g, ']');

/** `docs/guide/filters.md:12: "answer": say response`. Several words may be on two lines. */
const problemsIn = (path: string, text: string, avoid = words): string[] =>
  avoid.flatMap(([{ source }, say]) =>
    [...text.matchAll(new RegExp(source.replaceAll(' ', '\\s+'), 'gi'))].map(
      ({ 0: found, index }) =>
        `${path}:${text.slice(0, index).split('\n').length}: "${found.replace(/\s+/g, ' ')}": say ${say}`,
    ),
  );

/** It uses the words of the libraries that it compares. */
const comparison = 'docs/benchmarks.md';

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
    expect(
      pages.flatMap((page) =>
        problemsIn(page, proseOf(read(page)), page === comparison ? words : wordsOfPages),
      ),
    ).toEqual([]);
  });

  test('in comments and messages of the source', () => {
    expect(typeScriptFiles('src').flatMap((file) => problemsIn(file, read(file)))).toEqual([]);
  });

  test('and code is not read', () => {
    const page =
      'An answer.\n```ts\nanswer\n```\nSee `answer` and [decision\n3](../decisions/a.md#3).\n';
    expect(problemsIn('x.md', proseOf(page), wordsOfPages)).toEqual([
      'x.md:1: "answer": say response',
      'x.md:5: "decision 3": say a link whose text names the topic',
    ]);
  });
});
