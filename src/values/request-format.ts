import { ConfigurationError } from '../errors/usage-errors.js';
import { describe } from './describe.js';

/** The version of the service, with which every path begins (decision 47). */
export const VERSION = '/v1';

/** Whether a path begins with the version. `*` is any path, in a fault of the mock. */
export const isVersioned = (path: string): boolean => /^\/v1(\/|\*?$)/.test(path);

/** A path with the version, which may be left out. */
export const withVersion = (path: string): string => (isVersioned(path) ? path : VERSION + path);

/** The length of an encoded query string in the URL that `fetch` sends: it writes `'` as `%27`. */
export const sentLength = (search: string): number => search.replaceAll("'", '%27').length;

/** Normalizes the option `baseUrl`, see {@link normalizeBaseUrl}. */
export function parseBaseUrl(source: string, given: unknown): string {
  const url = normalizeBaseUrl(given);
  if (url !== undefined) return url;
  // A message must not contain credentials.
  const shown = typeof given === 'string' ? given.replace(/^.*@/s, '…@') : given;
  const hint = `${shown}`.startsWith('/') ? ' Relative URLs work only in a browser page.' : '';
  throw new ConfigurationError(
    `expected \`baseUrl\` to be a URL such as https://api.example.com without credentials, query and fragment, got ${describe(shown)}.${hint}`,
    source,
  );
}

/**
 * A base URL as clients and mocks use it: absolute, without the version and without a trailing slash. `undefined` if it
 * is not an http or https URL, or has more than an origin and a path.
 *
 * @example
 * normalizeBaseUrl('https://api.example.com/v1/') // => 'https://api.example.com'
 */
export function normalizeBaseUrl(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined;
  const address = given[0] === '/' ? globalThis.location?.href : undefined; // only a browser page has one
  const url = URL.canParse(given, address) && new URL(given, address);
  // No credentials before the host, and no query and fragment after the path.
  if (!url || !/^https?:\/\/[^/@]*\/[^?#]*$/.test(url.href)) return undefined;
  let { pathname } = url;
  while (pathname.endsWith('/') || pathname.endsWith(VERSION))
    pathname = pathname.slice(0, pathname.lastIndexOf('/'));
  return url.origin + pathname;
}

/** The authentication scheme of the service, in the `Authorization` header and in `WWW-Authenticate`. */
export const AUTHENTICATION_SCHEME = 'APIKey';

export const writeAuthorization = (apiKey: string): string => `${AUTHENTICATION_SCHEME} ${apiKey}`;

/** The API key in an `Authorization` header; `undefined` if it has another scheme. HTTP ignores the case of a scheme. */
export const parseAuthorization = (header: string): string | undefined =>
  new RegExp(`^${AUTHENTICATION_SCHEME} +(\\S+)$`, 'i').exec(header)?.[1];

/** What was given as an API key, without the scheme and the white space that people copy with it. */
export const bareKey = (given: unknown): string =>
  typeof given === 'string' ? given.replace(/^\s*(APIKey\s)?\s*|\s+$/gi, '') : '';

/** Whether a value can be sent in a header as an API key: visible ASCII without spaces. */
export const isApiKey = (value: unknown): value is string =>
  typeof value === 'string' && /^[!-~]+$/.test(value);

/** Whether a header, by its lower-case name, can carry a secret, so that its value is not kept. */
export const isSecretHeader = (name: string): boolean => /cookie|auth|token|secret|api-?key/.test(name);
