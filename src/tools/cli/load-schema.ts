import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import type { Dialect } from '../../dialect/dialect.js';
import { resolveDialect } from '../../dialect/resolve-dialect.js';
import { assertDefinitions, assertSchema } from '../../schema/assert-schema.js';
import { isSchema, type Resources } from '../../schema/resources.js';
import { isPlainObject } from '../../values/plain-object.js';
import { FIRST_LINE } from '../print-code.js';
import {
  type CommandContext,
  errorMessage,
  type OptionDefinition,
  UsageError,
  withUsageErrors,
} from './command.js';
import { terminalLine } from './terminal.js';

export const schemaOption = {
  placeholder: 'file',
  help: 'module that exports a schema, in JavaScript or TypeScript',
} as const satisfies OptionDefinition;

export interface SchemaModule {
  readonly schema: Resources;
  readonly dialect: Dialect | undefined;
  /** Differences that `connect` could not describe, as it lists them in the module that it writes. */
  readonly knownDifferences: readonly string[] | undefined;
}

/**
 * Loads a module that may import another copy of this package. The schema is its export `schema`, else its default export,
 * else its only other export that is a schema.
 */
export async function loadSchema(file: string, { cwd }: Pick<CommandContext, 'cwd'>): Promise<SchemaModule> {
  const source = `\`--schema\`: ${file}`;
  const path = resolve(cwd, file);
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry?.isFile()) throw new UsageError(`${source} ${entry ? 'is not a file' : 'does not exist'}.`);
  let exports: object;
  try {
    exports = await importModule(path);
  } catch (error) {
    throw new UsageError(`${source} cannot be loaded: ${loadProblem(error, path)}`);
  }
  const members: { readonly [name: string]: unknown } = { ...membersOf(exports), ...exports };
  const schema = chooseSchema(source, members);
  const dialect = members.dialect as Dialect | undefined; // checked by `resolveDialect`
  withUsageErrors(() => {
    assertDefinitions(source, schema); // it may have been written without `defineSchema`
    assertSchema(source, schema);
    resolveDialect(source, dialect);
  });
  return { schema, dialect, knownDifferences: textsOf(source, members.knownDifferences) };
}

function textsOf(source: string, value: unknown): readonly string[] | undefined {
  if (value === undefined || (Array.isArray(value) && value.every((one) => typeof one === 'string')))
    return value;
  throw new UsageError(`${source}: \`knownDifferences\` must be an array of texts.`);
}

/** The members of `module.exports`, of which Node does not find all as exports. */
const membersOf = (exports: { readonly default?: unknown }): object =>
  isPlainObject(exports.default) && !isSchema(exports.default) ? exports.default : {};

function chooseSchema(source: string, exports: { readonly [name: string]: unknown }): Resources {
  const schemas = new Map<string, Resources>();
  for (const [name, value] of Object.entries(exports)) if (isSchema(value)) schemas.set(name, value);
  const [only, another] = schemas.values();
  const schema = schemas.get('schema') ?? schemas.get('default') ?? (another ? undefined : only);
  if (schema) return schema;
  throw new UsageError(
    only
      ? `${source} exports several schemas: ${[...schemas.keys()].join(', ')}. Name one of them \`schema\`.`
      : `${source} exports no schema. Export the result of defineSchema(), extendSchema() or pickSchema() as \`schema\`.`,
  );
}

const codeOf = (error: unknown): string => String(Object(error).code);

/**
 * Imports a module. The compiler of the project also reads what this Node does not: TypeScript, its enums and namespaces,
 * and imports such as `./payments.js` and `./payments` of a TypeScript file, or `./parts` of a folder.
 */
async function importModule(path: string): Promise<object> {
  try {
    return await import(/* @vite-ignore */ pathToFileURL(path).href);
  } catch (error) {
    const isUnreadable = /^ERR_(UNSUPPORTED_|UNKNOWN_FILE_EXT|MODULE_NOT_FOUND)/.test(codeOf(error));
    if (!isUnreadable || !isCompiled(path)) throw error;
    return importCompiled(path);
  }
}

function loadProblem(error: unknown, path: string): string {
  const reason = `Node ${process.versions.node} does not read`;
  const advice = 'install typescript 5 or 6 in the project, or compile the file to JavaScript.';
  const code = codeOf(error);
  if (code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX')
    return `${reason} enums, namespaces and parameter properties of TypeScript. To use them, ${advice}`;
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION' && /^\.[cm]?tsx?$/.test(extname(path)) && !isCompiled(path))
    return `${reason} TypeScript. Use Node 22.18 or newer, ${advice}`;
  const message = errorMessage(error);
  return terminalLine(error instanceof SyntaxError ? `${error.name}: ${message}` : message);
}

interface Compiler {
  transpileModule(
    text: string,
    options: { readonly compilerOptions: object },
  ): { readonly outputText: string };
  /** `pos` is that of the opening quotation mark. */
  preProcessFile(text: string): { readonly importedFiles: readonly { fileName: string; pos: number }[] };
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
