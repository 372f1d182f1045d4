import { ConfigurationError } from '../errors.js';

/** The authentication scheme of the service, in `Authorization` and `WWW-Authenticate`. */
export const AUTHENTICATION_SCHEME = 'APIKey';

export const writeAuthorization = (apiKey: string): string => `${AUTHENTICATION_SCHEME} ${apiKey}`;

/**
 * The API key in an `Authorization` header; `undefined` if it has another scheme. HTTP ignores the
 * case of a scheme.
 */
export const parseAuthorization = (header: string): string | undefined =>
  new RegExp(`^${AUTHENTICATION_SCHEME} +(\\S+)$`, 'i').exec(header)?.[1];

/** What may be an API key, without the scheme and the white space that people copy with it. */
export const bareKey = (value: unknown): string =>
  typeof value === 'string'
    ? value.trim().replace(new RegExp(`^${AUTHENTICATION_SCHEME}(\\s+|$)`, 'i'), '')
    : '';

/** Whether a value can be sent in a header as an API key: visible ASCII without spaces. */
export const isApiKey = (value: unknown): value is string =>
  typeof value === 'string' && /^[!-~]+$/.test(value);

/** Whether a header, by its lower-case name, can carry a secret, so that its value is not kept. */
export const isSecretHeader = (name: string): boolean =>
  /cookie|auth|token|secret|api-?key/.test(name);

/**
 * Headers by lower-case name: names are case-insensitive, and those of a call replace the client's.
 *
 * @param apiKey - Of the client; without one, the headers may have `authorization`.
 */
export function normalizeHeaders(
  headers: Readonly<Record<string, string>> | undefined,
  apiKey: unknown,
  source: string,
): Record<string, string> {
  const byName: Record<string, string> = {};
  for (const name in headers) byName[name.toLowerCase()] = headers[name] ?? '';
  if (apiKey === null || byName.authorization === undefined) return byName;
  throw new ConfigurationError(
    'header "authorization" is not allowed. Use `apiKey: null` to send your own.',
    source,
  );
}

export const hasBody = ({ method }: Request): boolean => !/^(GET|HEAD)$/.test(method);

/** What `fetch` is called with for a request, whose body is read. */
export async function initOf(request: Request, signal: AbortSignal) {
  const { method } = request;
  const headers: Record<string, string> = {};
  request.headers.forEach((value, name) => {
    headers[name] = value;
  });
  // `request.body` is missing in React Native and Firefox.
  const body = hasBody(request) ? await request.text() : '';
  return { method, headers, ...(body && { body }), signal, redirect: 'manual' as const };
}
