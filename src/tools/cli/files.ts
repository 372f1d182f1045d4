import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import json5 from 'json5';
import { describe } from '../../messages/describe.js';
import type { MockData } from '../../mock/database.js';
import type { Resources } from '../../schema/lookup.js';
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
  const bytes = readFile('--data', name, cwd);
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  const text = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
  const invalid = (problem: string) => new UsageError(`\`--data\`: ${name}${problem}.`);
  let rows: unknown;
  try {
    rows = parseJson(text) ?? json5.parse(text); // JSON5 takes a hundred times as long
  } catch (error) {
    throw invalid(` is neither JSON nor JSON5: ${errorMessage(error)}`);
  }
  if (isPlainObject(rows)) return rows as MockData<Resources>;
  throw invalid(`: expected an object with arrays of rows by resource, got ${describe(rows)}`);
}

/**
 * Reads a file that an option names.
 *
 * @throws UsageError without the text of the operating system for the usual reasons.
 */
export function readFile(option: string, name: string, cwd: string): Buffer {
  try {
    return readFileSync(resolve(cwd, name));
  } catch (error) {
    const { code } = Object(error);
    const problem =
      code === 'ENOENT'
        ? 'does not exist'
        : code === 'EISDIR'
          ? 'is a folder'
          : `cannot be read: ${code === 'EACCES' ? 'permission denied' : errorMessage(error)}`;
    throw new UsageError(`\`${option}\`: ${name} ${problem}.`);
  }
}
