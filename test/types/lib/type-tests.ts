import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packagePaths, runTypeScript, type Version } from './compiler.js';
import { cache, root, strictOptions, writeConfig } from './declarations.js';

/** The files of type tests, which are compiled and never run. */
const typeTests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test-d.ts'))
  .map((name) => join(root, 'test', name))
  .sort();

/** Tests that a compiler accepts the type tests. */
export const testTypes = (version: Version) =>
  it(`the type tests compile with TypeScript ${version}`, { timeout: 120_000 }, () => {
    const folder = join(cache, `type-tests-${randomUUID()}`);
    mkdirSync(folder, { recursive: true });
    try {
      writeConfig(folder, typeTests, {
        ...strictOptions,
        types: ['node'],
        typeRoots: [join(root, 'node_modules/@types')],
        paths: packagePaths(),
      });
      expect(runTypeScript(version, '-p', folder, '--pretty', 'false')).toBe('');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
