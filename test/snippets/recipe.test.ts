import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from './extract-snippets.js';
import { writeRecipe } from './write-recipe.js';

const page = 'docs/guide/react-and-msw.md';

interface Report {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Runs the tests of a recipe with vitest, as a reader does. Returns what the reporter says of each. */
async function runTests(folder: string): Promise<string[]> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const config = join(import.meta.dirname, 'recipe.config.ts');
  const report = join(folder, 'report.json');
  const options = ['--root', folder, '--config', config, '--reporter=json', `--outputFile=${report}`];
  await promisify(execFile)(process.execPath, [vitest, 'run', ...options]).catch(() => {}); // the report says why
  const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'));
  return testResults.flatMap(({ message, assertionResults }) => [
    ...(message ? [message] : []),
    ...assertionResults.map(({ title, status, failureMessages }) =>
      [title, status, ...failureMessages].join(': '),
    ),
  ]);
}

test('the tests of the recipe pass in jsdom', { timeout: 60_000 }, async () => {
  expect(await runTests(writeRecipe(page))).toEqual([
    'lists the balances that match the search: passed',
    'shows why a request failed: passed',
  ]);
});

test('they fail if the page ignores the search', { timeout: 60_000 }, async () => {
  const folder = writeRecipe(page);
  const app = join(folder, 'app.tsx');
  writeFileSync(app, readFileSync(app, 'utf8').replace('like: search', "like: ''"));
  expect(await runTests(folder)).toEqual([
    expect.stringMatching(/^lists the balances that match the search: failed: /),
    'shows why a request failed: passed',
  ]);
});
