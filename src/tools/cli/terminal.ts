import { escapeUnits } from '../../values/describe.js';
import { redact } from '../../values/redact.js';
import { type CommandContext, createColors } from './command.js';

/** An output stream, as `process.stdout` is one. */
export interface OutputStream {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** The parts of a process from which the context of a command is created. */
interface Terminal extends Pick<CommandContext, 'env' | 'signal'> {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  cwd(): string;
}

const ESCAPE = '\x1b';

/** A color of `createColors`, which a split keeps. */
const COLOR = new RegExp(`(${ESCAPE}\\[(?:[12]|22|3[1-69])m)`);

/**
 * What a terminal acts on: control characters other than tabs and line breaks, and characters that
 * change the direction of text. A service may send them.
 */
const ACTIVE = /(?![\t\n])[\p{Cc}\p{Bidi_Control}]/gu;

/**
 * Creates the context of a command: lines, colors and the progress line for the streams of a
 * process.
 */
export function createContext({ stdout, stderr, env, signal, cwd }: Terminal): CommandContext {
  const secrets = new Set<string>();
  const showsProgress = stderr.isTTY === true && env.TERM !== 'dumb';
  let isProgressShown = false;
  const erase = () => {
    if (isProgressShown) stderr.write(`\r${ESCAPE}[2K`);
    isProgressShown = false;
  };
  const conceal = (text: string) =>
    // Piece by piece, because a color that precedes a secret looks like a part of its word. What is
    // active becomes an escape sequence of JSON, so that printed JSON keeps its meaning.
    text
      .split(COLOR)
      .map((piece) =>
        COLOR.test(piece) ? piece : redact(piece, secrets).replace(ACTIVE, escapeUnits),
      )
      .join('');
  const writeTo = (stream: OutputStream) => (text: string) => {
    erase();
    stream.write(`${conceal(text)}\n`);
  };
  return {
    out: writeTo(stdout),
    error: writeTo(stderr),
    hide: (secret) => void secrets.add(secret),
    env,
    cwd: cwd(),
    signal,
    get columns() {
      return stdout.columns || 80; // a terminal without a known size has 0
    },
    colors: createColors(env, stdout.isTTY === true),
    progress: (text) => {
      if (!showsProgress) return;
      erase();
      if (text === undefined) return;
      // A line as wide as the terminal would wrap, and only its last part could be erased.
      stderr.write(terminalLine(redact(text, secrets)).slice(0, (stderr.columns || 80) - 1));
      isProgressShown = true;
    },
  };
}

/** Text on one line, without characters that a terminal acts on. */
export const terminalLine = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(ACTIVE, '\u00b7');

/** Words in lines of at most a width. */
export function fill([first = '', ...words]: readonly string[], width: number): string[] {
  const lines: string[] = [];
  let line = first;
  for (const word of words) {
    if (line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line += ` ${word}`;
  }
  return [...lines, line];
}
