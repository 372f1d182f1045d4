import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { installed, project, run } from './command.js';
import { compilers } from './compile.js';

/** A folder with the installed package, its examples and their tests, and the other packages that these import. */
const folder = mkdtempSync(join(tmpdir(), 'payments-data-client-'));

const compilerOptions = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  types: ['node'],
  jsx: 'react-jsx',
  strict: true,
  skipLibCheck: true,
  noEmit: true,
};

beforeAll(() => {
  const modules = join(folder, 'node_modules');
  cpSync(join(inject('consumer'), 'node_modules'), modules, { recursive: true });
  for (const name of packageNames(installed(''))) {
    mkdirSync(join(modules, name, '..'), { recursive: true });
    const isInstalled = readdirSync(join(modules, name, '..')).includes(name.split('/').at(-1) ?? '');
    if (!isInstalled) symlinkSync(installed(name), join(modules, name));
  }
  cpSync(join(modules, 'payments-data-client/examples'), join(folder, 'examples'), { recursive: true });
  cpSync(join(project, 'test/examples'), join(folder, 'test/examples'), {
    recursive: true,
    filter: (path) => !path.endsWith('examples.test.ts'), // it reads files of the repository
  });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  writeFileSync(join(folder, 'vitest.config.js'), 'export default {};');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The names of all packages in a `node_modules` folder. */
const packageNames = (modules: string): string[] =>
  readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((part) => `${name}/${part}`) : name,
    );

describe('the examples, with the installed package', () => {
  test.for([...compilers.map((compiler) => [compiler, true] as const), ['typescript-7.0', false] as const])(
    'compile under %s with exactOptionalPropertyTypes %s',
    async ([compiler, exactOptionalPropertyTypes]) => {
      const options = { compilerOptions: { ...compilerOptions, exactOptionalPropertyTypes } };
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ ...options, include: ['examples', 'test'] }),
      );
      await run('node', [installed(`${compiler}/bin/tsc`), '-p', '.', '--pretty', 'false'], folder);
    },
  );

  test('pass their tests', async () => {
    const report = JSON.parse(
      await run('node', [installed('vitest/vitest.mjs'), 'run', '--reporter', 'json'], folder),
    );
    expect(report.numPassedTests).toBeGreaterThan(15);
    expect(report.numFailedTests).toBe(0);
  });
});
