import ky from 'ky';
import { readAnswer } from './answer.js';
import { type ApiKey, createKeyRing } from './api-key.js';
import { withDeadline } from './deadline.js';
import { exchange } from './exchange.js';
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
    const call = { method, path, attempts: 0 };
    const keys = createKeyRing(apiKey);
    const ends = Date.now() + timeout;
    let answer: HttpAnswer | undefined;
    let renewable = keys.renewable;
    let wait = 0;

    const run = async (signal: AbortSignal) => {
      const send = async (request: Request, key: string | null): Promise<Response> => {
        signal.throwIfAborted();
        call.attempts++;
        const began = Date.now();
        const end = (how: string | number) =>
          log('debug', () => `${method} ${path}${readable(search)} ${how} in ${Date.now() - began} ms`);
        try {
          const response = await exchange(request, key, {
            call: { ...call },
            redact: keys.redact,
            fetch,
            middleware,
            signal,
          });
          end(response.status);
          return response;
        } catch (error) {
          end('failed');
          throw error;
        }
      };

      const attempt = async (request: Request): Promise<Response> => {
        const key = await keys.next();
        const again = renewable ? request.clone() : request;
        let response = await send(request, key);
        if (response.status === 401 && renewable) {
          renewable = false;
          const other = await keys.next();
          if (other !== key) {
            response.body?.cancel().catch(() => {}); // the next answer counts
            response = await send(again, other);
          }
        }
        answer = await readAnswer(response, { ...call }, keys.redact);
        return response;
      };

      await ky(`${baseUrl}${path}${search && `?${search}`}`, {
        method,
        headers: { ...headers },
        ...(body === undefined ? {} : { body }),
        signal,
        redirect: 'manual',
        timeout: false,
        throwHttpErrors: false,
        fetch: (request) => attempt(request as Request), // as ky always does
        retry: {
          limit: retry.limit ?? 2,
          methods: [method as 'get'], // any method: `shouldRetry` decides
          shouldRetry: ({ error }) => {
            if (signal.aborted || !isWorthAnother(method, error)) return false;
            wait = waitBefore(call.attempts, error, retry);
            return Date.now() + wait < ends;
          },
          delay: () => {
            log('warn', () => `${method} ${path} is tried again in ${Math.round(wait)} ms`);
            return wait;
          },
        },
      });
    };

    await withDeadline(timeout, stop, () => tooLate(call, timeout), run);
    return answer as HttpAnswer; // ky has resolved, so the last attempt was read
  };

const globalFetch: typeof fetch = (...input) => globalThis.fetch(...input);

/** A query as one reads it, for a log line. */
function readable(search: string): string {
  return search && `?${decodeURIComponent(search).slice(0, 1_000)}`;
}
