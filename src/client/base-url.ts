import { ConfigurationError } from '../errors/usage-errors.js';

/**
 * The base address as requests begin with it: absolute, without the version and without a slash at its end.
 *
 * @throws ConfigurationError where it is no address, or holds more than one.
 * @example
 * readBaseUrl('https://api.example.com/v1/') // => 'https://api.example.com'
 */
export function readBaseUrl(baseUrl: string): string {
  const page = globalThis.location?.href; // only a page has one: what a relative address is relative to
  if (!URL.canParse(baseUrl, page)) {
    throw new ConfigurationError('`baseUrl` is not an address. Write one such as https://api.example.com.');
  }
  const url = new URL(baseUrl, page);
  if (!/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) {
    throw new ConfigurationError(
      '`baseUrl` must be an http or https address without credentials, query and hash.',
    );
  }
  return url.origin + url.pathname.replace(/\/+$/, '').replace(/\/+v1$/, '');
}
