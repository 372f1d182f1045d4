import ky from 'ky';
import { type ApiKey, createKeyRing } from './api-key.js';
import { createAttempts } from './attempt.js';
import { withDeadline } from './deadline.js';
import type { Log } from './log.js';
import type { Middleware } from './middleware.js';
import type { HttpAnswer, HttpRequest } from './request.js';
import { isWorthAnother, waitBefore } from './retry.js';
import { tooLate } from './too-late.js';

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
export type Transport = (request: HttpRequest) => Promise<HttpAnswer>;

/**
 * The only place that knows ky. It makes the requests, repeats them and waits in between; whether and how long is decided
 * here. Each attempt is read to its end inside ky's `fetch` and fails there with an error of this package, so that nothing
 * of ky's is ever thrown: its errors hold the request.
 */
export const createTransport =
  ({ baseUrl, apiKey, fetch = globalFetch, middleware, log }: TransportOptions): Transport =>
  async ({ method, path, search, body, headers, signal: stop, timeout, retry }) => {
    const keys = createKeyRing(apiKey);
    const call = {
      method,
      attempts: 0,
      // what is shown of it: a secret may have been taken for an id
      get path() {
        return keys.redact(path);
      },
    };
    const attempt = createAttempts({ call, keys, search, log, fetch, middleware });
    const ends = Date.now() + timeout;
    let answer: HttpAnswer | undefined;
    let wait = 0;

    const run = (signal: AbortSignal) =>
      ky(`${baseUrl}${path}${search && `?${search}`}`, {
        method,
        headers: { ...headers },
        ...(body === undefined ? {} : { body }),
        signal,
        redirect: 'manual',
        timeout: false,
        throwHttpErrors: false,
        fetch: async (request) => {
          answer = await attempt(request as Request, signal); // as ky always passes it
          return answer.response;
        },
        retry: {
          limit: retry.limit ?? 2,
          methods: [method as 'get'], // any method: `shouldRetry` decides
          shouldRetry: ({ error }) => {
            if (signal.aborted || !isWorthAnother(method, error)) return false;
            wait = waitBefore(call.attempts, error, retry);
            return Date.now() + wait < ends;
          },
          delay: () => {
            log('warn', () => `${method} ${call.path} is tried again in ${Math.round(wait)} ms`);
            return wait;
          },
        },
      });

    await withDeadline(timeout, stop, () => tooLate(call, timeout), run);
    return answer as HttpAnswer; // ky has resolved, so the last attempt was read
  };

const globalFetch: typeof fetch = (...input) => globalThis.fetch(...input);
