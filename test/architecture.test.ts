import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const source = resolve(import.meta.dirname, '../src');

/** Tools import the library, and nothing of it imports them. */
const isTool = (folder: string): boolean => /^tools(\/|$)/.test(folder);

/** What every part of `connect` may import. */
const library = [
  'errors',
  'values',
  'schema',
  'dialect',
  'query',
  'http',
  'client',
  'mock',
  'tools',
];

/** Which folders of `src`, and which packages, each folder may import. */
const allowed: Record<string, readonly string[]> = {
  errors: [],
  values: ['errors'],
  schema: ['errors', 'values'],
  dialect: ['errors', 'values', 'schema'],
  query: ['errors', 'values', 'schema', 'dialect'],
  http: ['errors', 'values', 'ky'],
  client: ['errors', 'values', 'schema', 'dialect', 'query', 'http'],
  validation: ['errors', 'values', 'schema', 'query', 'zod/mini'],
  'tanstack-query': ['errors', 'values', 'schema', 'query', 'client', '@tanstack/query-core'],
  'query-string': ['errors', 'values', 'schema', 'dialect', 'query', 'json5'],
  proxy: ['errors', 'values', 'schema', 'dialect', 'query', 'query-string', 'http', 'client'],
  mock: ['errors', 'values', 'schema', 'dialect', 'query', 'query-string'],
  'mock/server': [
    'errors',
    'values',
    'schema',
    'dialect',
    'query',
    'query-string',
    'mock',
    'node:',
  ],
  msw: ['mock', 'msw'],
  tools: ['errors', 'values', 'schema', 'dialect', 'mock'],
  'tools/connect/service': [...library, 'node:'],
  'tools/connect/measure': [...library, 'tools/connect/service'],
  'tools/connect/sample': [...library, 'tools/connect/service'],
  'tools/connect/infer': [...library, 'tools/connect/service', 'tools/connect/sample'],
  'tools/connect/queries': [...library, 'tools/connect/service', 'tools/connect/sample'],
  'tools/connect/compare': [
    ...library,
    'tools/connect/service',
    'tools/connect/measure',
    'tools/connect/sample',
    'tools/connect/infer',
    'tools/connect/queries',
    'node:',
  ],
  'tools/connect/report': [
    ...library,
    'tools/connect/service',
    'tools/connect/sample',
    'tools/connect/infer',
    'tools/connect/queries',
    'tools/connect/compare',
  ],
  'tools/connect': [...library, 'tools/connect/*'],
  'tools/cli': [
    'errors',
    'values',
    'schema',
    'dialect',
    'query-string',
    'client',
    'mock',
    'mock/server',
    'tools',
    'tools/inspector/server',
    'tools/connect',
    'tools/connect/*',
    'json5',
    'node:',
  ],
  'tools/inspector': ['schema', 'mock', 'tools/inspector/server'],
  'tools/inspector/server': [
    'errors',
    'values',
    'schema',
    'dialect',
    'query',
    'query-string',
    'mock',
    'mock/server',
    'tools',
    'tools/inspector',
    'node:',
  ],
  'tools/inspector/browser': ['schema', 'query', 'tools/inspector', 'preact', 'preact/hooks'],
};

const files = (readdirSync(source, { recursive: true }) as string[])
  .filter((path) => /\.tsx?$/.test(path) && statSync(join(source, path)).isFile())
  .sort();

const folderOf = (path: string): string =>
  /^(mock\/server|tools\/(inspector\/server|inspector\/browser|connect\/\w+|\w+))(?=\/)/.exec(
    path,
  )?.[0] ?? (path.includes('/') ? (path.split('/')[0] ?? '') : '');

/** Whether a rule such as `node:` or `connect/*` allows an import. */
const isWithin = (target: string, name: string): boolean =>
  /[:*]$/.test(name) && target.startsWith(name.replace(/\*$/, ''));

const importsOf = (path: string): string[] =>
  [
    ...readFileSync(join(source, path), 'utf8').matchAll(
      /(?: from |\bimport\(|^import )'([^']+)'/gm,
    ),
  ].map(([, specifier = '']) =>
    specifier.startsWith('.')
      ? relative(source, resolve(source, dirname(path), specifier))
      : specifier,
  );

describe('the source', () => {
  test('has a rule for every folder', () => {
    const folders = new Set(files.map(folderOf).filter((folder) => folder !== ''));
    expect([...folders].filter((folder) => !(folder in allowed))).toEqual([]);
  });

  test('has two floors: tools import the library, which imports no tool', () => {
    const library = Object.entries(allowed).filter(([folder]) => !isTool(folder));
    expect(library.filter(([, imports]) => imports.some(isTool))).toEqual([]);
  });

  test('imports in one direction only', () => {
    const breaches = files
      .filter((path) => folderOf(path) !== '')
      .flatMap((path) => importsOf(path).map((target) => ({ path, target })))
      .filter(({ path, target }) => {
        const own = folderOf(path);
        const to = target.endsWith('.js') ? folderOf(target) : target;
        return to !== own && !allowed[own]?.some((name) => to === name || isWithin(to, name));
      });
    expect(breaches).toEqual([]);
  });

  test('imports no entry point', () => {
    const inside = files.flatMap((path) =>
      importsOf(path).filter((target) => /(^|\/)index\.js$/.test(target)),
    );
    expect(inside).toEqual([]);
  });

  test('has no import cycles, not even of types', () => {
    const moduleOf = (path: string) => path.replace(/\.(tsx?|js)$/, '');
    const needs = new Map(
      files.map((path) => [
        moduleOf(path),
        importsOf(path)
          .filter((target) => target.endsWith('.js'))
          .map(moduleOf),
      ]),
    );
    const cycles: string[][] = [];
    const done = new Set<string>();
    const visit = (path: string, importers: readonly string[]) => {
      if (importers.includes(path))
        cycles.push([...importers.slice(importers.indexOf(path)), path]);
      if (done.has(path)) return;
      done.add(path);
      for (const next of needs.get(path) ?? []) visit(next, [...importers, path]);
    };
    for (const path of files) visit(moduleOf(path), []);
    expect([...needs.values()].flat().length).toBeGreaterThan(200);
    expect(cycles).toEqual([]);
  });

  test('has no file of more than 300 lines', () => {
    const long = files.filter(
      (path) => readFileSync(join(source, path), 'utf8').split('\n').length > 301,
    );
    expect(long).toEqual([]);
  });

  test('has no folder or file with a vague name, such as utils or types', () => {
    expect(
      files.filter((path) =>
        /(^|\/)((utils?|helpers?|common|misc|constants)(\/|\.tsx?$)|types\.tsx?$)/.test(path),
      ),
    ).toEqual([]);
  });
});
