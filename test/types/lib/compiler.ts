import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type ts from 'typescript';
import {
  cache,
  emitDeclarations,
  runCommandLine,
  strictOptions,
  writeConfig,
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
  'payments-data-client/*': [join(emitDeclarations(), '*/index.d.ts')],
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
  if (version === '7.0') return complainOnCommandLine(text, options);
  const { typescript, program, file } = createProgram(version, text, options);
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
    (diagnostic) => {
      const { line } = file.getLineAndCharacterOfPosition(diagnostic.start ?? 0);
      const message = typescript
        .flattenDiagnosticMessageText(diagnostic.messageText, ' ')
        .replace(/\s+/g, ' ');
      return { line, at: text.slice(diagnostic.start ?? 0).split('\n', 1)[0] ?? '', message };
    },
  );
}

function complainOnCommandLine(text: string, options: object): Complaint[] {
  const folder = join(cache, `command-line-${randomUUID()}`);
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(join(folder, 'file.ts'), text);
    writeConfig(folder, ['file.ts'], { ...strictOptions, paths: packagePaths(), ...options });
    return readComplaints(
      runTypeScript('7.0', '-p', folder, '--pretty', 'false'),
      text.split('\n'),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Lines such as `file.ts(3,14): error TS2322: …`; what follows indented belongs to the line before.
 */
function readComplaints(output: string, lines: readonly string[]): Complaint[] {
  const complaints: Complaint[] = [];
  for (const said of output.split('\n').filter((part) => part.trim() !== '')) {
    const [, row, column, message] = /^.*?\((\d+),(\d+)\): error TS\d+: (.*)$/.exec(said) ?? [];
    const last = complaints.at(-1);
    if (message !== undefined) {
      const line = Number(row) - 1;
      complaints.push({ line, at: lines[line]?.slice(Number(column) - 1) ?? '', message });
    } else if (last && said.startsWith(' ')) {
      complaints[complaints.length - 1] = { ...last, message: `${last.message} ${said.trim()}` };
    } else {
      throw new Error(`TypeScript 7.0 said what cannot be read: ${said}`);
    }
  }
  return complaints;
}
