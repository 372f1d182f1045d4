import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
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
  /**
   * Differences that `connect` could not describe, as it lists them in the module that it writes.
   */
  readonly knownDifferences: readonly string[] | undefined;
}

/**
 * Loads a module that may import another copy of this package. The schema is its export `schema`,
 * else its default export, else its only other export that is a schema.
 */
export async function loadSchema(
  file: string,
  { cwd }: Pick<CommandContext, 'cwd'>,
  option = '--schema',
): Promise<SchemaModule> {
  const source = `\`${option}\`: ${file}`;
  const path = resolve(cwd, file);
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry?.isFile())
    throw new UsageError(`${source} ${entry ? 'is not a file' : 'does not exist'}.`);
  let exports: object;
  try {
    exports = await importModule(path);
  } catch (error) {
    throw new UsageError(`${source} cannot be loaded: ${loadProblem(error)}`);
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
  if (
    value === undefined ||
    (Array.isArray(value) && value.every((one) => typeof one === 'string'))
  )
    return value;
  throw new UsageError(`${source}: \`knownDifferences\` must be an array of texts.`);
}

/** The members of `module.exports`, of which Node does not find all as exports. */
const membersOf = (exports: { readonly default?: unknown }): object =>
  isPlainObject(exports.default) && !isSchema(exports.default) ? exports.default : {};

function chooseSchema(source: string, exports: { readonly [name: string]: unknown }): Resources {
  const schemas = new Map<string, Resources>();
  for (const [name, value] of Object.entries(exports))
    if (isSchema(value)) schemas.set(name, value);
  const [only, another] = schemas.values();
  const schema = schemas.get('schema') ?? schemas.get('default') ?? (another ? undefined : only);
  if (schema) return schema;
  throw new UsageError(
    only
      ? `${source} exports several schemas: ${[...schemas.keys()].join(', ')}. Name one of them \`schema\`.`
      : `${source} exports no schema. Export the result of defineSchema(), extendSchema() or pickSchema() as \`schema\`.`,
  );
}

/**
 * Imports a module. Node 22.18 and newer read TypeScript, and every Node reads what `connect` has
 * written.
 */
async function importModule(path: string): Promise<object> {
  try {
    return await import(/* @vite-ignore */ pathToFileURL(path).href);
  } catch (error) {
    const text = readFileSync(path, 'utf8');
    if (!isUnreadTypeScript(error) || !text.startsWith(FIRST_LINE)) throw error;
    return importWritten(path, text);
  }
}

/**
 * Imports a module of `connect`, which has few and fixed types. The JavaScript is beside it, so
 * that its import is found.
 */
async function importWritten(path: string, text: string): Promise<object> {
  const script = join(dirname(path), `.${basename(path)}.${randomUUID()}.mjs`);
  try {
    const types = /\btype Dialect,\s*| as const(?: satisfies Dialect)?(?=;$)/gm;
    writeFileSync(script, text.replace(types, ''), { flag: 'wx' });
    return await import(/* @vite-ignore */ pathToFileURL(script).href);
  } finally {
    rmSync(script, { force: true });
  }
}

/**
 * Whether a module needs a loader: Node reads no enums, for example, and no `payments.ts` as
 * `./payments.js`.
 */
function isUnreadTypeScript(error: unknown): boolean {
  const { code, url }: { code?: unknown; url?: unknown } = Object(error);
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION') return /"\.[cm]?tsx?"/.test(errorMessage(error));
  if (code !== 'ERR_MODULE_NOT_FOUND') return code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX';
  return typeof url === 'string' && existsSync(new URL(url.replace(/(?:\.([cm]?)js)?$/, '.$1ts')));
}

function loadProblem(error: unknown): string {
  const message = errorMessage(error);
  const shown = terminalLine(error instanceof SyntaxError ? `${error.name}: ${message}` : message);
  if (!isUnreadTypeScript(error)) return shown;
  return `Node ${process.versions.node} does not read this TypeScript (${shown}). Install tsx, and set NODE_OPTIONS='--import tsx'.`;
}
