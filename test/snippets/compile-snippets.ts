import { dirname, join } from 'node:path';
import ts from 'typescript';
import {
  fileNameOf,
  placeOf,
  printedConfig,
  root,
  type Snippet,
  setup,
} from './extract-snippets.js';
import { checkStatedErrors } from './stated-errors.js';
import { statedTypes } from './stated-types.js';

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
  settings: CompileSettings = {},
): string[] {
  const above = settings.above ?? setup;
  const files = new Map(snippets.map((snippet) => [pathOf(snippet), snippet]));
  const texts = new Map(
    [...files].map(([path, { file, code }]) => [path, file ? code : above + code]),
  );
  const options = { ...printedOptions(), ...settings.options };
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
  const checker = program.getTypeChecker();
  return [...files].flatMap(([path, snippet]) => {
    const file = program.getSourceFile(path);
    if (!file) return [`${placeOf(snippet)}: was not compiled`];
    const diagnostics = [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ];
    const linesAbove = snippet.file ? 0 : above.split('\n').length - 1;
    return [...checkStatedErrors(file, diagnostics), ...statedTypes(file, checker)].map(
      ({ start, problem }) =>
        `${placeOf(snippet, file.getLineAndCharacterOfPosition(start).line - linesAbove)}: ${problem}`,
    );
  });
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
