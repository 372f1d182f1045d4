import { randomUUID } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { type Dialect, dialectCheck, resolveDialect } from '../../dialect.js';
import { checkOptions } from '../../messages/check-options.js';
import { checkDefinitions, checkSchema } from '../../schema/check-schema.js';
import { isSchema, type Resources } from '../../schema/lookup.js';
import { type CommandContext, errorMessage, UsageError, withUsageErrors } from './command.js';
import { readFile } from './files.js';
import { terminalLine } from './terminal.js';

/** Loads `schema` and `dialect` of a module, which may import another copy of this package. */
export async function loadSchema(
  file: string,
  { cwd }: Pick<CommandContext, 'cwd'>,
  option = '--schema',
): Promise<{ schema: Resources; dialect: Dialect | undefined; text: string }> {
  const source = `\`${option}\`: ${file}`;
  const text = readFile(option, file, cwd).toString();
  let exports: { readonly [name: string]: unknown };
  try {
    exports = await importModule(resolve(cwd, file), text);
  } catch (error) {
    throw new UsageError(`${source} cannot be loaded: ${loadProblem(error)}`);
  }
  // Node does not find each member of `module.exports`.
  const { schema, dialect } = { ...Object(exports.default), ...exports };
  if (!isSchema(schema))
    throw new UsageError(
      `${source} exports no schema. Export the result of defineSchema(), ` +
        'extendSchema() or pickSchema() as `schema`.',
    );
  withUsageErrors(() => {
    checkDefinitions(source, schema); // it may have been written without `defineSchema`
    checkSchema(source, schema);
    checkOptions(source, { dialect }, { dialect: dialectCheck() });
    resolveDialect(source, dialect);
  });
  return { schema, dialect, text };
}

/**
 * Imports a module. Node 22.18 and newer read TypeScript, and every Node reads what `connect` has
 * written, formatted or not: it has few and fixed types. The JavaScript is beside it, so that its
 * import is found.
 */
async function importModule(path: string, text: string) {
  try {
    return await import(/* @vite-ignore */ pathToFileURL(path).href);
  } catch (error) {
    if (!isUnreadTypeScript(error)) throw error;
    const script = join(dirname(path), `.${basename(path)}.${randomUUID()}.mjs`);
    try {
      writeFileSync(script, stripTypes(text), { flag: 'wx' });
      return await import(/* @vite-ignore */ pathToFileURL(script).href);
    } catch (thrown) {
      // It has other types: the advice about the first error helps.
      throw thrown instanceof SyntaxError || isUnreadTypeScript(thrown) ? error : thrown;
    } finally {
      rmSync(script, { force: true });
    }
  }
}

/** A module that `connect` wrote, formatted or not, as JavaScript. */
export const stripTypes = (text: string): string => text.replace(TYPES, '');

const TYPES = new RegExp(
  [
    `^import type [^'"]*(['"])[^'"]*\\1;?`,
    `\\btype Dialect\\b\\s*,?`,
    `\\bas const\\b(?:\\s+satisfies\\s+Dialect\\b)?`,
  ].join('|'),
  'gm',
);

/** Whether Node needs a loader: for TypeScript, or for `payments.ts` that is imported as `.js`. */
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
  return (
    `Node ${process.versions.node} does not read this TypeScript (${shown}). ` +
    "Install tsx, and set NODE_OPTIONS='--import tsx'."
  );
}
