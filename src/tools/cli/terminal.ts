import { escapeUnits } from '../../messages/describe.js';
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
    stream.write(`${hideSecrets(text, secrets).replace(ACTIVE, escapeUnits)}\n`);
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
      stderr.write(terminalLine(hideSecrets(text, secrets)).slice(0, width));
      isProgressShown = true;
    },
  };
}

/** A secret with fewer characters may be an ordinary word, or a part of a word. */
export const SHORT_SECRET = 8;

/**
 * Replaces secrets by `[redacted]`, also if they are percent-encoded or escaped for JSON. A short
 * secret is replaced only where it is a whole word.
 */
export function hideSecrets(text: string, secrets: Iterable<string>): string {
  const longestFirst = [...secrets].filter(Boolean).sort((a, b) => b.length - a.length);
  const patterns = longestFirst.flatMap((secret) =>
    [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)].map((spelling) => {
      const literal = spelling.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
      return secret.length < SHORT_SECRET ? `(?<![\\w-])${literal}(?![\\w-])` : literal;
    }),
  );
  return patterns.length === 0
    ? text
    : text.replace(new RegExp(patterns.join('|'), 'gi'), '[redacted]');
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
