import { expect, test } from 'vitest';
import { guidePages, readmeLines, words } from '../limits.js';
import { guide, pages, read } from '../snippets/extract-snippets.js';
import { filesIn } from './source-files.js';

const wordsOf = (page: string) => read(page).split(/\s+/).filter(Boolean).length;
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

test('the README stays within its lines and words', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(readmeLines);
  expect(wordsOf('README.md')).toBeLessThanOrEqual(words.readme);
});

test('the guide stays within its number of pages', () => {
  expect(guide.length).toBeLessThanOrEqual(guidePages);
});

test('guide, cheat sheet and decisions stay within their words', () => {
  const decisions = wordsOf('docs/decisions.md');
  expect(decisions).toBeLessThanOrEqual(words.decisions);
  const all = sum(guide.map(wordsOf)) + wordsOf('docs/cheat-sheet.md') + decisions;
  expect(all).toBeLessThanOrEqual(words.guideAndDecisions);
});

test('a code block of README and guide, and an example, has at most 80 columns', () => {
  const blocks = pages.flatMap((page) =>
    [...read(page).matchAll(/^```\w+\n(.*?)^```$/gms)].map(([, code = '']) => ({ page, code })),
  );
  const examples = filesIn('examples', /^examples\/(?!playground).*\.(tsx?|py|sh)$/);
  const texts = [...blocks, ...examples.map((page) => ({ page, code: read(page) }))];
  expect(texts.length).toBeGreaterThan(100);
  const wide = texts.flatMap(({ page, code }) =>
    code
      .split('\n')
      .filter((line) => [...line].length > 80)
      .map((line) => `${page}: ${line}`),
  );
  expect(wide).toEqual([]);
});
