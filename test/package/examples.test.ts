import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectedOutput } from '../snippets/run-snippet.js';
import { installed, project, run } from './command.js';
import { addModules } from './modules.js';

/**
 * A folder with the installed package, its examples and their tests, and the other packages that
 * these import.
 */
const folder = mkdtempSync(join(tmpdir(), 'payments-data-client-'));

const programs = readdirSync(join(project, 'examples')).filter((name) =>
  /(?<!vitest)\.ts$/.test(name),
);

/** Strict, as the guide prints it. */
const compilerOptions = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  types: ['node'],
  jsx: 'react-jsx',
  strict: true,
  exactOptionalPropertyTypes: true,
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
  const config = { compilerOptions, include: ['examples', 'test'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  writeFileSync(
    join(folder, 'vitest.config.js'),
    'export default { test: { testTimeout: 60_000 } };',
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the examples, with the installed package', () => {
  test.for(['typescript-5.4', 'typescript-7.0'])('compile under %s', async (compiler) => {
    await run('node', [installed(`${compiler}/bin/tsc`), '-p', '.', '--pretty', 'false'], folder);
  });

  test('pass their tests', async () => {
    const report = JSON.parse(
      await run('node', [installed('vitest/vitest.mjs'), 'run', '--reporter', 'json'], folder),
    );
    expect(report.numPassedTests).toBeGreaterThan(10);
    expect(report.numFailedTests).toBe(0);
  });

  test.for([...programs, 'debugging/empty-lists.ts', 'statement/print-statement.ts'])(
    '%s prints what it states',
    async (name) => {
      const printed = await run('node', ['--import', 'tsx', `examples/${name}`], folder);
      const stated = expectedOutput(readFileSync(join(folder, 'examples', name), 'utf8'));
      expect(printed.split('\n').filter((line) => stated.includes(line))).toEqual(stated);
    },
  );
});

describe('the script for CI, with the installed package', () => {
  const ci = (name: string) => run('bash', [`examples/${name}/ci.sh`], folder);

  test('passes', async () => {
    expect(await ci('other-languages')).toContain('"name":"Rent","');
  });

  test.for([
    ['ci.sh', '--port 0', '--prot 0', '`--prot` is not an option. Did you mean `--port`?'],
    ['ci.sh', '"status": 503', '"status": 500', 'expected 503, got {"errors":['],
    ['ci.sh', 'control restore', 'echo', 'expected [] 200, got [{"id":"'],
    ['test_payments.py', '900000.50', '800000.50', '`balance` is at most 800000.50.'],
  ] as const)(
    'says why it fails if %s has %s changed to %s',
    async ([file, text, wrong, message]) => {
      cpSync(join(folder, 'examples/other-languages'), join(folder, 'examples/wrong'), {
        recursive: true,
      });
      const path = join(folder, 'examples/wrong', file);
      writeFileSync(path, readFileSync(path, 'utf8').replace(text, wrong));
      await expect(ci('wrong')).rejects.toThrow(message);
    },
  );
});
