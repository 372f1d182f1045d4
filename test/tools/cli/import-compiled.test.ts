import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { importCompiled, isCompiled } from '../../../src/tools/cli/load-schema.js';
import { FIRST_LINE } from '../../../src/tools/print-code.js';
import { failure } from '../../fixtures/failure.js';
import { scratchFolder } from '../../fixtures/scratch-folder.js';

// Inside the project, so that the module finds the package and the compiler.
const folder = scratchFolder('typescript');
const outside = mkdtempSync(join(tmpdir(), 'without-typescript-'));
afterAll(() => {
  rmSync(outside, { recursive: true, force: true });
});

const module = `import { type Dialect, extendSchema, paymentsSchema, string } from 'payments-data-client';

export const schema = extendSchema(paymentsSchema, { accounts: { fields: { country: string() } } });
export const dialect = { nulls: 'sql' } as const satisfies Dialect;
`;

test('a TypeScript module is imported with the compiler of the project, and nothing remains', async () => {
  const path = join(folder, 'payments.ts');
  writeFileSync(path, module);
  expect(isCompiled(path)).toBe(true);
  expect(await importCompiled(path)).toMatchObject({
    schema: { accounts: { fields: { country: { kind: 'string' } } } },
    dialect: { nulls: 'sql' },
  });
  expect(readdirSync(folder)).toEqual(['payments.ts']);
});

/** Writes a project where Node itself imports: outside of `node_modules`, Vite would find the TypeScript files. */
function write(files: { readonly [name: string]: string }): string {
  const project = join(mkdtempSync(join(folder, 'project-')), 'node_modules', 'src');
  mkdirSync(join(project, 'parts'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
  return project;
}

const filesOf = (project: string) => readdirSync(project, { recursive: true }).map(String).sort();

test.each(['./payments.js', './payments.ts', './payments'])(
  'a module extends what it imports from another TypeScript file as %s',
  async (payments) => {
    const project = write({
      'own.ts': `import JSON5 from 'json5';
import { accounts, type Account } from "${payments}";
export * from '${payments}';
export const schema = { accounts: { ...accounts, city: JSON5.parse('7') as Account } };
export const later = await import('${payments}');
`,
      'payments.ts': 'export type Account = number; export const accounts = { country: 1 as Account };',
    });
    expect(await importCompiled(join(project, 'own.ts'))).toMatchObject({
      accounts: { country: 1 },
      schema: { accounts: { country: 1, city: 7 } },
      later: { accounts: { country: 1 } },
    });
    expect(filesOf(project)).toEqual(['own.ts', 'parts', 'payments.ts']);
  },
);

test('TypeScript files of several folders that import each other are imported once', async () => {
  const files = {
    'list.mts': 'export const list: string[] = [];',
    'own.ts': `import { deep } from './parts/index.js';
import { list } from './list.mjs';
import { plain } from './plain.js';
import type { Missing } from './missing.js';
export const path = () => 'own' as const;
export const all = [...deep(), ...list, plain] as Missing;
`,
    'parts/deep.ts': `import { path } from '../own.ts';
import * as parts from '.';
export const deep = (): string[] => [path(), typeof parts.deep];
`,
    'parts/index.ts': `import { list } from '../list.mjs';
export { deep } from './deep';
list.push('index' as string);
`,
    'plain.js': "export const plain = 'plain';",
    'plain.ts': "export const plain = 'of the file that Node does not import' as string;",
  };
  const project = write(files);
  expect(await importCompiled(join(project, 'own.ts'))).toMatchObject({
    all: ['own', 'function', 'index', 'plain'],
  });
  expect(filesOf(project)).toEqual([...Object.keys(files), 'parts'].sort());
});

test('an import that is not found is named, with the file that has it', async () => {
  const project = write({
    'own.ts': "import './payments.js';",
    'payments.ts': "import { name } from './missing.js'; export const own = name as string;",
  });
  const { message } = await failure(importCompiled(join(project, 'own.ts')));
  expect(message).toBe(
    `Cannot find module '${join(project, 'missing.js')}' imported from ${join(project, 'payments.ts')}`,
  );
  expect(filesOf(project)).toEqual(['own.ts', 'parts', 'payments.ts']);
});

test('nothing remains of a module that throws', async () => {
  const project = write({
    'own.ts': "import './payments.js';",
    'payments.ts': "throw new Error('wrong') as never;",
  });
  await expect(importCompiled(join(project, 'own.ts'))).rejects.toThrow('wrong');
  expect(filesOf(project)).toEqual(['own.ts', 'parts', 'payments.ts']);
});

test('a project without the compiler is recognized', () => {
  expect(isCompiled(join(outside, 'payments.ts'))).toBe(false);
});

test('a module that connect wrote needs no compiler', async () => {
  const outsidePath = join(outside, 'payments.ts');
  const text = `${FIRST_LINE}\n${module}\nexport const knownDifferences = ['like: a'] as const;\n`;
  writeFileSync(outsidePath, text);
  expect(isCompiled(outsidePath)).toBe(true);
  writeFileSync(outsidePath, text.replace(/^import.*$/m, '').replace(/extendSchema\(.*\)/, '{}'));
  expect(await importCompiled(outsidePath)).toMatchObject({
    dialect: { nulls: 'sql' },
    knownDifferences: ['like: a'],
  });
});
