import { expect, test } from 'vitest';
import { comparators } from '../../src/schema/kinds.js';
import { scratchFolder } from '../fixtures/scratch-folder.js';
import { read, type Snippet } from '../snippets/extract-snippets.js';
import { runSnippet } from '../snippets/run-snippet.js';

const page = 'docs/cheat-sheet.md';
const rows = read(page).match(/^\| `.*$/gm) ?? [];

test('the table of the cheat sheet has every comparator', () => {
  const names = rows.flatMap((row) => /^\| ((?:`\w+` )+)\|/.exec(row)?.[1]?.match(/\w+/g) ?? []);
  const declared = new Set(Object.values<readonly string[]>(comparators).flat());
  expect(names.sort()).toEqual([...declared, 'some', 'none', 'every', 'AND', 'OR'].sort());
});

test('each type in the cheat sheet is exported by the entry point that it names, or the main one', () => {
  const [, table = ''] = read(page).split('## Types for your code');
  const names = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z]\w+)(?:<[^`]*>)?`(?: of `(\/[\w-]+)`)?/g)].map(
      ([, name = '', entry = '']) => ({ name, entry }),
    ),
  );
  expect(names.length).toBeGreaterThan(35);
  const missing = names.filter(
    ({ name, entry }) => !new RegExp(`\\b${name}\\b`).test(read(`src${entry}/index.ts`)),
  );
  expect(missing).toEqual([]);
});

test('the client accepts the filters in the table of the cheat sheet', async () => {
  const filters = rows.flatMap((row) => row.match(/(?<=`)\{[^`]+\}(?=`)/g) ?? []);
  expect(filters).toHaveLength(8);
  const code = filters
    .map((filter) => {
      const resource = filter.startsWith('{ balances:') ? 'accounts' : 'balances';
      return `await client.${resource}.list({ where: ${filter} });\n`;
    })
    .join('');
  const snippet: Snippet = { page, line: 1_000, language: 'ts', isRun: true, code };
  await runSnippet(snippet, scratchFolder('cheat-sheet'));
});
