import { dirname, join } from 'node:path';
import ts from 'typescript';
import { placeOf, root, type Snippet } from './extract-snippets.js';
import { givenTypes } from './given.js';
import { statedTypes } from './stated-types.js';

/**
 * Compiles all snippets in one program, with the project's own options.
 *
 * @param given - What a snippet may use without declaring it, and as what.
 * @returns What is wrong, by page and line.
 */
export function compileSnippets(
  snippets: readonly Snippet[],
  given: Readonly<Record<string, string>> = givenTypes,
): string[] {
  const files = new Map(snippets.map((snippet) => [fileOf(snippet), snippet]));
  const globals = join(import.meta.dirname, 'given-globals.ts');
  const declarations = Object.entries(given).map(([name, type]) => `const ${name}: ${type};`);
  const globalsText = `declare global { ${declarations.join(' ')} } export {};`;
  const options = projectOptions();
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  const textOf = (path: string) => (path === globals ? globalsText : files.get(path)?.code);
  host.readFile = (path) => textOf(path) ?? readFile(path);
  host.fileExists = (path) => textOf(path) !== undefined || fileExists(path);

  const program = ts.createProgram([globals, ...files.keys()], options, host);
  const checker = program.getTypeChecker();
  return [...files].flatMap(([path, snippet]) => {
    const file = program.getSourceFile(path);
    if (!file) return [`${placeOf(snippet)}: is not compiled`];
    const diagnostics = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return [
      ...diagnostics.map(({ start = 0, messageText }) => ({
        start,
        problem: ts.flattenDiagnosticMessageText(messageText, '\n'),
      })),
      ...statedTypes(file, checker),
    ].map(
      ({ start, problem }) =>
        `${placeOf(snippet, file.getLineAndCharacterOfPosition(start).line)}: ${problem}`,
    );
  });
}

/** A file of its own for each, beside this one, so that packages are found as from here. */
const fileOf = ({ page, line, language }: Snippet): string =>
  join(import.meta.dirname, `${page.replaceAll(/\W/g, '-')}-${line}.${language}`);

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
