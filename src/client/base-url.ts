import { ConfigurationError } from '../errors/usage-errors.js';
import { describe } from '../values/describe.js';
import { withoutVersion } from '../values/without-version.js';

/**
 * Returns a function that returns the normalized base URL. A URL that is relative to a page is resolved at the first
 * call if there is no page yet, because a server may prerender it.
 *
 * @throws ConfigurationError, see {@link parseBaseUrl}.
 */
export function createBaseUrl(given: unknown, mayBeRelative: boolean, source: string): () => string {
  const isLater = mayBeRelative && !globalThis.location && `${given}`.startsWith('/');
  let url = isLater ? undefined : parseBaseUrl(given, source);
  return () => {
    url ??= parseBaseUrl(given, source);
    return url;
  };
}

/**
 * Normalizes the base URL: absolute, without the version and without a trailing slash.
 *
 * @throws ConfigurationError if it is not a URL, or has more than an origin and a path.
 * @example
 * parseBaseUrl('https://api.example.com/v1/') // => 'https://api.example.com'
 */
export function parseBaseUrl(baseUrl: unknown, source?: string): string {
  // Only a page has a location. Relative URLs are resolved against it.
  const page = globalThis.location?.href;
  const url = typeof baseUrl === 'string' && URL.canParse(baseUrl, page) && new URL(baseUrl, page);
  if (url && /^https?:\/\/[^/@]+\/[^?#]*$/.test(url.href)) return url.origin + withoutVersion(url.pathname);
  // A message must not contain credentials.
  const shown = typeof baseUrl === 'string' ? baseUrl.replace(/^.*@/s, '…@') : baseUrl;
  const hint = `${shown}`.startsWith('/') ? ' Relative URLs work only in a browser page.' : '';
  throw new ConfigurationError(
    `expected \`baseUrl\` to be a URL such as https://api.example.com without credentials, query and fragment, got ${describe(shown)}.${hint}`,
    source,
  );
}
