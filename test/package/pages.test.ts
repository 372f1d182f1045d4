import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  extractSnippets,
  fileNameOf,
  joinComments,
  pages,
  printedConfig,
  setup,
} from '../snippets/extract-snippets.js';
import { compilers, errorsOf } from './compile.js';
import { addModules } from './modules.js';

/** Each block as a reader saves it. */
const files = new Map(
  pages
    .flatMap((page) => extractSnippets(page))
    .filter(({ isForBundler }) => !isForBundler)
    .map((snippet) => [fileNameOf(snippet), snippet.file ? snippet.code : setup + snippet.code]),
);
const folder = mkdtempSync(join(tmpdir(), 'payments-data-client-'));

beforeAll(() => {
  addModules(folder);
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  for (const [name, text] of files) write(name, text);
  write('package.json', '{ "type": "module" }');
  const compilerOptions = { ...printedConfig.compilerOptions, noEmit: true };
  write('tsconfig.json', JSON.stringify({ compilerOptions }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Errors in the form `// error TS2322: …` of pages. */
const stated = [...files].flatMap(([name, text]) =>
  [...joinComments(text).matchAll(/^\/\/ (error TS\d+: .+)$/gm)].map(
    ([, error]) => `${name}: ${error}`,
  ),
);

test.for([compilers[0], compilers.at(-1)].map(String))(
  'the blocks of README and guide compile with the printed tsconfig.json under %s',
  async (compiler) => {
    expect(files.size).toBeGreaterThan(80);
    const errors = await errorsOf(compiler, ['-p', '.', '--pretty', 'false'], folder);
    expect(errors.map((error) => error.replace(/\(\d+,\d+\)/, '')).sort()).toEqual(stated.sort());
  },
);
