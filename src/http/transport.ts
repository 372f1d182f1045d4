import ky, { TimeoutError as KyTimeoutError } from 'ky';
import { isApiError } from '../errors/api-errors.js';
import { type ConnectionError, isConnectionError } from '../errors/request-errors.js';
import { withoutUndefined } from '../values/plain-object.js';
import { wait } from '../values/wait.js';
import { type AttemptOptions, createAttempt } from './attempt.js';
import { createRequestState, type RequestLine } from './request-state.js';
import {
  type HttpResult,
  parseRetryAfter,
  type TimedRequest,
  timeoutError,
  unprocessedStatuses,
} from './response.js';

/** One request, checked and serialized. */
export interface HttpRequest extends RequestLine {
  /** The encoded query string without the question mark. */
  readonly search?: string | undefined;
  readonly body?: string | undefined;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
  /** Milliseconds for all attempts together. */
  readonly timeout: number;
  readonly retry: RetryOptions;
}

/** Sends a request and parses its response, with retries and within its timeout. */
export type Transport = (request: HttpRequest) => Promise<HttpResult>;

/**
 * The only place that uses ky: it creates the request of each attempt, and aborts it at the end of
 * the time that is left. When to retry, and after which delay, is decided below.
 *
 * Each attempt parses its response inside ky's `fetch`, so that the time covers the body. No error
 * of ky leaves this function, because it holds the request with the API key.
 *
 * Deliberately absent: ky's `signal` option. Node 20 keeps a part of each signal that ky joins with
 * it.
 */
export const createTransport =
  (options: AttemptOptions): Transport =>
  (request) => {
    const { keys, log } = options;
    const { method, url, search, body = null, headers, timeout, retry } = request;
    const state = createRequestState(request, keys);
    const deadline = Date.now() + timeout;

    const run = async (signal?: AbortSignal): Promise<HttpResult> => {
      const attempt = createAttempt(state, options, search, signal);
      for (let retries = 0; ; retries++) {
        try {
          let result = undefined as HttpResult | undefined; // not narrowed: `fetch` sets it
          await ky(search ? `${url}?${search}` : url, {
            method,
            headers,
            body,
            redirect: 'manual',
            retry: 0,
            throwHttpErrors: false,
            timeout: signal ? false : Math.min(Math.max(deadline - Date.now(), 1), LONGEST_TIMER),
            fetch: async (outgoing) => {
              result = await attempt(outgoing as Request); // ky always passes a Request
              return result.response;
            },
          });
          return result as HttpResult; // ky calls `fetch`, or rejects
        } catch (thrown) {
          const error = thrown instanceof KyTimeoutError ? timeoutError(state, timeout) : thrown;
          if (signal?.aborted || retries >= (retry.limit ?? 2) || !shouldRetry(method, error))
            throw error;
          const delay = retryDelay(state.attempts, error, retry);
          if (Date.now() + delay >= deadline) throw error;
          const next = `Retrying in ${Math.round(delay)} ms.`;
          log('warn', () => `${method} ${state.path} failed: ${retryReason(error)} ${next}`);
          await wait(delay, signal);
        }
      }
    };

    return request.signal ? withDeadline(timeout, request.signal, state, run) : run();
  };

/** How often a failed request is retried, and how long the delays may be. */
export interface RetryOptions {
  /** The maximum number of retries. Default 2; 0 turns retries off. */
  readonly limit?: number | undefined;
  /**
   * The longest delay between two attempts, at most 60,000 milliseconds. Default 8,000, or 60,000
   * after `Retry-After`.
   */
  readonly maxDelay?: number | undefined;
}

type Retry = number | RetryOptions | undefined;

/**
 * The retries of a request. POST and PATCH have none unless the call asks for them: a payment could
 * be made twice (decision 37).
 */
export const retryOptions = (method: string, ofClient: Retry, ofCall: Retry): RetryOptions => ({
  ...toOptions(ofClient),
  ...(/^P(OST|ATCH)$/.test(method) && { limit: 0 }),
  ...toOptions(ofCall),
});

const toOptions = (retry: Retry): RetryOptions =>
  typeof retry === 'number' ? { limit: retry } : withoutUndefined(retry);

export const transientStatuses: readonly number[] = [408, 429, 500, 502, 503, 504];

/** The longest delay that the service can ask for, in milliseconds. */
const LONGEST_DELAY = 60_000;

/**
 * Whether a failed attempt is worth another, if the request has retries left. A DELETE that may
 * have been processed is not repeated, because the second 404 would be ambiguous.
 */
export function shouldRetry(method: string, error: unknown): boolean {
  const isDelete = method === 'DELETE';
  if (isConnectionError(error)) return !isDelete;
  return (
    isApiError(error) && (isDelete ? unprocessedStatuses : transientStatuses).includes(error.status)
  );
}

/** What failed, in a few words for a log line: `503` or `no response (ECONNREFUSED)`. */
const retryReason = (error: unknown): string =>
  isApiError(error) ? `${error.status}.` : (error as ConnectionError).reason; // no other is retried

/**
 * The delay before the next attempt, in milliseconds: what `Retry-After` asks for, or a random part
 * of a limit that starts at 500 ms and doubles each time, so that many clients do not return at
 * once.
 */
export function retryDelay(attempt: number, error: unknown, { maxDelay }: RetryOptions): number {
  const requested = isApiError(error) ? parseRetryAfter(error.headers['retry-after']) : undefined;
  if (requested !== undefined) return Math.min(requested, maxDelay ?? LONGEST_DELAY, LONGEST_DELAY);
  return Math.random() * Math.min(500 * 2 ** (attempt - 1), maxDelay ?? 8_000, LONGEST_DELAY);
}

/** In milliseconds. `setTimeout` fires at once if the delay is longer. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Runs something that must end in time. If the time is over, the caller's signal aborts, or `run`
 * fails, the signal passed to `run` aborts and the promise rejects at once, even if `run` ignores
 * its signal. No timer and no listener remains.
 */
export async function withDeadline<Result>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  request: TimedRequest,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopListening: (() => void) | undefined;
  try {
    return await new Promise((resolve, reject) => {
      const stop = (reason: unknown) => {
        controller.abort(reason);
        reject(reason);
      };
      stopListening = signal && onAbort(signal, () => stop(signal.reason));
      timer = setTimeout(
        () => stop(timeoutError(request, milliseconds)),
        Math.min(milliseconds, LONGEST_TIMER),
      );
      run(controller.signal).then(resolve, stop);
    });
  } finally {
    clearTimeout(timer);
    stopListening?.();
  }
}

const abortCallbacks = new WeakMap<AbortSignal, Set<() => void>>();

/** The one listener of every signal, so that adding it again changes nothing. */
const callBack = ({ target }: Event) =>
  abortCallbacks.get(target as AbortSignal)?.forEach((callback) => void callback());

/**
 * Calls back if a signal aborts. Calls that share a signal share one listener, which the last of
 * them removes: Node warns of a leak at the eleventh listener.
 */
function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const callbacks = abortCallbacks.get(signal) ?? new Set();
  abortCallbacks.set(signal, callbacks.add(callback));
  signal.addEventListener('abort', callBack);
  return () => {
    callbacks.delete(callback);
    if (callbacks.size === 0) signal.removeEventListener('abort', callBack);
  };
}
