import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { unpackedBytes } from '../limits.js';
import { installed, npm, run } from './command.js';
import { compile, compilers, environments, resolutions } from './compile.js';

const tarball = inject('tarball');
const packed = inject('packed');
const consumer = inject('consumer');
const home = join(consumer, 'node_modules/payments-data-client');
const read = (path: string) => readFileSync(join(home, path), 'utf8');
const { exports: entries, bin } = JSON.parse(read('package.json'));
const names = Object.keys(entries).filter((entry) => entry !== './package.json');

describe('the tarball', () => {
  test('holds the build and the documentation, and nothing else', () => {
    const top = new Set(packed.map((path) => path.split('/')[0]));
    expect([...top].sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'dist',
      'docs',
      'examples',
      'package.json',
    ]);
    expect(
      packed.filter((path) => /\.map$|^docs\/api\/|^examples\/playground\//.test(path)),
    ).toEqual([]);
  });

  test('has an index of its pages, and all of them in one file, for assistants', () => {
    const index = read('docs/llms.txt');
    const links = [...index.matchAll(/\]\((.+?)\)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(15);
    expect(links.filter((link) => !existsSync(join(home, 'docs', link)))).toEqual([]);
    const all = read('docs/llms-full.txt');
    for (const link of links) expect(all).toContain(read(`docs/${link}`).trim());
  });

  test('stays within its size', () => {
    expect(inject('unpackedSize')).toBeLessThan(unpackedBytes);
  });

  test('has every page and file that its pages link to', () => {
    const pages = packed.filter((path) => path.endsWith('.md'));
    expect(pages.length).toBeGreaterThan(20);
    const missing = pages.flatMap((page) =>
      [
        ...read(page)
          .replaceAll(/^```.*?^```$/gms, '')
          .matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g),
      ]
        .map(([, link = '']) => link)
        .filter((link) => !link.startsWith('images/')) // screenshots: only in the repository, because of their size
        .filter((link) => !existsSync(join(home, dirname(page), link)))
        .map((link) => `${page}: ${link}`),
    );
    expect(missing).toEqual([]);
  });

  test('installs ky and json5, and no other package', () => {
    const names = readdirSync(join(consumer, 'node_modules')).filter(
      (name) => !name.startsWith('.'),
    );
    expect(names.sort()).toEqual(['json5', 'ky', 'payments-data-client']);
  });

  test('has every file that its package.json names', () => {
    const targets =
      JSON.stringify([entries, bin]).match(/[\w./-]+\.(c?js|d\.c?ts|json)(?=")/g) ?? [];
    expect(targets.length).toBeGreaterThan(20);
    expect(targets.filter((target) => !existsSync(join(home, target)))).toEqual([]);
  });

  test('has every file that its code and its declarations import', () => {
    for (const path of packed.filter((path) => /\.(c?js|d\.c?ts)$/.test(path))) {
      const pointers = read(path).matchAll(/(?:from ?|import\(|require\()["']?([\w./-]+\.c?js)/g);
      const missing = [...pointers]
        .map(([, to = '']) => (/\.d\.c?ts$/.test(path) ? to.replace(/\.(c?)js$/, '.d.$1ts') : to))
        .filter((to) => !existsSync(join(home, dirname(path), to)));
      expect(missing, path).toEqual([]);
    }
  });
});

test('the program needs ky and json5 alone', () => {
  const paths = new Set([join('.', bin['payments-data-client'])]);
  const packages = new Set<string>();
  for (const path of paths)
    for (const [, target = ''] of read(path).matchAll(
      /(?:\bfrom|\bimport\(|\bimport) ?["']([^"']+)["']/g,
    ))
      if (target.startsWith('.')) paths.add(join(dirname(path), target));
      else if (!target.startsWith('node:')) packages.add(target);
  expect(paths.size).toBeGreaterThan(5);
  expect([...packages].sort()).toEqual(['json5', 'ky']);
});

describe('the CommonJS build', () => {
  const files = packed.filter((path) => path.endsWith('.cjs'));
  const required = files.flatMap((path) =>
    [...read(path).matchAll(/\brequire\(["']([^"'.][^"']*)["']\)/g)].map(([, name = '']) => name),
  );

  test('requires no ky, which is an ES module only', () => {
    expect([...new Set(required)].filter((name) => !name.startsWith('node:')).sort()).toEqual([
      'json5',
      'msw',
      'zod/v4/core',
    ]);
  });

  test('contains ky, whose license and version are beside it', () => {
    const { version } = JSON.parse(readFileSync(installed('ky/package.json'), 'utf8'));
    const texts = read('dist/licenses.txt');
    expect(texts).toContain(`ky ${version}\n\nMIT License`);
    expect(texts).toMatch(/^preact \d+\.\d+\.\d+\n\nThe MIT License/m);
    expect(files.some((path) => read(path).includes('ForceRetryError'))).toBe(true);
  });

  test('is required by Jest, without a transform', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'payments-data-client-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'package.json'), '{ "jest": { "transform": {} } }');
    writeFileSync(join(folder, 'client.test.js'), JEST_TEST);
    await npm(['install', '--no-package-lock', 'jest@30', tarball], folder);
    await run(process.execPath, ['node_modules/jest/bin/jest.js'], folder);
  });
});

const JEST_TEST = `
  const { createClient } = require('payments-data-client');
  const { createMock } = require('payments-data-client/mock');
  test('reads rows', async () => {
    const client = createClient(createMock().clientOptions);
    expect(await client.balances.list({ take: 2 })).toHaveLength(2);
  });
`;

describe('the checkers of packages', () => {
  test('publint finds nothing', async () => {
    expect(await run(installed('.bin/publint'), ['--strict', tarball], consumer)).toContain(
      'All good',
    );
  });

  test('attw finds no wrong types, for node16 and bundlers', async () => {
    const options = [
      '--profile',
      'node16',
      '--format',
      'json',
      '--exclude-entrypoints',
      './package.json',
    ];
    const { analysis } = JSON.parse(
      await run(installed('.bin/attw'), [tarball, ...options], consumer),
    );
    expect(Object.keys(analysis.entrypoints).sort()).toEqual(names.sort());
    const problems = analysis.problems.filter(
      ({ resolutionKind }: { resolutionKind?: string }) => resolutionKind !== 'node10', // which is not supported
    );
    expect(problems).toEqual([]);
  });
});

describe('a program in TypeScript', () => {
  describe.each(compilers)('under %s, its libraries checked too', (compiler) => {
    test('compiles in a browser project', async () => {
      const { browser } = environments;
      expect(
        await compile(
          compiler,
          [...browser, ...resolutions.node],
          ['types.ts', 'types.cts'],
          consumer,
        ),
      ).toEqual([]);
      expect(
        await compile(compiler, [...browser, ...resolutions.bundler], ['types.ts'], consumer),
      ).toEqual([]);
    });

    test('compiles in a Node project without the DOM', async () => {
      const options = [...environments.node, ...resolutions.node];
      expect(await compile(compiler, options, ['types.ts', 'types.cts'], consumer)).toEqual([]);
    });
  });
});
