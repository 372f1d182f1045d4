import type { ServedRequest } from '../mock/server/serve-mock.js';
import { toLine } from './terminal.js';

/**
 * A request on one line, with its query decoded.
 *
 * @example
 * describeRequest({ method: 'GET', target: '/v1/balances?take=1%30', status: 200, milliseconds: 1.2 })
 * // => "GET /v1/balances?take=10 200 1.2 ms"
 */
export function describeRequest({ method, target, status, milliseconds }: ServedRequest): string {
  return `${method} ${readable(target)} ${status ?? 'no response'} ${milliseconds.toFixed(1)} ms`;
}

/** Decoded, on one line, and cut to 500 characters. */
function readable(target: string): string {
  let text = target;
  try {
    text = decodeURIComponent(target.replaceAll('+', ' '));
  } catch {
    // not valid percent-encoding: printed as it is
  }
  const line = toLine(text);
  return line.length > 500 ? `${line.slice(0, 500)}…` : line;
}
