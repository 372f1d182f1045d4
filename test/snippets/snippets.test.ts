import { describe, expect, test } from 'vitest';
import { compileSnippets } from './compile-snippets.js';
import { extractSnippets, pages, placeOf, type Snippet } from './extract-snippets.js';
import { expectedOutput, runSnippet } from './run-snippet.js';

const snippets = pages.flatMap((page) => extractSnippets(page));

test('every snippet compiles, and says the types that the compiler says', { timeout: 120_000 }, () => {
  expect(compileSnippets(snippets)).toEqual([]);
});

describe('running a snippet', () => {
  test.for(snippets.filter(({ isRun }) => isRun).map((snippet) => [placeOf(snippet), snippet] as const))(
    'of %s works, and prints what it says',
    async ([, snippet]) => {
      const printed = await runSnippet(snippet);
      const expected = expectedOutput(snippet);
      expect(printed.filter((line) => expected.includes(line))).toEqual(expected);
    },
  );
});

describe('the check of snippets', () => {
  const snippet = (code: string): Snippet => ({ page: 'x.md', line: 10, language: 'ts', isRun: true, code });

  test('finds blocks and their lines', () => {
    const page =
      'Text\n\n```ts\nconst a = 1;\n```\n\n<!-- compiled, not run: browser -->\n\n```tsx\nb;\n```\n\n```sh\nls\n```\n';
    expect(extractSnippets('x.md', page)).toEqual([
      { page: 'x.md', line: 4, language: 'ts', isRun: true, code: 'const a = 1;\n' },
      { page: 'x.md', line: 10, language: 'tsx', isRun: false, code: 'b;\n' },
    ]);
  });

  test('names the line of an error and of a type that is not so', { timeout: 120_000 }, () => {
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

  test('fails where a snippet throws, where a test of it fails, and where it prints something else', async () => {
    await expect(runSnippet(snippet(`await client.balances.get('nobody');`))).rejects.toThrow('404');
    await expect(
      runSnippet(snippet(`import { expect, test } from 'vitest';\ntest('x', () => expect(1).toBe(2));`)),
    ).rejects.toThrow('to be 2');
    const printing = snippet('console.log([1, 2].length, { a: 1 }); // => 2 { a: 1 }');
    expect(await runSnippet(printing)).toEqual(expectedOutput(printing));
  });
});
