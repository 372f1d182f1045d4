import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FIRST_LINE } from '../connect/report/written-module.js';

/** The part of the package `typescript` that is used. */
interface Compiler {
  readonly transpileModule: (
    text: string,
    options: { readonly compilerOptions: object },
  ) => { readonly outputText: string };
  /** `pos` is that of the opening quotation mark. */
  readonly preProcessFile: (text: string) => {
    readonly importedFiles: readonly { readonly fileName: string; readonly pos: number }[];
  };
}

/** Whether a file can be compiled: by the `typescript` of its project, or because `connect` has written it. */
export const isCompiled = (path: string): boolean => compilerOf(path) !== undefined;

/** The compiler of the project of a file. Modules of `connect` need none: they have few and fixed types. */
function compilerOf(path: string): Compiler | undefined {
  try {
    const compiler: Partial<Compiler> = createRequire(path)('typescript');
    if (compiler.transpileModule && compiler.preProcessFile) return compiler as Compiler; // both members
  } catch {
    // not installed
  }
  return existsSync(path) && readFileSync(path, 'utf8').startsWith(FIRST_LINE) ? writtenModules : undefined;
}

const writtenModules: Compiler = {
  transpileModule: (text) => ({
    outputText: text.replace(/\btype Dialect,\s*| as const(?: satisfies Dialect)?(?=;$)/gm, ''),
  }),
  preProcessFile: () => ({ importedFiles: [] }),
};

/**
 * Imports a TypeScript module without its types, and the TypeScript files that it imports by relative paths, with any
 * ending. The JavaScript is beside each for a moment, so that its imports are found.
 */
export async function importCompiled(path: string): Promise<object> {
  const compiler = compilerOf(path);
  if (!compiler) throw new Error(`${basename(path)} cannot be compiled.`);
  const suffix = `.${randomUUID()}.mjs`;
  const compiledOf = (source: string): string => join(dirname(source), `.${basename(source)}${suffix}`);
  const sources = new Set([path]); // grows while its files are compiled
  try {
    for (const source of sources) {
      const compiled = compile(source, compiler, (imported) => {
        sources.add(imported);
        return pathToFileURL(compiledOf(imported)).href;
      });
      writeFileSync(compiledOf(source), compiled, { flag: 'wx' });
    }
    return await import(/* @vite-ignore */ pathToFileURL(compiledOf(path)).href);
  } catch (error) {
    const names = new RegExp(`\\.([^/\\\\]+)\\${suffix}`, 'g');
    if (error instanceof Error) error.message = error.message.replace(names, '$1');
    throw error;
  } finally {
    for (const source of sources) rmSync(compiledOf(source), { force: true });
  }
}

/** The JavaScript of a file, with other specifiers for the TypeScript files that it imports. */
function compile(path: string, compiler: Compiler, specifierOf: (imported: string) => string): string {
  const compilerOptions = { module: 99, target: 99, verbatimModuleSyntax: true }; // ESNext
  const { outputText } = compiler.transpileModule(readFileSync(path, 'utf8'), { compilerOptions });
  let compiled = '';
  let end = 0;
  for (const { fileName, pos } of compiler.preProcessFile(outputText).importedFiles) {
    const imported = /^\.\.?(\/|$)/.test(fileName) && findTypeScript(resolve(dirname(path), fileName));
    if (!imported) continue;
    compiled += outputText.slice(end, pos) + JSON.stringify(specifierOf(imported));
    end = pos + fileName.length + 2; // its quotation marks
  }
  return compiled + outputText.slice(end);
}

/** The TypeScript file that an import of a path means; `undefined` if it means a file of another type, or none. */
function findTypeScript(path: string): string | undefined {
  const paths = [path, path.replace(/\.([cm]?)js$/, '.$1ts'), `${path}.ts`, join(path, 'index.ts')];
  const found = paths.find((one) => statSync(one, { throwIfNoEntry: false })?.isFile());
  return found && /\.[cm]?ts$/.test(found) ? found : undefined;
}
