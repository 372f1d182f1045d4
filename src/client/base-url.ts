import { parseBaseUrl } from '../values/base-url.js';

/**
 * Returns a function that returns the normalized base URL. A URL that is relative to a page is resolved at the first
 * call if there is no page yet, because a server may prerender it.
 *
 * @throws ConfigurationError, see {@link parseBaseUrl}.
 */
export function createBaseUrl(given: unknown, mayBeRelative: boolean): () => string {
  let url: string | undefined;
  const resolve = () => {
    url ??= parseBaseUrl('createClient', given);
    return url;
  };
  if (!mayBeRelative || globalThis.location || !`${given}`.startsWith('/')) resolve();
  return resolve;
}
