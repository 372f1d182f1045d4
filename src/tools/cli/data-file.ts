import { existsSync, readFileSync, realpathSync, statSync, unwatchFile, watchFile } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import JSON5 from 'json5';
import { describe } from '../../values/describe.js';
import { isPlainObject, parseJson } from '../../values/plain-object.js';
import type { rowsToSave } from '../mock-state.js';
import { errorMessage, UsageError } from './command.js';
import type { Rows } from './create-mock-of.js';
import { replaceFile } from './module-file.js';

/** The file of `--data`. It remembers which text the mock has, so that other changes of the file are not lost. */
export class DataFile {
  readonly path: string;
  /** The text of the rows that were used last. */
  text: string | undefined;

  /** @param name - As given on the command line, for messages. */
  constructor(
    readonly name: string,
    cwd: string,
  ) {
    this.path = resolve(cwd, name);
  }

  /** Passes the rows to a function. If it throws, they count as not read. @throws UsageError for a file without rows. */
  read<Result>(use: (rows: Rows) => Result): Result {
    const invalid = (problem: string) => new UsageError(`\`--data\`: ${this.name}${problem}.`);
    let text: string;
    try {
      text = readFileSync(this.path, 'utf8');
    } catch (error) {
      throw invalid(` ${readProblem(error)}`);
    }
    let rows: unknown;
    try {
      rows = parse(text);
    } catch (error) {
      throw invalid(` is neither JSON nor JSON5: ${errorMessage(error)}`);
    }
    if (!isPlainObject(rows))
      throw invalid(`: expected an object with arrays of rows by resource, got ${describe(rows)}`);
    const result = use(rows as Rows);
    this.text = text;
    return result;
  }

  /**
   * Writes rows to the file. If somebody else has changed it since its rows were used, they go to a new file beside it, with
   * the same permissions. Returns the name of the written file.
   */
  write(rows: ReturnType<typeof rowsToSave>): string {
    const isUnchanged = existsSync(this.path) && readFileSync(this.path, 'utf8') === this.text;
    const name = isUnchanged ? this.name : this.#freeName();
    // A link is kept: the file that it refers to is replaced.
    const path = isUnchanged ? realpathSync(this.path) : join(dirname(this.path), basename(name));
    try {
      const mode = statSync(this.path, { throwIfNoEntry: false })?.mode ?? 0o600; // it may have been secret
      replaceFile(path, `${JSON.stringify(rows, null, 2)}\n`, mode);
    } catch (error) {
      throw new Error(`\`--save\`: ${name} cannot be written: ${errorMessage(error)}`);
    }
    return name;
  }

  /** Such as `rows.saved-2.json` for `rows.json5`. */
  #freeName(): string {
    const start = this.name.slice(0, this.name.length - extname(this.name).length);
    let name = `${start}.saved.json`;
    for (let number = 2; number < 1000 && existsSync(join(dirname(this.path), basename(name))); number++)
      name = `${start}.saved-${number}.json`;
    return name;
  }
}

/** Why a file cannot be read, without the text of the operating system for the usual reasons. */
function readProblem(error: unknown): string {
  const { code }: { code?: unknown } = Object(error);
  if (code === 'ENOENT') return 'does not exist';
  if (code === 'EISDIR') return 'is a folder';
  if (code === 'EACCES') return 'cannot be read: permission denied';
  return `cannot be read: ${errorMessage(error)}`;
}

/** JSON5 reads JSON as well, but takes a hundred times as long. */
const parse = (text: string): unknown => parseJson(text) ?? JSON5.parse(text);

const INTERVAL = 100;

/** A program has finished writing if the file stays the same for so many milliseconds. */
const SETTLED = 200;

/**
 * Calls a function when the text of a file has changed. Programs replace a file, write it in several steps, or
 * delete it first. So the function is called once the file stays the same.
 *
 * @param known - The text that the caller has read.
 * @param onChange - Called with `undefined` if the file is gone.
 */
export function watchText(
  path: string,
  known: string | undefined,
  signal: AbortSignal,
  onChange: (text: string | undefined) => void,
): void {
  let reported = known;
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const text = readText(path);
      const isNew = text !== reported;
      reported = text;
      if (isNew) onChange(text);
    }, SETTLED);
  };
  watchFile(path, { interval: INTERVAL, persistent: false }, wait);
  wait(); // the file may have changed before it was watched
  const end = () => {
    unwatchFile(path, wait);
    clearTimeout(timer);
  };
  signal.addEventListener('abort', end, { once: true });
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
