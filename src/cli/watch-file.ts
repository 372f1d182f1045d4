import { readFileSync, realpathSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Reading the same text twice, so many milliseconds apart, shows that a program has finished writing. */
const SETTLED = 100;

/**
 * Calls a function when the text of a file has changed. Programs replace a file, write it in several steps, or
 * delete it first. So the folder is watched, and the function is called once the text stays the same.
 *
 * @param known - The text that the caller has read.
 * @param onChange - Called with `undefined` if the file is gone.
 * @param onError - Called if the folder cannot be watched anymore.
 */
export function watchFile(
  path: string,
  known: string | undefined,
  signal: AbortSignal,
  onChange: (text: string | undefined) => void,
  onError: (error: Error) => void,
): void {
  let reported = known;
  let seen = known;
  let timer: NodeJS.Timeout | undefined;
  const check = () => {
    const text = readText(path);
    if (text !== seen) {
      seen = text;
      timer = setTimeout(check, SETTLED);
    } else if (text !== reported) {
      reported = text;
      onChange(text);
    }
  };
  const files = new Set([path, realpathSync(path)]); // of a link, both ends may change
  for (const file of files) {
    const watcher = watch(dirname(file), { persistent: false, signal }, (_, name) => {
      // Some systems do not say which file it was.
      if (name !== null && name !== basename(file)) return;
      clearTimeout(timer);
      timer = setTimeout(check, SETTLED);
    });
    watcher.on('error', onError);
  }
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  check(); // the file may have changed before it was watched
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
