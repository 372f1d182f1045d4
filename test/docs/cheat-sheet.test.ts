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
