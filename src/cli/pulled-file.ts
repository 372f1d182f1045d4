import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { FIRST_LINE } from '../pull/write-module.js';
import { UsageError } from './command.js';

/** A file that `pull` writes or checks. */
export interface PulledFile {
  /** The present text; `undefined` if there is no such file. */
  readonly text: string | undefined;
  /** @throws UsageError if `pull` did not write the present file. */
  assertOwn(): void;
  /** Replaces the file at once, so that no reader sees a part of it. Returns whether the text differs. */
  write(text: string): boolean;
}

/**
 * Reads the file of `--out`, before any request is sent.
 *
 * @throws UsageError for a path that cannot be written.
 */
export function openPulledFile(out: string, cwd: string): PulledFile {
  const given = resolve(cwd, out);
  if (!statSync(dirname(given), { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`\`--out\`: the folder of ${out} does not exist. Create it first.`);
  const path = existsSync(given) ? realpathSync(given) : given; // a symbolic link remains one
  if (existsSync(path) && !statSync(path).isFile()) throw new UsageError(`\`--out\`: ${out} is not a file.`);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  return {
    text,
    assertOwn() {
      if (text !== undefined && text.trim() !== '' && !isOwn(text))
        throw new UsageError(
          `\`--out\`: ${out} was not written by pull. Name another file, or overwrite it with --force.`,
        );
    },
    write(changed) {
      if (changed === text) return false;
      const draft = `${path}.${randomUUID()}.tmp`;
      try {
        writeFileSync(draft, changed);
        renameSync(draft, path);
      } finally {
        rmSync(draft, { force: true });
      }
      return true;
    },
  };
}

/** Git may have changed the ends of the lines. */
const isOwn = (text: string): boolean => text.split(/\r?\n/, 1)[0] === FIRST_LINE;
