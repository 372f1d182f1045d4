import { dirname, join } from 'node:path';
import ts from 'typescript';
import {
  fileNameOf,
  joinComments,
  placeOf,
  printedConfig,
  root,
  type Snippet,
  setup,
} from './extract-snippets.js';
import { checkStatedErrors } from './stated-errors.js';

interface CompileSettings {
  /** Code above each snippet that is no file of its own. By default, the printed setup. */
  readonly above?: string;
  /** Options that replace the printed ones. */
  readonly options?: ts.CompilerOptions;
}

/** The files of packages and of `src`, which all programs share. */
const parsed = new Map<string, ts.SourceFile>();

/**
 * Compiles all snippets in one program, with the printed `tsconfig.json`.
 *
 * @returns The problems, by page and line: compiler errors that the snippet does not state, stated
 * errors and types that the compiler does not report.
 */
export function compileSnippets(
  snippets: readonly Snippet[],
  { above = setup, options: changes }: CompileSettings = {},
): string[] {
  const files = new Map(snippets.map((snippet) => [pathOf(snippet), snippet]));
  const texts = new Map(
    [...files].map(([path, { file, code }]) => [
      path,
      (file ? '' : above) + code + typeChecks(code),
    ]),
  );
  const options = { ...printedOptions(), ...changes };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, directoryExists, getSourceFile } = host;
  const folders = new Set([...files.keys()].map(dirname));
  // The options that differ do not change how a file is parsed.
  host.getSourceFile = (path, ...rest) => {
    if (texts.has(path)) return getSourceFile(path, ...rest);
    const file = parsed.get(path) ?? getSourceFile(path, ...rest);
    if (file) parsed.set(path, file);
    return file;
  };
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.directoryExists = (path) => folders.has(path) || directoryExists?.(path) !== false;

  const program = ts.createProgram([...files.keys()], options, host);
  return [...files].flatMap(([path, snippet]) => {
    const file = program.getSourceFile(path);
    if (!file) return [`${placeOf(snippet)}: was not compiled`];
    const diagnostics = [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ];
    const linesAbove = snippet.file ? 0 : above.split('\n').length - 1;
    return checkStatedErrors(file, diagnostics).map(
      ({ line, problem }) => `${placeOf(snippet, line - linesAbove)}: ${problem}`,
    );
  });
}

/**
 * Lines for the compiler that compare the types that a snippet states: `// const rows: { id: string
 * }[]` below a declaration, and `type Row = …; // { id: string }`. A long type goes on in the next
 * lines.
 */
function typeChecks(code: string): string {
  const comments = joinComments(code);
  const stated = [
    ...comments.matchAll(/^\/\/ const (\w+): (.+)$/gm),
    ...comments.matchAll(/^type (\w+) = .*;\s*\/\/ ({.+)$/gm),
  ];
  const checks = stated.map(([line, name = '', type = '']) => {
    const actual = line.startsWith('type') ? name : `typeof ${name}`;
    return `null! as (<X>() => X extends ${actual} ? 1 : 2) satisfies <X>() => X extends ${type} ? 1 : 2;`;
  });
  return `${checks.join(' ')}\n`;
}

/** Each snippet is a virtual file, so that packages resolve as they do from here. */
const pathOf = (snippet: Snippet): string => join(import.meta.dirname, fileNameOf(snippet));

/** The printed options, with the sources in place of the installed package. */
function printedOptions(): ts.CompilerOptions {
  const { paths } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config
    .compilerOptions;
  const options = { ...printedConfig.compilerOptions, paths, noEmit: true };
  return ts.convertCompilerOptionsFromJson(options, root).options;
}
