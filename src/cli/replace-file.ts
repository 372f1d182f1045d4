import { chmodSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';

/**
 * Writes a file: all of the text or nothing, because a new file replaces the present one.
 *
 * @param mode - Permissions. Default: those of the present file.
 */
export function replaceFile(
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
