import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import JSON5 from 'json5';
import type { MockData } from '../../mock/database.js';
import type { Resources } from '../../schema/resources.js';
import { describe } from '../../values/describe.js';
import { isPlainObject, parseJson } from '../../values/plain-object.js';
import { errorMessage, UsageError } from './command.js';

/**
 * Reads the file of `--data`: JSON or JSON5, in UTF-8, or in the UTF-16 that `>` of PowerShell
 * writes. Only `createMock` checks the rows.
 *
 * @param name - As passed on the command line, for messages.
 * @throws UsageError for a file without rows.
 */
export function readDataFile(name: string, cwd: string): MockData<Resources> {
  const invalid = (problem: string) => new UsageError(`\`--data\`: ${name}${problem}.`);
  let text: string;
  try {
    text = decodeText(readFileSync(resolve(cwd, name)));
  } catch (error) {
    throw invalid(` ${readProblem(error)}`);
  }
  let rows: unknown;
  try {
    rows = parseJson(text) ?? JSON5.parse(text); // JSON5 reads JSON as well, but takes a hundred times as long
  } catch (error) {
    throw invalid(` is neither JSON nor JSON5: ${errorMessage(error)}`);
  }
  if (isPlainObject(rows)) return rows as MockData<Resources>;
  throw invalid(`: expected an object with arrays of rows by resource, got ${describe(rows)}`);
}

/** The text of a file, without the byte order mark that says how it is encoded. */
function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/** Why a file cannot be read, without the text of the operating system for the usual reasons. */
function readProblem(error: unknown): string {
  const { code }: { code?: unknown } = Object(error);
  if (code === 'ENOENT') return 'does not exist';
  if (code === 'EISDIR') return 'is a folder';
  return `cannot be read: ${accessProblem(error)}`;
}

const accessProblem = (error: unknown): string =>
  Object(error).code === 'EACCES' ? 'permission denied' : errorMessage(error);

/**
 * Reads the file that a command will write, before any request is sent.
 *
 * @param option - The option that names the file, for messages.
 * @throws UsageError for a path that cannot be read or written.
 */
export function openFile(name: string, cwd: string, { option }: { option: string }) {
  const path = resolve(cwd, name);
  const invalid = (problem: string) => new UsageError(`\`${option}\`: ${name} ${problem}.`);
  const entry = existsSync(path) ? statSync(path) : undefined;
  if (entry && !entry.isFile()) throw invalid('is not a file');
  let folder = dirname(path);
  while (!existsSync(folder)) folder = dirname(folder); // the folders below it are created
  let text: string | undefined;
  try {
    if (entry) accessSync(path, constants.W_OK);
    else accessSync(`${folder}${sep}`, constants.W_OK | constants.X_OK); // no file
    text = entry && readFileSync(path, 'utf8');
  } catch (error) {
    throw invalid(`cannot be written: ${accessProblem(error)}. Name another path`);
  }
  return {
    /** The present text; `undefined` if there is no such file. */
    text,
    /** Writes the file, and returns whether its text differs. */
    write(changed: string): boolean {
      if (changed === text) return false;
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, changed);
      return true;
    },
  };
}
