import { ConfigurationError } from '../errors/usage-errors.js';
import { describe } from '../values/describe.js';
import { withoutVersion } from '../values/without-version.js';

/**
 * Returns a function that returns the normalized base URL. A URL that is relative to a page is resolved at the first
 * call if there is no page yet, because a server may prerender it.
 *
 * @throws ConfigurationError, see {@link parseBaseUrl}.
 */
export function createBaseUrl(given: unknown, mayBeRelative: boolean): () => string {
  let url: string | undefined;
  const resolve = () => {
    url ??= parseBaseUrl(given);
    return url;
  };
  if (!mayBeRelative || globalThis.location || !`${given}`.startsWith('/')) resolve();
  return resolve;
}

/**
 * Normalizes the base URL: absolute, without the version and without a trailing slash.
 *
 * @throws ConfigurationError if it is not a URL, or has more than an origin and a path.
 * @example
 * parseBaseUrl('https://api.example.com/v1/') // => 'https://api.example.com'
 */
export function parseBaseUrl(baseUrl: unknown): string {
  // Only a page has a location. Relative URLs are resolved against it.
  const page = globalThis.location?.href;
  const url = typeof baseUrl === 'string' && URL.canParse(baseUrl, page) && new URL(baseUrl, page);
  if (url && /^https?:$/.test(url.protocol) && !/[?#]/.test(`${baseUrl}`) && !url.username && !url.password)
    return url.origin + withoutVersion(url.pathname);
  // A message must not contain credentials.
  const shown = typeof baseUrl === 'string' ? baseUrl.replace(/^.*@/s, '…@') : baseUrl;
  const hint = `${shown}`.startsWith('/') ? ' Relative URLs work only in a browser page.' : '';
  throw new ConfigurationError(
    `expected \`baseUrl\` to be a URL such as https://api.example.com without credentials, query and fragment, got ${describe(shown)}.${hint}`,
    'createClient',
  );
}
