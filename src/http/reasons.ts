import type { FailedRequest, FailedResponse } from '../errors.js';
import { oneLine, responseMessage } from '../values/describe.js';

/** The statuses of failures that another attempt may not have. */
export const transientStatuses: readonly number[] = [408, 429, 500, 502, 503, 504];

/** Those by which the service says that it did not process the request. */
export const unprocessedStatuses: readonly number[] = [429, 503];

/**
 * What the caller can do about an error status, and the reason phrase of HTTP, because HTTP/2 does
 * not transfer one.
 */
const errorStatuses: { readonly [status: number]: readonly [advice: string, phrase: string] } = {
  400: ['Correct the query or the body.', 'Bad Request'],
  401: ['Check the `apiKey`.', 'Unauthorized'],
  403: ['Check the role of the API key.', 'Forbidden'],
  404: ['Check the id and the `baseUrl`.', 'Not Found'],
  409: ['Read the current state, then retry.', 'Conflict'],
  422: ['Correct the values of the request.', 'Unprocessable Entity'],
  429: ['Wait before you retry.', 'Too Many Requests'],
};

/** Why a response with an error status, or with `errors`, is an error. */
export function statusReason(
  { status, method, body }: FailedResponse,
  statusText: string,
  retryAfter: number | undefined,
  hasKey: boolean,
): string {
  const [known = status >= 500 ? 'Try again later.' : '', phrase = statusText] =
    errorStatuses[status] ?? [];
  const message = responseMessage(body);
  const end = /[.!?]$/.test(message) ? '' : '.';
  const advice =
    status === 401 && !hasKey
      ? 'The session is missing or expired. Sign in again.'
      : status === 429 && retryAfter !== undefined
        ? `Wait ${Math.ceil(retryAfter)} s before you retry.`
        : known;
  const doubt = status >= 500 && !unprocessedStatuses.includes(status) ? doubtOf(method) : '';
  return `${`${status} ${phrase}`.trim()}${message && `: ${message}`}${end} ${advice}${doubt}`.trim();
}

/** Why there is no response, or no complete one. */
export const connectionReason = (problem: string, { method }: FailedRequest): string =>
  `${problem}. Check the network and the \`baseUrl\`.${doubtOf(method)}`;

/**
 * What `fetch`, or reading a body, threw, as text. The `cause`, which may have only a code, is more
 * precise than the error.
 */
export function thrownText(thrown: unknown): string {
  if (!(thrown instanceof Error)) return oneLine(String(thrown));
  const { cause, message } = thrown;
  const code: unknown = Reflect.get(Object(cause), 'code');
  if (/^ERR_SSL_(WRONG|PACKET)/.test(`${code}`)) return 'the server does not use TLS; use http:'; // not OpenSSL's text
  return oneLine(String((cause instanceof Error && (cause.message || code)) || message));
}

export function timeoutReason(
  { method, attempts }: FailedRequest,
  timeout: number,
  isWaitingForKey: boolean,
): string {
  const [place, advice] = isWaitingForKey
    ? [' while waiting for `apiKey()`', '']
    : ['', ', or request less data'];
  const doubt = attempts > 0 ? doubtOf(method) : '';
  return `the timeout of ${timeout} ms expired${place}. Increase \`timeout\`${advice}.${doubt}`;
}

/**
 * Why a redirect is an error. The client follows none, because it would send the API key to another
 * address. Browsers hide the target from the page.
 */
export function redirectReason({ headers }: Pick<Response, 'headers'>): string {
  const [target] = (headers.get('location') ?? '').split(/[?#]/);
  return `the client does not follow the redirect to ${oneLine(target || 'another address')}. Correct \`baseUrl\` if you trust that address.`;
}

/** A sentence for requests that change something and whose response was lost. */
const doubtOf = (method: string): string =>
  /^(GET|HEAD|PUT)$/.test(method)
    ? ''
    : ' The request may still have been processed; check before you retry.';

/** `Retry-After`, seconds or a date, in seconds from now; `undefined` if it is neither. */
export function parseRetryAfter(header: string | null | undefined): number | undefined {
  if (header === undefined || header === null) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header);
  const date = /^[A-Z][a-z]{2}/.test(header) ? Date.parse(header) - Date.now() : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date / 1000);
}

/** Why the body of a successful response is no JSON. */
export function jsonProblem(
  { headers }: Pick<Response, 'headers'>,
  text: string,
  length: number,
  thrown: unknown,
): string {
  const type = oneLine(headers.get('content-type') ?? 'no content type');
  if (!/json/.test(type) && !/^\s*[[{]/.test(text))
    return `expected JSON, got ${type} (${length} bytes). Check the \`baseUrl\`.`;
  const position = /at position \d+/.exec(`${thrown}`); // not the whole message, which may contain data
  return `invalid JSON${position ? ` ${position[0]}` : ''}. Read \`body\` of this error.`;
}

/** The request id that the service sent, for its support. */
export const requestIdOf = (headers: Response['headers']): string | undefined =>
  ['x-request-id', 'request-id', 'x-correlation-id']
    .map((name) => headers.get(name))
    .find((id) => id !== null) ?? undefined;
