import { describe, expect, test } from 'vitest';
import { guide, read } from '../snippets/extract-snippets.js';
import { filesIn } from './source-files.js';

type Word = readonly [avoided: RegExp, say: string];

/** A word that pages, comments and messages do not use, and what they say instead. */
const words: readonly Word[] = [
  [/\bwalk(?:s|ed|ing)?\b/, 'pagination'],
  [/\bmismatch(?:es)?\b/, 'difference'],
  [/\battributes?\b|\bcolumns? of (?:a|the) row\b/, 'field'],
  [/\bassociations?\b/, 'relation'],
  [/\bcorpus\b|\bprobes?\b/, 'truth, query'],
  [/\bprofiles?\b|\b(?:modes?|options?) of (?:a|the|your) dialect\b/, 'dialect, member'],
  [/\brefus(?:e|es|ing|als?)\b|\b(?:is|are|was|were|be) refused\b/, 'rejected'],
  [/\bbad\b(?! request| gateway)|\bfaulty\b/, 'invalid'],
  [/\bdecimal texts?\b/, 'decimal string'],
  [/\b(?:licence|colour|behaviour|misspelt|organise|recognise)\w*\b/, 'US spelling'],
  [/[«»“”„]/, 'straight quotes'],
  [/\bone['’]s\b/, 'you, your'],
  [/\bbrowser pages?\b/, 'the browser, your web page'],
];

/** Words that pages avoid, and that the source needs. */
const wordsOfPages: readonly Word[] = [
  ...words,
  [/\bstored fields\b/, 'default fields'],
  [/\bselections?\b/, 'include'],
  [/\bconditions?\b|\bpredicates?\b|\boperators?\b/, 'filter, comparator'],
  [/\bsettings? of (?:a|the|your) dialect\b/, 'member'],
  [/\bfits? (?:in|into|on)\b/, 'is short enough'],
  [/\b(?:is|are|was|were) an? [1-5]\d\d\b/, 'responds with the status'],
  [/\bworkspaces? (?:responds?|rejects?|returns?|accepts?|sends?|behaves?)\b/, 'service'],
];

/** A page without its code and the targets of its links. */
const proseOf = (text: string): string =>
  text
    .replaceAll(/^```.*?^```$/gms, (block) => '\n'.repeat(block.split('\n').length - 1))
    .replaceAll(/``.*?``|`[^`\n]*`/g, '``')
    .replaceAll(/\]\([^)]*\)/g, ']');

/** `docs/guide/filters.md:12: "condition": say filter`. Several words may be on two lines. */
const problemsIn = (path: string, text: string, avoid = words): string[] =>
  avoid.flatMap(([{ source }, say]) =>
    [...text.matchAll(new RegExp(source.replaceAll(' ', '\\s+'), 'gi'))].map(
      ({ 0: found, index }) =>
        `${path}:${text.slice(0, index).split('\n').length}: "${found.replace(/\s+/g, ' ')}": say ${say}`,
    ),
  );

const pages = [
  ...['README.md', 'CHANGELOG.md', 'SECURITY.md', 'CONTRIBUTING.md', 'examples/README.md'],
  ...['docs/README.md', 'docs/cheat-sheet.md', 'docs/decisions.md', ...guide],
];

/** Sentences of a page: paragraphs and items, without tables and headings. */
const sentencesOf = (text: string): string[] =>
  proseOf(text)
    .split(/\n\n+|\n(?:[-*] |\d+\. )|\n(?=\|)/)
    .filter((part) => !/^[#|<]/.test(part.trim()))
    .flatMap((part) =>
      part
        .trim()
        .replaceAll(/\s+/g, ' ')
        .split(/(?<=[.!?:;])\s+(?=[A-Z`*[])/),
    );

describe('one thing has one word', () => {
  test('in README and docs', () => {
    expect(pages.flatMap((page) => problemsIn(page, proseOf(read(page)), wordsOfPages))).toEqual(
      [],
    );
  });

  test('in comments and messages of the source', () => {
    const files = filesIn('src', /\.ts$/);
    expect(files.flatMap((file) => problemsIn(file, read(file)))).toEqual([]);
  });
});

test('a sentence of the pages has at most 25 words', () => {
  const long = pages.flatMap((page) =>
    sentencesOf(read(page))
      .filter((sentence) => sentence.split(' ').length > 25)
      .map((sentence) => `${page}: ${sentence}`),
  );
  expect(long).toEqual([]);
});

test('a table begins with its header, without which it is shown as text', () => {
  const headless = [...pages, 'docs/benchmarks.md'].flatMap((page) =>
    read(page)
      .replaceAll(/^```.*?^```$/gms, '')
      .split(/\n(?!\|)/)
      .map((part) => part.slice(part.indexOf('\n|') + 1))
      .filter((part) => /^\|/.test(part) && !/^\|.*\n\|[-:| ]+\|(\n|$)/.test(part))
      .map((part) => `${page}: ${part.slice(0, 80)}`),
  );
  expect(headless).toEqual([]);
});
