import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import JSON5 from 'json5';
import { describe } from '../../values/describe.js';
import { isPlainObject, parseJson } from '../../values/plain-object.js';
import { errorMessage, UsageError } from './command.js';
import type { Rows } from './create-mock-of.js';

/**
 * Reads the file of `--data`.
 *
 * @param name - As given on the command line, for messages.
 * @throws UsageError for a file without rows.
 */
export function readRows(name: string, cwd: string): Rows {
  const invalid = (problem: string) => new UsageError(`\`--data\`: ${name}${problem}.`);
  let text: string;
  try {
    text = readFileSync(resolve(cwd, name), 'utf8');
  } catch (error) {
    throw invalid(` ${readProblem(error)}`);
  }
  let rows: unknown;
  try {
    rows = parseJson(text) ?? JSON5.parse(text); // JSON5 reads JSON as well, but takes a hundred times as long
  } catch (error) {
    throw invalid(` is neither JSON nor JSON5: ${errorMessage(error)}`);
  }
  if (isPlainObject(rows)) return rows as Rows;
  throw invalid(`: expected an object with arrays of rows by resource, got ${describe(rows)}`);
}

/** Why a file cannot be read, without the text of the operating system for the usual reasons. */
function readProblem(error: unknown): string {
  const { code }: { code?: unknown } = Object(error);
  if (code === 'ENOENT') return 'does not exist';
  if (code === 'EISDIR') return 'is a folder';
  if (code === 'EACCES') return 'cannot be read: permission denied';
  return `cannot be read: ${errorMessage(error)}`;
}
