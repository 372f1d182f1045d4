import { existsSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { FIRST_LINE } from '../connect/write-module.js';
import { UsageError } from './command.js';
import { replaceFile } from './replace-file.js';

/** A file that `connect` writes or checks. */
export interface WrittenFile {
  /** The present text; `undefined` if there is no such file. */
  readonly text: string | undefined;
  /** Replaces the file at once, so that no reader sees a part of it. Returns whether the text differs. */
  write(text: string): boolean;
}

interface FileOptions {
  /** The option that names the file, for messages. */
  readonly option: string;
  /** Whether the folder of the file is created. */
  readonly createsFolder?: boolean;
  /** Permissions of a new file. */
  readonly mode?: number;
}

/**
 * Reads a file before any request is sent.
 *
 * @throws UsageError for a path that cannot be written.
 */
export function openFile(
  name: string,
  cwd: string,
  { option, createsFolder = false, mode }: FileOptions,
): WrittenFile {
  const given = resolve(cwd, name);
  if (!createsFolder && !statSync(dirname(given), { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`\`${option}\`: the folder of ${name} does not exist. Create it first.`);
  const path = existsSync(given) ? realpathSync(given) : given; // a symbolic link remains one
  if (existsSync(path) && !statSync(path).isFile())
    throw new UsageError(`\`${option}\`: ${name} is not a file.`);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  return {
    text,
    write(changed) {
      if (changed === text) return false;
      if (createsFolder) mkdirSync(dirname(path), { recursive: true });
      replaceFile(path, changed, mode);
      return true;
    },
  };
}

/** Whether `connect` wrote a module. Git may have changed the ends of the lines. */
export const isWrittenModule = (text: string): boolean => text.split(/\r?\n/, 1)[0] === FIRST_LINE;
