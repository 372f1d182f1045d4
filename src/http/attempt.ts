import { ConfigurationError } from '../errors.js';
import { writeAuthorization } from '../values/headers.js';
import type { ClientKeys } from './api-key.js';
import type { Log, RequestState } from './request-state.js';
import { connectionError, discardBody, type HttpResult, parseResponse } from './response.js';

/**
 * Wraps each attempt of a request: receives the request before the API key is added, passes it or
 * another one to `next`, and receives the response.
 *
 * @example
 * const traced: Middleware = (request, next) => {
 *   request.headers.set('traceparent', traceparent());
 *   return next(request);
 * };
 */
export type Middleware = (
  request: Request,
  next: (request: Request) => Promise<Response>,
) => Promise<Response>;

export interface AttemptOptions {
  readonly keys: ClientKeys;
  /**
   * By default the global `fetch`, looked up for each attempt, so that a later replacement is used
   * too.
   */
  readonly fetch: typeof fetch | undefined;
  readonly middleware: readonly Middleware[];
  readonly log: Log;
}

/**
 * Passes a request through the middleware to `fetch`, which is called without `this`, as browsers
 * require. Every step gets a copy: the request can be used again, and no middleware sees the key,
 * which is added to the last copy. A request that is ready, and that no middleware has seen, is
 * sent without a copy.
 */
async function exchange(
  request: Request,
  key: string | null,
  state: RequestState,
  { fetch = globalThis.fetch, keys, middleware }: AttemptOptions,
  callSignal: AbortSignal | undefined,
): Promise<Response> {
  const signal = callSignal ?? request.signal;
  // In the request and beside it: a custom `fetch` may pass on either of them alone, and a request
  // that middleware created would follow redirects and miss an abort.
  const init: RequestInit = { signal, redirect: 'manual' };
  const copy = (original: Request) => {
    if (typeof original?.url !== 'string')
      throw new ConfigurationError('each `middleware` must pass a Request: next(request).');
    return new Request(original.body ? original.clone() : original, init);
  };
  const callFetch = async (outgoing: Request): Promise<Response> => {
    // Ky's request can be sent as it is if it has the signal, and will not be sent again.
    const isReady = outgoing === request && !callSignal && !keys.mayRenew;
    const authorized = isReady ? outgoing : copy(outgoing);
    if (key !== null) authorized.headers.set('Authorization', writeAuthorization(key));
    try {
      return await fetch(authorized, init);
    } catch (error) {
      signal.throwIfAborted();
      throw connectionError(error, state, 'no response');
    }
  };
  const chain = middleware.reduceRight<(outgoing: Request) => Promise<Response>>(
    (next, layer) => async (outgoing) => layer(copy(outgoing), next),
    callFetch,
  );
  const response = await chain(request);
  if (typeof response?.arrayBuffer !== 'function')
    throw new ConfigurationError('`fetch` and each `middleware` must return a Response.');
  if (!signal.aborted) return response;
  discardBody(response); // it came after the call was aborted
  throw signal.reason;
}

/**
 * Makes one attempt of a request: sends it and parses the response. After the first 401 a key
 * function is called again, and if it returns another key, the request is sent once more within the
 * same attempt. Without a signal of the call, that of each request counts.
 */
export function createAttempt(
  state: RequestState,
  options: AttemptOptions,
  search: string | undefined,
  callSignal: AbortSignal | undefined,
) {
  const { log } = options;
  let { mayRenew } = options.keys;

  const send = async (request: Request, key: string | null): Promise<Response> => {
    (callSignal ?? request.signal).throwIfAborted();
    state.call.attempts = Math.max(state.call.attempts, ++state.attempts);
    const start = Date.now();
    let outcome: string | number = 'failed';
    try {
      const response = await exchange(request, key, state, options, callSignal);
      outcome = response.status;
      return response;
    } finally {
      log('debug', () => {
        // Redact before cutting, so that no part of a key remains.
        const query = state.redact(search ? `?${decodeURIComponent(search)}` : '').slice(0, 1_000);
        return `${state.method} ${state.path}${query} ${outcome} in ${Date.now() - start} ms`;
      });
    }
  };

  return async (request: Request): Promise<HttpResult> => {
    const key = await state.nextKey();
    let response = await send(request, key);
    if (response.status === 401 && mayRenew) {
      mayRenew = false;
      const renewed = await state.nextKey(key as string); // of a function, which returns no null
      if (renewed !== key) {
        discardBody(response);
        log(
          'info',
          () => `${state.method} ${state.path}: the service rejected the API key. Sending another.`,
        );
        response = await send(request, renewed);
      } else state.repeatsKey = true;
    }
    return parseResponse(response, state);
  };
}
