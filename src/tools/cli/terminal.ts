import { escapeUnits } from '../../messages/describe.js';
import { hideKeys } from '../../messages/hide-keys.js';
import type { CommandContext } from './command.js';

/** An output stream such as `process.stdout`. */
export interface OutputStream {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

interface Terminal extends Pick<CommandContext, 'env' | 'signal' | 'cwd'> {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

/**
 * What a terminal acts on: control characters other than tabs and line breaks, and characters that
 * change the direction of text. A service may send them.
 */
const ACTIVE = /(?![\t\n])[\p{Cc}\p{Bidi_Control}]/gu;

/** Creates the context of a command, for the streams of a process. */
export function createContext({ stdout, stderr, env, signal, cwd }: Terminal): CommandContext {
  const secrets = new Set<string>();
  const showsProgress = stderr.isTTY === true && env.TERM !== 'dumb';
  let isProgressShown = false;
  const erase = () => {
    if (isProgressShown) stderr.write('\r\x1b[2K');
    isProgressShown = false;
  };
  const writeTo = (stream: OutputStream) => (text: string) => {
    erase();
    // What is active becomes an escape sequence of JSON, so that printed JSON keeps its meaning.
    stream.write(`${hideKeys(text, secrets).replace(ACTIVE, escapeUnits)}\n`);
  };
  return {
    out: writeTo(stdout),
    error: writeTo(stderr),
    hide: (secret) => void secrets.add(secret),
    env,
    cwd,
    signal,
    progress: (text) => {
      if (!showsProgress) return;
      erase();
      if (text === undefined) return;
      // A line as wide as the terminal would wrap, and only its last part could be erased.
      const width = (stderr.columns || 80) - 1; // a terminal without a known size has 0
      stderr.write(terminalLine(hideKeys(text, secrets)).slice(0, width));
      isProgressShown = true;
    },
  };
}

/** Text on one line, without characters that a terminal acts on. */
export const terminalLine = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(ACTIVE, '\u00b7');

/** Words in lines of at most a width. */
export function fill([first = '', ...words]: readonly string[], width: number): string[] {
  const lines = [first];
  for (const word of words) {
    const line = `${lines.at(-1)} ${word}`;
    if (line.length > width) lines.push(word);
    else lines[lines.length - 1] = line;
  }
  return lines;
}
