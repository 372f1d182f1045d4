import ky from 'ky';
import type { ApiKey } from './api-key.js';
import { createAttempt, type Middleware } from './attempt.js';
import { withDeadline } from './deadline.js';
import type { Log } from './log.js';
import { timeoutError } from './map-errors.js';
import type { HttpResult } from './parse-response.js';
import { createRequestState } from './request-state.js';
import { type RetryOptions, retryDelay, shouldRetry } from './retry.js';

/** What all requests of a client have in common. */
export interface TransportOptions {
  /** Absolute, without the version and without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: ApiKey;
  /** By default the global `fetch`, looked up for each attempt, so that a later replacement is used too. */
  readonly fetch: typeof fetch | undefined;
  readonly middleware: readonly Middleware[];
  readonly log: Log;
}

/** One request, checked and serialized. */
export interface HttpRequest {
  /** Upper case. */
  readonly method: string;
  /** The path below `baseUrl`, with the version: `/v1/balances`. */
  readonly path: string;
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
  /** Called before each attempt. */
  readonly onAttempt?: (() => void) | undefined;
}

/** Sends a request and parses its response, with retries and within its timeout. */
export type Transport = (request: HttpRequest) => Promise<HttpResult>;

/**
 * The only place that uses ky: it creates the requests and repeats them. When to retry, and after which
 * delay, is decided in retry.ts.
 *
 * Each attempt parses its response inside ky's `fetch` and throws the errors of this package, because errors
 * of ky hold the request with the API key. An attempt that succeeds ends the call, and ky only sees failures.
 *
 * Deliberately absent: ky's `signal` option, because joining it with ky's own signal costs half as much as
 * the rest of ky.
 */
export const createTransport =
  (options: TransportOptions): Transport =>
  (httpRequest) => {
    const { baseUrl, apiKey, log } = options;
    const { method, path, search, body, headers, timeout, retry } = httpRequest;
    const state = createRequestState(method, path, apiKey);
    const deadline = Date.now() + timeout;

    const send = (signal: AbortSignal) =>
      new Promise<HttpResult>((resolve, reject) => {
        const attempt = createAttempt(state, options, httpRequest, signal);
        ky(`${baseUrl}${path}${search ? `?${search}` : ''}`, {
          method,
          headers,
          body: body ?? null,
          timeout: false,
          fetch: async (request) => {
            const result = await attempt(request as Request); // ky always passes a Request
            resolve(result);
            return result.response;
          },
          retry: {
            limit: retry.limit ?? 2,
            methods: [method as 'get'], // every method: `shouldRetry` decides
            shouldRetry: async ({ error }) => {
              if (signal.aborted || !shouldRetry(method, error)) return false;
              const delay = retryDelay(state.attempts, error, retry);
              if (Date.now() + delay >= deadline) return false;
              log('warn', () => `${method} ${state.path} failed. Retrying in ${Math.round(delay)} ms.`);
              await pause(delay, signal);
              return true;
            },
            delay: () => 0, // `shouldRetry` has waited already
          },
        }).catch(reject);
      });

    return withDeadline(timeout, httpRequest.signal, () => timeoutError(state, timeout), send);
  };

/**
 * Waits. If the signal aborts, the timer is removed and the promise stays pending: the call has been
 * rejected by then.
 */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return; // a logger may have aborted the call
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
