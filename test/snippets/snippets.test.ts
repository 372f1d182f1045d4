import { expect, test } from 'vitest';
import { scratchFolder } from '../fixtures/scratch-folder.js';
import { compileSnippets } from './compile-snippets.js';
import { extractSnippets, pages, placeOf } from './extract-snippets.js';
import { expectedOutput, runSnippet } from './run-snippet.js';
import { statesError } from './stated-errors.js';

const folder = scratchFolder('snippets');
const snippets = pages.flatMap((page) => extractSnippets(page));

test('every snippet compiles with the printed tsconfig.json, with the types and errors that it states', {
  timeout: 120_000,
}, () => {
  expect(compileSnippets(snippets.filter(({ isForBundler }) => !isForBundler))).toEqual([]);
});

test('the recipe for a bundler compiles, without exactOptionalPropertyTypes', {
  timeout: 120_000,
}, () => {
  const options = {
    module: 'esnext',
    moduleResolution: 'bundler',
    exactOptionalPropertyTypes: false,
  };
  const recipe = snippets.filter(({ page }) => page.endsWith('/proxy.md'));
  expect(compileSnippets(recipe, { options })).toEqual([]);
});

// The recipes run with Vitest, in recipes.test.ts.
const programs = snippets.filter(({ isRun, file }) => isRun && !file?.includes('.test.'));

test.for(programs.map((snippet) => [placeOf(snippet), snippet] as const))(
  'the snippet of %s runs, and prints what it states',
  async ([, snippet]) => {
    if (statesError(snippet.code)) return expect(runSnippet(snippet, folder)).rejects.toThrow();
    const printed = await runSnippet(snippet, folder);
    const expected = expectedOutput(snippet.code);
    if (expected.length > 0) expect(printed).toEqual(expected);
  },
);
