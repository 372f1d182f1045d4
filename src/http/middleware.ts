import { ConfigurationError } from '../errors.js';
import type { FetchInit, Middleware } from './call.js';

export type CallFetch = (url: string, init: FetchInit) => Promise<Response>;

/**
 * Passes a request through the middleware, each of which receives a copy, and back to the text that
 * `fetch` is called with. Nothing here knows the API key.
 */
export function throughMiddleware(
  middleware: Middleware | readonly Middleware[],
  url: string,
  init: FetchInit,
  callFetch: CallFetch,
): Promise<Response> {
  const chain = [middleware].flat().reduceRight<(request: Request) => Promise<Response>>(
    (next, layer) => async (request) => layer(copyOf(request), next),
    async (request) => {
      const copy = copyOf(request);
      const { method } = copy;
      const headers = Object.fromEntries(copy.headers);
      const body = copy.body ? { body: await copy.text() } : {};
      return callFetch(copy.url, {
        ...body,
        method,
        headers,
        signal: init.signal,
        redirect: 'manual',
      });
    },
  );
  return chain(new Request(url, init));
}

function copyOf(request: Request): Request {
  if (typeof request?.url === 'string') return request.clone();
  throw new ConfigurationError('each `middleware` must pass a Request: next(request).');
}
