import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The part of the package `typescript` that is used. */
interface Compiler {
  readonly transpileModule: (
    text: string,
    options: { readonly compilerOptions: object },
  ) => { readonly outputText: string };
}

/** Whether the project of a file has installed `typescript` with an interface for programs. */
export function hasTypeScript(path: string): boolean {
  try {
    return typeof compilerOf(path).transpileModule === 'function';
  } catch {
    return false;
  }
}

const compilerOf = (path: string): Compiler => createRequire(path)('typescript');

/**
 * Imports a TypeScript module without its types, for Node before 22.18. The JavaScript is beside the module for a
 * moment, so that its imports are found.
 */
export async function importCompiled(path: string): Promise<object> {
  const compilerOptions = { module: 99, target: 99, verbatimModuleSyntax: true }; // ESNext
  const { outputText } = compilerOf(path).transpileModule(readFileSync(path, 'utf8'), { compilerOptions });
  const compiled = join(dirname(path), `.${basename(path)}.${randomUUID()}.mjs`);
  try {
    writeFileSync(compiled, outputText, { flag: 'wx' });
    return await import(/* @vite-ignore */ pathToFileURL(compiled).href);
  } finally {
    rmSync(compiled, { force: true });
  }
}
