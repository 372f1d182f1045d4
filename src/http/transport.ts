import ky from 'ky';
import { type ApiKey, createKeyRing } from './api-key.js';
import { createAttempts } from './attempt.js';
import { withDeadline } from './deadline.js';
import type { Log } from './log.js';
import type { Middleware } from './middleware.js';
import { CallState } from './ongoing-call.js';
import type { HttpRequest, HttpResult } from './request.js';
import { retryDelay, shouldRetry } from './retry.js';
import { timeoutError } from './too-late.js';

/** What all requests of a client have in common. */
export interface TransportOptions {
  /** Absolute, without the version and without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: ApiKey;
  /** By default the `fetch` of the moment, so that one put in its place later is used too. */
  readonly fetch: typeof fetch | undefined;
  readonly middleware: readonly Middleware[];
  readonly log: Log;
}

/** Sends a request and reads its answer, within its deadline and with its retries. */
export type Transport = (request: HttpRequest) => Promise<HttpResult>;

/**
 * The only place that knows ky. It makes the requests and repeats them; whether, and after how long, is decided here. Each
 * attempt is read to its end inside ky's `fetch` and fails there with an error of this package, so that nothing of ky's is
 * ever thrown: its errors hold the request. Deliberately absent is ky's `signal`: to join it with one of its own takes ky
 * half as long as all the rest of its work, so the attempt hands it to `fetch`, and the wait stands here.
 */
export const createTransport =
  ({ baseUrl, apiKey, fetch = globalFetch, middleware, log }: TransportOptions): Transport =>
  async ({ method, path, search, body, headers, signal: stop, timeout, retry }) => {
    const keys = createKeyRing(apiKey);
    const call = new CallState(method, path, keys);
    const attempt = createAttempts({ call, keys, search, log, fetch, middleware });
    const ends = Date.now() + timeout;
    let answer: HttpResult | undefined;

    const run = (signal: AbortSignal) =>
      ky(`${baseUrl}${path}${search && `?${search}`}`, {
        method,
        headers: { ...headers },
        ...(body === undefined ? {} : { body }),
        redirect: 'manual', // for a `fetch` that passes on the request alone
        timeout: false,
        throwHttpErrors: false,
        fetch: async (request) => {
          answer = await attempt(request as Request, signal); // as ky always passes it
          return answer.response;
        },
        retry: {
          limit: retry.limit ?? 2,
          methods: [method as 'get'], // any method: `shouldRetry` decides
          shouldRetry: async ({ error }) => {
            if (signal.aborted || !shouldRetry(method, error)) return false;
            const wait = retryDelay(call.attempts, error, retry);
            if (Date.now() + wait >= ends) return false;
            log('warn', () => `${method} ${call.path} is tried again in ${Math.round(wait)} ms`);
            await pause(wait, signal);
            return true;
          },
          delay: () => 0, // what was to be waited is over
        },
      });

    await withDeadline(timeout, stop, () => timeoutError(call, timeout), run);
    return answer as HttpResult; // ky has resolved, so the last attempt was read
  };

/** Waits. Where the signal aborts, the timer goes and the wait has no end: the call is over by then. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return; // a logger may have ended the call
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });

const globalFetch: typeof fetch = (...input) => globalThis.fetch(...input);
