import {
  chmodSync,
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
import { UsageError } from './command.js';

export type WrittenFile = ReturnType<typeof openFile>;

/**
 * Reads a file before any request is sent.
 *
 * @param option - The option that names the file, for messages.
 * @param mode - Permissions of the written file. Default: those of the present file.
 * @throws UsageError for a path that cannot be written.
 */
export function openFile(name: string, cwd: string, { option, mode }: { option: string; mode?: number }) {
  const given = resolve(cwd, name);
  let present = given;
  while (!existsSync(present)) present = dirname(present); // the folders below it are created
  if (present !== given && !statSync(present).isDirectory())
    throw new UsageError(`\`${option}\`: a folder of ${name} is a file. Name another path.`);
  const path = join(realpathSync(present), relative(present, given)); // a symbolic link remains one
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry && !entry.isFile()) throw new UsageError(`\`${option}\`: ${name} is not a file.`);
  const text = entry && readFileSync(path, 'utf8');
  return {
    name,
    /** Without symbolic links, so that two names of a file are equal. */
    path,
    /** The present text; `undefined` if there is no such file. */
    text,
    /** Replaces the file at once, so that no reader sees a part of it. Returns whether the text differs. */
    write(changed: string): boolean {
      const isUnchanged = changed === text;
      if (isUnchanged && mode === undefined) return false;
      mkdirSync(dirname(path), { recursive: true });
      replaceFile(path, changed, mode);
      return !isUnchanged;
    },
  };
}

/** Writes a file: all of the text or nothing, because a new file replaces the present one. It keeps its mode by default. */
function replaceFile(
  path: string,
  text: string,
  mode = statSync(path, { throwIfNoEntry: false })?.mode,
): void {
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
