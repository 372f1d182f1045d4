import { ConfigurationError } from '../errors/usage-errors.js';
import { connectionFailure } from './connection-failure.js';
import type { Middleware } from './middleware.js';
import type { CallState } from './ongoing-call.js';
import { discardBody } from './read-body.js';

/** What an attempt goes through. */
export interface Exchange {
  readonly call: CallState;
  readonly fetch: (request: Request, init: RequestInit) => Promise<Response>;
  readonly middleware: readonly Middleware[];
  readonly signal: AbortSignal;
}

/**
 * Sends a request through the middleware, with the key of the moment. The key is added last, to a copy where there is
 * middleware, so that none sees it. The request can't be used again. An answer that comes when the call is over is let go.
 *
 * @throws ConnectionError where no answer comes; whatever the key's function or the middleware throws.
 */
export async function exchange(request: Request, key: string | null, way: Exchange): Promise<Response> {
  const { call, fetch, middleware, signal } = way; // a browser's `fetch` wants no `this`
  // Beside the request this costs nothing. A `fetch` of one parameter takes it from the request alone, and so must a request
  // that middleware made: it would follow redirects, and not hear of an abort.
  const init: RequestInit = { signal, redirect: 'manual' };
  const inRequest = middleware.length > 0 || fetch.length === 1;
  const last = async (outgoing: Request): Promise<Response> => {
    const copy = inRequest ? new Request(outgoing.clone(), init) : outgoing;
    if (key !== null) copy.headers.set('Authorization', `APIKey ${key}`);
    try {
      return await fetch(copy, init);
    } catch (error) {
      signal.throwIfAborted();
      throw connectionFailure(error, call, 'no answer came');
    }
  };
  const chain = middleware.reduceRight<(request: Request) => Promise<Response>>(
    (next, around) => async (outgoing) => around(outgoing, next),
    last,
  );
  const response = await chain(middleware.length > 0 ? new Request(request, init) : request);
  if (typeof response?.arrayBuffer !== 'function')
    throw new ConfigurationError('`fetch` or `middleware` did not answer with a Response.');
  if (!signal.aborted) return response;
  discardBody(response);
  throw signal.reason;
}
