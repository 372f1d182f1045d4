import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import process from 'node:process';
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

export type WrittenFile = ReturnType<typeof openFile>;

/**
 * Reads a file before any request is sent.
 *
 * @param option - The option that names the file, for messages.
 * @param mode - Permissions of the written file. Default: those of the present file.
 * @throws UsageError for a path that cannot be read or written.
 */
export function openFile(
  name: string,
  cwd: string,
  { option, mode }: { option: string; mode?: number },
) {
  const wanted = resolve(cwd, name);
  const invalid = (problem: string) => new UsageError(`\`${option}\`: ${problem}.`);
  let present = wanted;
  while (!existsSync(present)) present = dirname(present); // the folders below it are created
  if (present !== wanted && !statSync(present).isDirectory())
    throw invalid(`a folder of ${name} is a file. Name another path`);
  const path = join(realpathSync(present), relative(present, wanted)); // a symbolic link remains a link
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry && !entry.isFile()) throw invalid(`${name} is not a file`);
  try {
    // A new file replaces the present file.
    accessSync(entry ? dirname(path) : realpathSync(present), constants.W_OK | constants.X_OK);
  } catch (error) {
    throw invalid(`${name} cannot be written: ${accessProblem(error)}. Name another path`);
  }
  let text: string | undefined;
  try {
    text = entry && readFileSync(path, 'utf8');
  } catch (error) {
    throw invalid(`${name} ${readProblem(error)}`);
  }
  return {
    name,
    /** Without symbolic links, so that two names of a file are equal. */
    path,
    /** The present text; `undefined` if there is no such file. */
    text,
    /** Replaces the file, so that no reader sees a part of it. Returns whether the text differs. */
    write(changed: string): boolean {
      const isUnchanged = changed === text;
      if (isUnchanged && mode === undefined) return false;
      mkdirSync(dirname(path), { recursive: true });
      replaceFile(path, changed, mode ?? entry?.mode);
      return !isUnchanged;
    },
  };
}

/** Writes all of a file or nothing, because a new file replaces the present file. */
function replaceFile(path: string, text: string, mode: number | undefined): void {
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    // From the beginning, so that nobody else can read what only the owner may read.
    writeFileSync(draft, text, { flag: 'wx', mode });
    if (mode !== undefined) chmodSync(draft, mode);
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}
