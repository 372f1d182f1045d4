import { ConfigurationError } from '../errors.js';
import { describe } from '../messages/describe.js';

/** The version of the service, with which every path begins (decision 47). */
export const VERSION = '/v1';

/** A path without the version with which it begins; empty for a path of another version. */
export const belowVersion = (path: string): string =>
  path.startsWith(`${VERSION}/`) ? path.slice(VERSION.length) : '';

export const isVersioned = (path: string): boolean => `${path}/`.startsWith(`${VERSION}/`);

/** A path with the version, which may be left out. */
export const withVersion = (path: string): string => (isVersioned(path) ? path : VERSION + path);

/** The URL of a path below the version, with an encoded query string. */
export const serviceUrl = (baseUrl: string, path: string, search = ''): string =>
  `${baseUrl}${VERSION}${path}${search && `?${search}`}`;

/** The length of an encoded query string in the URL that `fetch` sends: it writes `'` as `%27`. */
export const sentLength = (search: string): number => search.replaceAll("'", '%27').length;

/** The bytes of the URL that `fetch` sends. */
export const urlLength = (baseUrl: string, path: string, search: string): number =>
  serviceUrl(baseUrl, path, search).length + sentLength(search) - search.length;

export function parseBaseUrl(source: string, value: unknown): string {
  const url = normalizeBaseUrl(value);
  if (url !== undefined) return url;
  // A message must not contain credentials.
  const shown = typeof value === 'string' ? value.replace(/^.*@/s, '…@') : value;
  const hint = `${shown}`.startsWith('/') ? ' Relative URLs work only in a browser.' : '';
  throw new ConfigurationError(
    'expected `baseUrl` to be a URL such as https://api.example.com without credentials, ' +
      `query and fragment, got ${describe(shown)}.${hint}`,
    source,
  );
}

/**
 * A base URL as clients and mocks use it: absolute, without the version and without a trailing
 * slash. `undefined` if it is not an http or https URL, or has more than an origin and a path.
 */
export function normalizeBaseUrl(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  // Only a web page has one.
  const address = value[0] === '/' ? globalThis.location?.href : undefined;
  const url = parseUrl(value, address);
  // No credentials before the host, and no query and fragment after the path.
  if (!url || !/^https?:\/\/[^/@]*\/[^?#]*$/.test(url.href)) return undefined;
  let { pathname } = url;
  while (pathname.endsWith('/') || pathname.endsWith(VERSION))
    pathname = pathname.slice(0, pathname.lastIndexOf('/'));
  return url.origin + pathname;
}

/** `URL.parse()`, which older browsers lack. */
function parseUrl(value: string, address: string | undefined): URL | undefined {
  try {
    return new URL(value, address);
  } catch {
    return undefined;
  }
}
