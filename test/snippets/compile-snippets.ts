import { dirname, join } from 'node:path';
import ts from 'typescript';
import { continuedRecipes, placeOf, root, type Snippet } from './extract-snippets.js';
import { givenTypes } from './given.js';
import { checkStatedErrors } from './stated-errors.js';
import { statedTypes } from './stated-types.js';

interface CompileSettings {
  /** The types of the names that a snippet may use without declaring them. */
  readonly given?: Readonly<Record<string, string>>;
  /** Options that replace those of the project. */
  readonly options?: ts.CompilerOptions;
}

/**
 * Compiles all snippets in one program, with the project's own options.
 *
 * @returns The problems, by page and line: compiler errors that the snippet does not state, stated errors and types that
 * the compiler does not report.
 */
export function compileSnippets(snippets: readonly Snippet[], settings: CompileSettings = {}): string[] {
  const given = settings.given ?? givenTypes;
  const files = new Map(snippets.map((snippet) => [fileOf(snippet), snippet]));
  const globals = join(import.meta.dirname, 'given-globals.ts');
  const declarations = Object.entries(given).map(([name, type]) => `const ${name}: ${type};`);
  const globalsText = `declare global { ${declarations.join(' ')} } export {};`;
  const options = { ...projectOptions(), ...settings.options };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, directoryExists } = host;
  const folders = new Set([...files.keys()].map(dirname));
  const textOf = (path: string) => (path === globals ? globalsText : files.get(path)?.code);
  host.readFile = (path) => textOf(path) ?? readFile(path);
  host.fileExists = (path) => textOf(path) !== undefined || fileExists(path);
  host.directoryExists = (path) => folders.has(path) || directoryExists?.(path) !== false;

  const frameworks = join(import.meta.dirname, 'frameworks.d.ts');
  const program = ts.createProgram([globals, frameworks, ...files.keys()], options, host);
  const checker = program.getTypeChecker();
  return [...files].flatMap(([path, snippet]) => {
    const file = program.getSourceFile(path);
    if (!file) return [`${placeOf(snippet)}: was not compiled`];
    const diagnostics = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return [...checkStatedErrors(file, diagnostics), ...statedTypes(file, checker)].map(
      ({ start, problem }) =>
        `${placeOf(snippet, file.getLineAndCharacterOfPosition(start).line)}: ${problem}`,
    );
  });
}

/** Each snippet is a virtual file in a folder of its page, so that packages resolve as they do from here. */
const fileOf = ({ page, line, language, file }: Snippet): string => {
  const recipe = (file && continuedRecipes[page]) ?? page;
  return join(import.meta.dirname, recipe.replaceAll(/\W/g, '-'), file ?? `line-${line}.${language}`);
};

function projectOptions(): ts.CompilerOptions {
  const path = join(root, 'tsconfig.json');
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, dirname(path));
  return {
    ...options,
    jsx: ts.JsxEmit.ReactJSX,
    moduleDetection: ts.ModuleDetectionKind.Force,
    noUnusedLocals: false,
    noUnusedParameters: false,
  };
}
