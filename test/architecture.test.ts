import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const source = resolve(import.meta.dirname, '../src');

/** Tools import the library, and nothing of it imports them. */
const isTool = (folder: string): boolean => /^tools(\/|$)/.test(folder);

/** What a query means, from the errors up to the matcher. */
const meaning = ['errors', 'values', 'messages', 'schema', 'dialect', 'query', 'match'];
const library = [...meaning, 'http', 'client', 'mock', 'mock/server'];

/** The form of URLs, headers and rejections, which a mock shares with client and proxy. They import no other file of `http`. */
const form = ['http/headers', 'http/service-url', 'http/rejection-error'];

/** Which folders or files of `src`, and which packages, each of them may import. */
const allowed: Record<string, readonly string[]> = {
  errors: [],
  values: ['errors'],
  messages: ['errors', 'values'],
  schema: ['errors', 'values', 'messages'],
  dialect: ['errors', 'values', 'messages'],
  query: ['errors', 'values', 'messages', 'schema', 'dialect', 'json5'],
  match: ['values', 'schema', 'dialect', 'query'],
  http: ['errors', 'values', 'messages', 'ky'],
  client: ['errors', 'values', 'messages', 'schema', 'dialect', 'query', 'http'],
  validation: ['errors', 'values', 'messages', 'schema', 'query', 'zod/v4/core'],
  'tanstack-query': [
    ...['errors', 'values', 'messages', 'schema', 'query', 'client', '@tanstack/query-core'],
  ],
  proxy: [...meaning, 'http', 'client'],
  mock: [...meaning, ...form],
  'mock/server': [...meaning, 'http/rejection-error', 'mock', 'node:'],
  msw: ['messages', 'mock', 'msw'],
  tools: meaning,
  'tools/connect': [...meaning, 'http', 'client', 'tools', 'node:'],
  'tools/inspector': [...meaning, ...form, 'mock', 'mock/server', 'tools', 'node:'],
  'tools/inspector/browser': ['schema', 'mock', 'tools/inspector', 'preact', 'preact/hooks'],
  'tools/cli': [...library, 'tools', 'tools/connect', 'tools/inspector', 'json5', 'node:'],
};

const files = (readdirSync(source, { recursive: true }) as string[])
  .filter((path) => /\.tsx?$/.test(path) && statSync(join(source, path)).isFile())
  .sort();

/** The folder of a file; a file of `src` itself, such as `dialect.ts`, counts as a folder. */
const folderOf = (path: string): string =>
  /^(mock\/server|tools\/(inspector\/browser|\w+))(?=\/)/.exec(path)?.[0] ??
  (path.split('/')[0] ?? '').replace(/^index\.js$|\.(tsx?|js)$/, '');

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

const read = (path: string): string => readFileSync(join(source, path), 'utf8');

/** Texts of messages that the compiler prints: a type cannot be concatenated over lines. */
const withLongLines = /^query\/types\//;

/** A row of a response, and the type of one that users annotate. */
const sharedNames: readonly string[] = ['Row'];

/** The names of the types, classes and functions of a file, also of those in a constant. */
function* declaredNames(path: string): Generator<string> {
  for (const statement of ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest).statements)
    if (
      ts.isFunctionDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement)
    )
      yield statement.name?.text ?? '';
    else if (ts.isVariableStatement(statement))
      for (const { name, initializer } of statement.declarationList.declarations)
        if (initializer && ts.isArrowFunction(initializer) && ts.isIdentifier(name))
          yield name.text;
}

describe('the source', () => {
  test('has a rule for every folder', () => {
    const folders = new Set(files.map(folderOf).filter((folder) => folder !== 'index'));
    expect([...folders].filter((folder) => !(folder in allowed))).toEqual([]);
  });

  test('has two floors: tools import the library, which imports no tool', () => {
    const library = Object.entries(allowed).filter(([folder]) => !isTool(folder));
    expect(library.filter(([, imports]) => imports.some(isTool))).toEqual([]);
  });

  test('imports in one direction only', () => {
    const breaches = files
      .filter((path) => folderOf(path) !== 'index')
      .flatMap((path) => importsOf(path).map((target) => ({ path, target })))
      .filter(({ path, target }) => {
        const own = folderOf(path);
        const to = target.endsWith('.js') ? folderOf(target) : target;
        const isAllowed = (name: string) =>
          to === name || `${name}.js` === target || isWithin(to, name);
        return to !== own && !allowed[own]?.some(isAllowed);
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
    const long = files.filter((path) => read(path).split('\n').length > 301);
    expect(long).toEqual([]);
  });

  test('has no line above 100 columns', () => {
    const long = files
      .filter((path) => !withLongLines.test(path))
      .flatMap((path) =>
        read(path)
          .split('\n')
          .flatMap((line, index) => ([...line].length > 100 ? [`${path}:${index + 1}`] : [])),
      );
    expect(long).toEqual([]);
  });

  test('no two top-level types or functions share a name', () => {
    const paths = new Map<string, Set<string>>();
    for (const path of files)
      for (const name of declaredNames(path))
        paths.set(name, (paths.get(name) ?? new Set()).add(path));
    const shared = [...paths].filter(([, declaring]) => declaring.size > 1);
    expect(paths.size).toBeGreaterThan(500);
    expect(shared.filter(([name]) => !sharedNames.includes(name))).toEqual([]);
  });

  test('has no folder or file with a vague name, such as utils or types', () => {
    expect(
      files.filter((path) =>
        /(^|\/)((utils?|helpers?|common|misc|constants)(\/|\.tsx?$)|types\.tsx?$)/.test(path),
      ),
    ).toEqual([]);
  });
});
