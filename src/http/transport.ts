import ky, { TimeoutError as KyTimeoutError } from 'ky';
import { type AttemptOptions, createAttempt } from './attempt.js';
import { LONGEST_TIMER, withDeadline } from './deadline.js';
import { timeoutError } from './map-errors.js';
import type { HttpResult } from './parse-response.js';
import { createRequestState, type RequestLine } from './request-state.js';
import { type RetryOptions, retryDelay, retryReason, shouldRetry } from './retry.js';

/** One request, checked and serialized. */
export interface HttpRequest extends RequestLine {
  /** The encoded query string without the question mark. */
  readonly search?: string | undefined;
  /** JSON text. */
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
 * The only place that uses ky: it creates the request of each attempt, and aborts it at the end of the time that
 * is left. When to retry, and after which delay, is decided in retry.ts.
 *
 * Each attempt parses its response inside ky's `fetch`, so that the time covers the body. No error of ky leaves
 * this function, because it holds the request with the API key.
 *
 * Deliberately absent: ky's `signal` option. Node 20 keeps a part of each signal that ky joins with it.
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
          if (signal?.aborted || retries >= (retry.limit ?? 2) || !shouldRetry(method, error)) throw error;
          const delay = retryDelay(state.attempts, error, retry);
          if (Date.now() + delay >= deadline) throw error;
          log('warn', () => {
            const reason = retryReason(error);
            return `${method} ${state.path} failed: ${reason}. Retrying in ${Math.round(delay)} ms.`;
          });
          await pause(delay, signal);
        }
      }
    };

    return request.signal ? withDeadline(timeout, request.signal, state, run) : run();
  };

const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return; // a logger may have aborted the call
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => clearTimeout(timer));
  });
