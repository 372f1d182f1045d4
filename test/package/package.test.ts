import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const project = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'payments-data-client-'));
const installed = join(folder, 'node_modules/payments-data-client');
let tarball: string;
let packed: string[];

/** Runs a command in the consumer's folder and gives what it printed; throws with that when it fails. */
function run(command: string, args: string[], cwd = folder): string {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`);
  }
}

const bin = (path: string) => join(project, 'node_modules', path);

beforeAll(() => {
  const [result] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder], project));
  tarball = join(folder, result.filename);
  packed = result.files.map((file: { path: string }) => file.path);
  cpSync(join(import.meta.dirname, 'consumer'), folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', tarball]);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the tarball', () => {
  test('holds the build, the README, the licence and the changelog, and nothing else', () => {
    const top = new Set(packed.map((path) => path.split('/')[0]));
    expect([...top].sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'package.json']);
  });

  test('brings ky and json5 and nothing else', () => {
    const names = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(names.sort()).toEqual(['json5', 'ky', 'payments-data-client']);
  });

  test('has every file that its package.json, its maps and its declarations point at', () => {
    const { exports: entries } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    const targets = JSON.stringify(entries).match(/\.\/[^"]+\.(c?js|d\.c?ts)(?=")/g) ?? [];
    expect(targets.length).toBeGreaterThan(8);
    expect(targets.filter((target) => !existsSync(join(installed, target)))).toEqual([]);
    for (const path of packed.filter((path) => path.endsWith('.map'))) {
      const map = JSON.parse(readFileSync(join(installed, path), 'utf8'));
      expect(map.sourcesContent?.length, path).toBe(map.sources.length);
    }
    for (const path of packed.filter((path) => /\.(c?js|d\.c?ts)$/.test(path))) {
      const text = readFileSync(join(installed, path), 'utf8');
      const pointers = [
        ...text.matchAll(
          /(?:from |import\(|require\(|sourceMappingURL=)["']?(\.?\.?\/?[\w./-]+\.(?:c?js|map))/g,
        ),
      ];
      const missing = pointers
        .map(([, to]) => join(installed, dirname(path), to ?? ''))
        .filter((to) => !existsSync(to));
      expect(missing, path).toEqual([]);
    }
  });

  test('has no word of Node in the entries that browsers load', () => {
    for (const path of packed.filter(
      (path) => /^dist\/.*\.js$/.test(path) && !path.includes('server') && !path.includes('cli'),
    )) {
      const text = readFileSync(join(installed, path), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
      expect(text, path).not.toMatch(/\bprocess\.|\bBuffer\b|["']node:/);
    }
  });

  test('has no json5 in the entry of the client', () => {
    for (const name of ['index.js', 'index.cjs']) {
      expect(readFileSync(join(installed, 'dist', name), 'utf8')).not.toMatch(/json5/i);
    }
  });
});

describe('a program of the tarball', () => {
  test('runs with import', () => expect(run('node', ['esm.mjs'])).toBe('esm ok\n'));
  test('runs with require', () => expect(run('node', ['cjs.cjs'])).toBe('cjs ok\n'));

  const compilers = ['typescript-5.4', 'typescript-5.9', 'typescript', 'typescript-7.0'];
  const resolutions = [
    ['--module', 'nodenext', '--moduleResolution', 'nodenext', 'types.ts', 'types.cts'],
    ['--module', 'esnext', '--moduleResolution', 'bundler', 'types.ts'],
  ];
  test.each(compilers)('compiles under %s, its libraries checked too', (compiler) => {
    const common = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      'false',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom,dom.iterable',
    ];
    for (const resolution of resolutions) {
      expect(run('node', [bin(`${compiler}/bin/tsc`), ...common, ...resolution])).toBe('');
    }
  });
});

describe('the checkers of packages', () => {
  test('publint has nothing to say', () => {
    expect(run(bin('.bin/publint'), ['--strict', tarball])).toContain('All good');
  });

  test('are the types wrong? They are not, for node16 and bundlers', () => {
    const entries = ['--exclude-entrypoints', './package.json'];
    run(bin('.bin/attw'), [tarball, '--profile', 'node16', ...entries]);
  });
});
