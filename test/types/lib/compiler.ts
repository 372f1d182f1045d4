import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type ts from 'typescript';
import {
  cache,
  emitDeclarations,
  pageOptions,
  root,
  runCommandLine,
  strictOptions,
} from './declarations.js';

const require = createRequire(import.meta.url);

/** The versions of TypeScript that have an API. */
export const versionsWithApi = ['5.4', '5.9', '6.0'] as const;
export type VersionWithApi = (typeof versionsWithApi)[number];

/** The versions of TypeScript that the types are promised to work in. */
export const versions = [...versionsWithApi, '7.0'] as const;
export type Version = (typeof versions)[number];

export type TypeScript = typeof ts;

/** The API of one version. */
export const loadTypeScript = (version: VersionWithApi): TypeScript =>
  require(version === '6.0' ? 'typescript' : `typescript-${version}`);

/** Runs the command line of one version. */
export const runTypeScript = (version: Version, ...args: string[]): string =>
  runCommandLine(version === '6.0' ? 'typescript' : `typescript-${version}`, args);

/** What the compiler says of one place. */
export interface Complaint {
  /** From 0. */
  readonly line: number;
  /** The text at which it stands, up to the end of the line. */
  readonly at: string;
  /** With all of its chain, on one line. */
  readonly message: string;
}

/** Where the package is found, for `paths`. */
export const packagePaths = (): Record<string, string[]> => ({
  'payments-data-client': [join(emitDeclarations(), 'index.d.ts')],
  'payments-data-client/*': [
    join(emitDeclarations(), '*/index.d.ts'),
    join(emitDeclarations(), 'tools/*/index.d.ts'),
  ],
});

/** The options of a careful user who has the package, for an API. */
export const settingsFor = (typescript: TypeScript): ts.CompilerOptions => ({
  ...strictOptions,
  target: typescript.ScriptTarget.ES2022,
  module: typescript.ModuleKind.ESNext,
  moduleResolution: typescript.ModuleResolutionKind.Bundler,
  types: [],
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  paths: packagePaths(),
});

const sources = new Map<string, ts.SourceFile | undefined>();

/** A program of one file that is only in memory. Library files are read once for each version. */
export function createProgram(version: VersionWithApi, text: string, options: object = {}) {
  const typescript = loadTypeScript(version);
  const path = join(cache, 'in-memory.ts');
  const settings = { ...settingsFor(typescript), ...options };
  const host = typescript.createCompilerHost(settings);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === path || fileExists(name);
  host.getSourceFile = (name, languageVersion) => {
    if (name === path) return typescript.createSourceFile(name, text, languageVersion, true);
    const key = `${version}:${name}`;
    if (!sources.has(key)) sources.set(key, getSourceFile(name, languageVersion));
    return sources.get(key);
  };
  const program = typescript.createProgram([path], settings, host);
  const file = program.getSourceFile(path);
  if (!file) throw new Error('The file in memory is not part of the program.');
  return { typescript, program, file, checker: program.getTypeChecker() };
}

/** What a version says of a file. */
export function complain(version: Version, text: string, options: object = {}): Complaint[] {
  const lines = text.split('\n');
  const all = { ...pageOptions, ...strictOptions, paths: packagePaths(), ...options };
  return compile(version, new Map([['file.ts', text]]), all).map(({ line, column, message }) => ({
    line,
    at: lines[line]?.slice(column) ?? '',
    message: message.replace(/\s+/g, ' '),
  }));
}

/** An error of a compiler. Lines and columns are from 0. */
export interface Diagnostic {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** Such as `TS2322`. */
  readonly code: string;
  readonly message: string;
}

/** Writes files into a folder of their own, and returns the errors of a compiler. */
export function compile(
  version: Version,
  files: ReadonlyMap<string, string>,
  options: object,
): Diagnostic[] {
  const folder = join(cache, `command-line-${randomUUID()}`);
  try {
    for (const [name, text] of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const config = { compilerOptions: options, files: [...files.keys()] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const printed = runTypeScript(version, '-p', folder, '--pretty', 'false');
    return readDiagnostics(printed, (path) => relative(folder, join(root, path)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lines such as `file.ts(3,14): error TS2322: …`; an indented line continues the message. */
function readDiagnostics(printed: string, pathOf: (path: string) => string): Diagnostic[] {
  const parts = printed.split(/\n(?! )/).filter(Boolean);
  return parts.map((part) => {
    const [, path = '', line, column, code = '', message = ''] =
      /^(.+?)\((\d+),(\d+)\): error (TS\d+): (.*)$/s.exec(part) ?? [];
    if (!code) throw new Error(`The compiler printed what cannot be read: ${part}`);
    const place = { line: Number(line) - 1, column: Number(column) - 1 };
    return { path: pathOf(path), ...place, code, message };
  });
}
