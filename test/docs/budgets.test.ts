import { expect, test } from 'vitest';
import { guide, pages, read } from '../snippets/extract-snippets.js';
import { filesIn } from './source-files.js';

const wordsOf = (page: string) => read(page).split(/\s+/).filter(Boolean).length;
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

test('the README has at most 160 lines and 800 words', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(160);
  expect(wordsOf('README.md')).toBeLessThanOrEqual(800);
});

test('the guide has at most 15 pages', () => {
  expect(guide.length).toBeLessThanOrEqual(15);
});

test('guide, cheat sheet and decisions have at most 19,500 words, the decisions 4,000', () => {
  const decisions = wordsOf('docs/decisions.md');
  expect(decisions).toBeLessThanOrEqual(4_000);
  const words = sum(guide.map(wordsOf)) + wordsOf('docs/cheat-sheet.md') + decisions;
  expect(words).toBeLessThanOrEqual(19_500);
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
