import { ConnectionError } from '../errors/request-errors.js';
import { checkBeforeRetry } from './doubt.js';
import { oneLine } from './one-line.js';
import type { CallState } from './ongoing-call.js';

/** The error for what `fetch` or the reading of a body threw: its words, and nothing else of it. */
export function connectionFailure(thrown: unknown, call: CallState, what: string): ConnectionError {
  return new ConnectionError(
    `${what} (${oneLine(call.redact(String(wordsOf(thrown))))}). Check the network and the \`baseUrl\`.${checkBeforeRetry(call.method)}`,
    call,
  );
}

/** What a runtime says of a failed connection: the cause, of which some have only a code, says more than the error. */
function wordsOf(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const { cause, message } = thrown;
  return (cause instanceof Error && (cause.message || Reflect.get(cause, 'code'))) || message;
}
