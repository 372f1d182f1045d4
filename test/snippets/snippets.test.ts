import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { compileSnippets } from './compile-snippets.js';
import { extractSnippets, pages, placeOf, type Snippet } from './extract-snippets.js';
import { expectedOutput, runSnippet } from './run-snippet.js';
import { statesError } from './stated-errors.js';

const snippets = pages.flatMap((page) => extractSnippets(page));

describe('every snippet compiles, with the types and errors that it states', () => {
  test('with the printed tsconfig.json', { timeout: 120_000 }, () => {
    expect(compileSnippets(snippets.filter(({ isForBundler }) => !isForBundler))).toEqual([]);
  });

  test('with the options of a bundler, and without exactOptionalPropertyTypes', {
    timeout: 120_000,
  }, () => {
    const options = {
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      exactOptionalPropertyTypes: false,
    };
    expect(compileSnippets(snippets, { options })).toEqual([]);
  });
});

describe('running a snippet', () => {
  test.for(
    snippets.filter(({ isRun }) => isRun).map((snippet) => [placeOf(snippet), snippet] as const),
  )('of %s works, and prints what it states', async ([, snippet]) => {
    if (statesError(snippet.code)) return expect(runSnippet(snippet)).rejects.toThrow();
    const printed = await runSnippet(snippet);
    const expected = expectedOutput(snippet.code);
    if (expected.length > 0) expect(printed).toEqual(expected);
  });
});

describe('the check of snippets', () => {
  const snippet = (code: string): Snippet => ({
    page: 'x.md',
    line: 10,
    language: 'ts',
    isRun: true,
    code,
  });

  test('finds blocks and their lines', () => {
    const page = `Text

\`\`\`ts
const a = 1;
\`\`\`

<!-- compiled, not run: browser -->

\`\`\`tsx
b;
\`\`\`

\`\`\`sh
ls
\`\`\`

<!-- for a bundler: no extension -->

\`\`\`ts
// c.ts
\`\`\`
`;
    expect(extractSnippets('x.md', page)).toEqual([
      { page: 'x.md', line: 4, language: 'ts', isRun: true, code: 'const a = 1;\n' },
      { page: 'x.md', line: 10, language: 'tsx', isRun: false, code: 'b;\n' },
      {
        page: 'x.md',
        line: 20,
        language: 'ts',
        isRun: false,
        isForBundler: true,
        file: 'c.ts',
        code: '// c.ts\n',
      },
    ]);
  });

  test('accepts a stated error, and reports one that differs', { timeout: 120_000 }, () => {
    const query = 'await client.balances.list({ include: { nmae: true } });\n';
    const marker = '//                                      ~~~~\n';
    const error = `// error TS2322: Type 'true' is not assignable to type '"\`nmae\` is not a field or relation of balances"'.\n`;
    const wrong = [
      snippet(query + marker + error),
      { ...snippet(query + marker.replace('  ~', '~') + error), line: 20 },
      { ...snippet(query + error.replace('balances', 'accounts')), line: 30 },
      { ...snippet(`const one = 1;\n${error}`), line: 40 },
    ];
    expect(compileSnippets(wrong)).toEqual([
      'x.md:22: the compiler disagrees',
      expect.stringMatching(/^x\.md:20: Type 'true'/),
      'x.md:31: the compiler disagrees',
      expect.stringMatching(/^x\.md:30: Type 'true'/),
      'x.md:41: the compiler disagrees',
    ]);
  });

  test('names the line of an unexpected error and of a type that differs', {
    timeout: 120_000,
  }, () => {
    const wrong = [
      snippet('const rows = await client.balances.list();\nrows[0].nmae;\n'),
      { ...snippet('const one = 1 as number;\n// const one: string\n'), line: 20 },
      { ...snippet('type One = { a: 1 }; // { a: 2 }\n'), line: 30 },
    ];
    expect(compileSnippets(wrong)).toEqual([
      expect.stringMatching(/^x\.md:11: Object is possibly/),
      expect.stringMatching(/^x\.md:11: Property 'nmae' does not exist/),
      'x.md:20: the type is number',
      'x.md:30: the type is { a: 1; }',
    ]);
  });

  test('fails if a snippet throws, if a test of it fails, and if it prints something else', async () => {
    await expect(runSnippet(snippet(`await client.balances.get('nobody');`))).rejects.toThrow(
      '404',
    );
    await expect(
      runSnippet(
        snippet(`import { expect, test } from 'vitest';\ntest('x', () => expect(1).toBe(2));`),
      ),
    ).rejects.toThrow('to be 2');
    const printing = snippet('console.log([1, 2].length, { a: 1 }); // => 2 { a: 1 }');
    expect(await runSnippet(printing)).toEqual(expectedOutput(printing.code));
  });
});
