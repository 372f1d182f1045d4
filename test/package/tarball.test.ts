import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { installed, run } from './command.js';
import { compile, compilers, resolutions } from './compile.js';

const tarball = inject('tarball');
const packed = inject('packed');
const consumer = inject('consumer');
const home = join(consumer, 'node_modules/payments-data-client');
const read = (path: string) => readFileSync(join(home, path), 'utf8');
const { exports: entries, bin } = JSON.parse(read('package.json'));
const names = Object.keys(entries).filter((entry) => entry !== './package.json');

describe('the tarball', () => {
  test('holds the build, the README, the licence and the changelog, and nothing else', () => {
    const top = new Set(packed.map((path) => path.split('/')[0]));
    expect([...top].sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'package.json']);
  });

  test('brings ky and json5 and nothing else', () => {
    const names = readdirSync(join(consumer, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(names.sort()).toEqual(['json5', 'ky', 'payments-data-client']);
  });

  test('has every file that its package.json points at', () => {
    const targets = JSON.stringify([entries, bin]).match(/[\w./-]+\.(c?js|d\.c?ts|json)(?=")/g) ?? [];
    expect(targets.length).toBeGreaterThan(20);
    expect(targets.filter((target) => !existsSync(join(home, target)))).toEqual([]);
  });

  test('has maps that carry their sources', () => {
    const maps = packed.filter((path) => path.endsWith('.map'));
    expect(maps.length).toBeGreaterThan(8);
    for (const path of maps) {
      const { sources, sourcesContent = [] } = JSON.parse(read(path));
      expect(sourcesContent.filter((text: unknown) => typeof text === 'string').length, path).toBe(
        sources.length,
      );
    }
  });

  test('has every file that its code and its declarations point at', () => {
    for (const path of packed.filter((path) => /\.(c?js|d\.c?ts)$/.test(path))) {
      const pointers = read(path).matchAll(
        /(?:from |import\(|require\(|sourceMappingURL=)["']?([\w./-]+\.(?:c?js|map))/g,
      );
      const missing = [...pointers]
        .map(([, to = '']) => (/\.d\.c?ts$/.test(path) ? to.replace(/\.(c?)js$/, '.d.$1ts') : to))
        .filter((to) => !existsSync(join(home, dirname(path), to)));
      expect(missing, path).toEqual([]);
    }
  });
});

describe('the checkers of packages', () => {
  test('publint has nothing to say', async () => {
    expect(await run(installed('.bin/publint'), ['--strict', tarball], consumer)).toContain('All good');
  });

  test('are the types wrong? They are not, for node16 and bundlers', async () => {
    const options = ['--profile', 'node16', '--format', 'json', '--exclude-entrypoints', './package.json'];
    const { analysis } = JSON.parse(await run(installed('.bin/attw'), [tarball, ...options], consumer));
    expect(Object.keys(analysis.entrypoints).sort()).toEqual(names.sort());
    const problems = analysis.problems.filter(
      ({ resolutionKind }: { resolutionKind?: string }) => resolutionKind !== 'node10', // which is not served
    );
    expect(problems).toEqual([]);
  });
});

describe('a program in TypeScript', () => {
  test.each(compilers)('compiles under %s, its libraries checked too', async (compiler) => {
    expect(await compile(compiler, resolutions.node, ['types.ts', 'types.cts'], consumer)).toEqual([]);
    expect(await compile(compiler, resolutions.bundler, ['types.ts'], consumer)).toEqual([]);
  });
});
