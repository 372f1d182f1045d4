import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installed, project, run } from './command.js';
import { addModules } from './modules.js';

/**
 * A folder with the installed package, its examples and their tests, and the other packages that
 * these import.
 */
const folder = mkdtempSync(join(tmpdir(), 'payments-data-client-'));

const compilerOptions = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  types: ['node'],
  jsx: 'react-jsx',
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
};

beforeAll(() => {
  const modules = addModules(folder);
  cpSync(join(modules, 'payments-data-client/examples'), join(folder, 'examples'), {
    recursive: true,
  });
  cpSync(join(project, 'test/examples'), join(folder, 'test/examples'), {
    recursive: true,
    filter: (path) => !path.endsWith('examples.test.ts'), // it reads files of the repository
  });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  writeFileSync(
    join(folder, 'vitest.config.js'),
    'export default { test: { testTimeout: 60_000 } };',
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the examples, with the installed package', () => {
  test.for([
    ['typescript-5.4', true],
    ['typescript-7.0', false],
  ] as const)(
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
    expect(report.numPassedTests).toBeGreaterThan(10);
    expect(report.numFailedTests).toBe(0);
  });
});
