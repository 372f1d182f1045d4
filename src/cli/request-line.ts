import type { ServedRequest } from '../mock/server/serve-mock.js';
import { redact } from '../values/redact.js';
import type { Colors } from './colors.js';
import type { CommandContext } from './command.js';
import { fill } from './help.js';
import { terminalLine } from './terminal.js';

/**
 * A request on one line, with its query decoded: `GET /v1/balances?take=10 200 1.2 ms`. Why it failed is below, on lines
 * for the terminal.
 *
 * @param secrets - The API keys that the lines must not contain.
 */
export function writeRequestLine(
  { method, target, status, problem = '', milliseconds }: ServedRequest,
  { colors, columns }: Pick<CommandContext, 'colors' | 'columns'>,
  secrets: readonly string[],
): string {
  const color = colorOf(status, colors);
  const line = [
    colors.bold(method),
    cut(terminalLine(decode(redact(target, secrets)))),
    color(`${status ?? 'no response'}`),
    colors.dim(`${milliseconds.toFixed(1)} ms`),
  ].join(' ');
  if (problem === '') return line;
  const words = cut(terminalLine(redact(problem, secrets))).split(' ');
  return [line, ...fill(words, columns - 2).map((part) => `  ${part}`)].join('\n');
}

function colorOf(status: number | undefined, { red, yellow, cyan, green }: Colors) {
  if (status === undefined || status >= 500) return red;
  if (status >= 400) return yellow;
  return status >= 300 ? cyan : green;
}

function decode(target: string): string {
  try {
    return decodeURIComponent(target.replaceAll('+', ' '));
  } catch {
    return target; // not valid percent-encoding
  }
}

const cut = (line: string): string => (line.length > 500 ? `${line.slice(0, 500)}…` : line);
