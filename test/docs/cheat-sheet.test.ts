import { expect, test } from 'vitest';
import { scratchFolder } from '../fixtures/scratch-folder.js';
import { compileSnippets } from '../snippets/compile-snippets.js';
import { read, type Snippet } from '../snippets/extract-snippets.js';
import { runSnippet } from '../snippets/run-snippet.js';

const folder = scratchFolder('cheat-sheet');
const page = 'docs/cheat-sheet.md';
const lines = read(page).split('\n');

/** What the lines of code take for granted, below the setup. */
const given = `const [where, include, headers, id, take, skip] = [{}, {}, {}, balanceId, 1, 0];
const orderBy = { id: 'asc' } as const;
const { signal } = new AbortController();
`;

const resources = ['balances', 'accounts', 'transactions', 'transactionLines'] as const;

/** The code of a cell of each row of a table, with its line. */
const cellsOf = (heading: RegExp, column: number) => {
  const start = lines.findIndex((line) => heading.test(line)) + 2;
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  return lines
    .slice(start, start + length)
    .flatMap((line, index) =>
      [...(line.split(/ \| |^\| | \|$/)[column] ?? '').matchAll(/`([^`]+)`/g)].map(
        ([, code = '']) => ({ code, line: start + index + 1 }),
      ),
    );
};

/** A snippet with a number of its own, by which the compiler's problems name it. */
const snippet = (number: number, code: string): Snippet => ({
  page,
  line: number * 100,
  language: 'ts',
  isRun: true,
  code: given + code,
});

const calls = cellsOf(/^\| call \|/, 1)
  .filter(({ code }) => !code.startsWith('.'))
  .map(({ code }, index) =>
    snippet(index, code.startsWith('for ') ? `${code} void 0;` : `await (${code});`),
  );

/** A filter or an include is valid for at least one resource: one snippet for each. */
const members = [
  ...cellsOf(/^\| kind \|/, 2).map((cell) => ({ ...cell, member: 'where' })),
  ...cellsOf(/^\| `include` \|/, 1).map((cell) => ({ ...cell, member: 'include' })),
]
  .filter(({ code }) => code.startsWith('{'))
  .map(({ code, member, line }, index) => ({
    place: `${page}:${line}: ${code}`,
    variants: resources.map((name, variant) =>
      snippet(1_000 + index * 10 + variant, `await client.${name}.list({ ${member}: ${code} });`),
    ),
  }));

test('the calls, filters and includes of the cheat sheet compile and run', {
  timeout: 60_000,
}, async () => {
  expect(calls.length).toBeGreaterThan(10);
  expect(members.length).toBeGreaterThan(15);
  const snippets = [...calls, ...members.flatMap(({ variants }) => variants)];
  const numbers = new Map<number, string>();
  for (const problem of compileSnippets(snippets))
    numbers.set(Math.floor(Number(problem.split(':')[1]) / 100) * 100, problem);

  expect(calls.flatMap(({ line }) => numbers.get(line) ?? [])).toEqual([]);
  for (const { place, variants } of members) {
    const valid = variants.filter(({ line }) => !numbers.has(line));
    expect(valid, place).not.toEqual([]);
    for (const variant of valid) await runSnippet(variant, folder);
  }
  for (const call of calls) await runSnippet(call, folder);
});
