import { describe, expect, test } from 'vitest';
import { scratchFolder } from '../fixtures/scratch-folder.js';
import { compileSnippets } from './compile-snippets.js';
import { extractSnippets, pages, placeOf, type Snippet } from './extract-snippets.js';
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

describe('the check of snippets', () => {
  const snippet = (code: string, line: number): Snippet => ({
    page: 'x.md',
    line,
    language: 'ts',
    isRun: true,
    code,
  });

  test('compares stated errors and types, and names the line of each problem', {
    timeout: 120_000,
  }, () => {
    const query = 'await client.balances.list({ include: { nmae: true } });\n';
    const marker = '//                                      ~~~~\n';
    const error = `// error TS2322: Type 'true' is not assignable to type\n//   '"\`nmae\` is not a field or relation of balances"'.\n`;
    const wrong = [
      snippet(query + marker + error, 10),
      snippet(query + marker.replace('  ~', '~') + error, 20),
      snippet('const rows = await client.balances.list();\nrows.nmae;\n', 30),
      snippet('const text = 1 as number;\n// const text: string\n', 40),
      snippet('type One = { a: 1 };\n// {\n//   a: 2;\n// }\n', 50),
      snippet('type One = { a: 1 };\n// {\n//   a: 1;\n// }\n', 60),
    ];
    expect(compileSnippets(wrong)).toEqual([
      expect.stringMatching(/^x\.md:20: Type 'true'/),
      'x.md:22: the compiler disagrees',
      expect.stringMatching(/^x\.md:31: Property 'nmae' does not exist/),
      expect.stringMatching(/^x\.md:42: Type '<X>\(\) => X extends number/),
      expect.stringMatching(/^x\.md:54: Type '<X>\(\) => X extends One/),
    ]);
  });

  test('joins the lines of a long statement', () => {
    const code = 'console.log(1); // => 1\n// => a long\n//    line\n// no output\n';
    expect(expectedOutput(code)).toEqual(['1', 'a long line']);
  });
});
