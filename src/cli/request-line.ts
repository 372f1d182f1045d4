import type { ServedRequest } from '../mock/server/serve-mock.js';
import { redact } from '../values/redact.js';
import type { Colors } from './colors.js';
import { terminalLine } from './terminal.js';

/**
 * A request on one line, with its query decoded: `GET /v1/balances?take=10 200 1.2 ms`, and why it failed.
 *
 * @param secrets - The API keys that the line must not contain.
 */
export function describeRequest(
  { method, target, status, problem, milliseconds }: ServedRequest,
  colors: Colors,
  secrets: readonly string[],
): string {
  const color = colorOf(status, colors);
  const line = [
    colors.bold(method),
    readable(redact(target, secrets)),
    color(`${status ?? 'no response'}`),
    colors.dim(`${milliseconds.toFixed(1)} ms`),
  ].join(' ');
  return problem === undefined ? line : `${line} - ${cut(terminalLine(redact(problem, secrets)), 200)}`;
}

function colorOf(status: number | undefined, { red, yellow, cyan, green }: Colors) {
  if (status === undefined || status >= 500) return red;
  if (status >= 400) return yellow;
  return status >= 300 ? cyan : green;
}

/** Decoded, on one line, and cut to 500 characters. */
function readable(target: string): string {
  let text = target;
  try {
    text = decodeURIComponent(target.replaceAll('+', ' '));
  } catch {
    // not valid percent-encoding: printed as it is
  }
  return cut(terminalLine(text), 500);
}

const cut = (line: string, width: number): string =>
  line.length > width ? `${line.slice(0, width)}…` : line;
