import { ConfigurationError } from '../errors/configuration-error.js';
import { connectionFailure } from './connection-failure.js';
import type { Middleware } from './middleware.js';
import type { OngoingCall } from './ongoing-call.js';

/** What an attempt goes through. */
export interface Exchange {
  readonly call: OngoingCall;
  readonly fetch: (
    request: Request,
    init: { readonly signal: AbortSignal; readonly redirect: 'manual' },
  ) => Promise<Response>;
  readonly middleware: readonly Middleware[];
  readonly signal: AbortSignal;
}

/**
 * Sends a request through the middleware, with the key of the moment. The key is added last, to a copy where there is
 * middleware, so that none sees it. The request can't be used again.
 *
 * @throws ConnectionError where no answer comes; whatever the key's function or the middleware throws.
 */
export async function exchange(request: Request, key: string | null, way: Exchange): Promise<Response> {
  const { call, fetch, middleware, signal } = way; // a browser's `fetch` wants no `this`
  const last = async (outgoing: Request): Promise<Response> => {
    const copy = middleware.length > 0 ? outgoing.clone() : outgoing;
    if (key !== null) copy.headers.set('Authorization', `APIKey ${key}`);
    try {
      return await fetch(copy, { signal, redirect: 'manual' }); // a request that middleware made follows redirects
    } catch (error) {
      signal.throwIfAborted();
      throw connectionFailure(error, call, 'no answer came');
    }
  };
  const chain = middleware.reduceRight<(request: Request) => Promise<Response>>(
    (next, around) => async (outgoing) => around(outgoing, next),
    last,
  );
  const response = await chain(middleware.length > 0 ? new Request(request, { signal }) : request);
  if (typeof response?.arrayBuffer === 'function') return response;
  throw new ConfigurationError('`fetch` or `middleware` did not answer with a Response.');
}
