import {
  ApiError,
  ConnectionError,
  doubtOf,
  type FailedRequest,
  type FailedResponse,
  ResponseError,
} from '../errors.js';
import { counted, cut, describe, oneLine } from '../messages/describe.js';
import { isPlainObject } from '../values/plain-object.js';
import type { Result } from './call.js';
import { isSecretHeader } from './headers.js';
import { responseMessage } from './response-message.js';

/** What an attempt received. */
export interface Received {
  /** `undefined` if there was none, or if the body of a successful response was lost. */
  readonly response?: Response;
  /** `undefined` if the body was lost, or is that of a redirect. */
  readonly text?: string;
  readonly data?: unknown;
  /** Why there is no response, or a successful response has no data. */
  readonly problem?: string;
  /** The error about a lost connection. */
  readonly lost?: ConnectionError | undefined;
}

type Hide = (text: string) => string;

/** How much of a problem a message has, after keys were hidden: a part of one is not found. */
const MOST_SAID = 1_000;

/** How much of a body an error keeps. */
const KEPT = 64 * 1024;

/**
 * Created once: that takes longer than decoding a page of rows. Strict, because replacement
 * characters would be wrong data.
 */
let strictDecoder: TextDecoder | undefined;

const isRedirect = ({ type, status }: Response): boolean =>
  type === 'opaqueredirect' || /^30[12378]$/.test(`${status}`);

export const isSuccess = ({ status }: Response): boolean => /^2/.test(`${status}`);

/** The statuses after which another attempt may succeed. */
export const isTransient = (status: number): boolean =>
  [408, 429, 500, 502, 503, 504].includes(status);

/** Those by which the service says that it did not process the request. */
export const isUnprocessed = (status: number): boolean => status === 429 || status === 503;

/** @throws What the stream of the body throws if the connection is lost. */
export async function readResponse(response: Response): Promise<Received> {
  if (isRedirect(response)) {
    response.body?.cancel?.()?.catch(() => {}); // it would keep the connection
    return { response };
  }
  // React Native has neither streams nor bytes, and a `TextDecoder` that is not strict, if any.
  if (response.body === undefined && typeof response.text === 'function')
    return receiveText(response, await response.text());
  const bytes = await response.arrayBuffer();
  let text: string;
  try {
    strictDecoder ??= new TextDecoder('utf-8', { fatal: true });
    text = strictDecoder.decode(bytes);
  } catch {
    const problem = 'the body is not valid UTF-8.';
    return { response, text: new TextDecoder().decode(bytes), problem };
  }
  return receiveText(response, text);
}

function receiveText(response: Response, text: string): Received {
  try {
    return { response, text, data: text.trim() ? JSON.parse(text) : undefined };
  } catch {
    const type = oneLine(response.headers.get('content-type') ?? 'no content type', Infinity);
    const problem =
      /json/.test(type) || /^\s*[[{]/.test(text)
        ? 'invalid JSON. Read `body` of this error.'
        : `expected JSON, got ${type}. Check the \`baseUrl\`.`;
    return { response, text, problem };
  }
}

/**
 * Why a redirect is an error. The client follows none, because it would send the API key to another
 * address. Browsers hide the target from the page.
 */
function redirectReason({ headers }: Response, url: string): string {
  const [target = ''] = (headers.get('location') ?? '').split(/[?#]/);
  const place = oneLine(target || 'another address', Infinity);
  const isSlash = [`${url}/`, `${new URL(url).pathname}/`].includes(target);
  const advice = isSlash
    ? 'End the `path` of the resource with a slash.'
    : 'Correct `baseUrl` if you trust that address.';
  return `the client does not follow the redirect to ${place}. ${advice}`;
}

/** What was received, as data or as an error. `hide` replaces API keys in a text. */
export function resultOf(
  { response, text = '', data, problem = '', lost }: Received,
  request: () => FailedRequest,
  hide: Hide,
  hasKey: boolean,
): Result {
  if (!response) throw new ConnectionError(request(), problem);
  const details = () => detailsOf(response, bodyOf(text, data, hide), request(), hide);
  if (isError(response, data)) {
    const failed = details();
    const retryAfter = parseRetryAfter(failed.headers['retry-after']);
    const reason = apiReason(failed, hide(response.statusText ?? ''), hasKey, retryAfter);
    throw new ApiError(failed, reason, retryAfter, lost);
  }
  const fail: Result['fail'] = (why, kind, issues = []) => {
    const safe = issues.map((issue) => ({ path: hide(issue.path), message: hide(issue.message) }));
    return new ResponseError(details(), cut(hide(why), MOST_SAID), kind, safe);
  };
  if (isRedirect(response)) throw fail(redirectReason(response, request().url));
  if (problem) throw fail(problem);
  return { data, response, fail };
}

/** Whether a response has an error status, or reports `errors` instead of data (decision 1). */
const isError = (response: Response, data: unknown): boolean =>
  !isRedirect(response) &&
  (!isSuccess(response) ||
    (isPlainObject(data) &&
      !Object.hasOwn(data, 'id') &&
      Array.isArray(data.errors) &&
      data.errors.length > 0));

/** What an error about a response has. */
function detailsOf(response: Response, body: unknown, request: FailedRequest, hide: Hide) {
  const { status, headers } = response;
  const shown: Record<string, string> = {};
  headers.forEach((value, name) => {
    if (!isSecretHeader(name)) shown[name] = hide(value);
  });
  const requestId = requestIdOf(headers);
  return {
    ...request,
    status,
    headers: shown,
    body,
    requestId: requestId && hide(requestId),
  };
}

/**
 * A body without API keys. JSON is searched as `JSON.stringify` writes it, because services escape
 * characters that need no escape: a slash in PHP, a plus sign in .NET, an ampersand in Go.
 */
function bodyOf(text: string, data: unknown, hide: Hide): unknown {
  if (data !== undefined && text.length <= KEPT)
    try {
      return JSON.parse(hide(JSON.stringify(data)));
    } catch {} // it is nested too deeply
  return text.trim() ? hide(text).slice(0, KEPT) : undefined;
}

/** The end of a log line about an attempt. */
export function outcomeLine(
  { response, data }: Received,
  duration: number,
  rowsOf: ((body: unknown) => unknown) | undefined,
): string {
  const rows = rowsOf?.(data);
  const count = Array.isArray(rows) ? `, ${counted(rows.length, 'row')}` : '';
  const id = response && requestIdOf(response.headers);
  const shownId = id ? `, request id ${id}` : '';
  return `${response?.status ?? 'failed'} in ${Math.round(duration)} ms${count}${shownId}`;
}

/** The request id that the service sent, for its support. */
const requestIdOf = (headers: Response['headers']): string | undefined =>
  headers.get('x-request-id') ??
  headers.get('request-id') ??
  headers.get('x-correlation-id') ??
  undefined;

/** The name of a status, which HTTP/2 does not transfer, and what the caller can do. */
const statuses: { readonly [status: number]: readonly [name: string, advice?: string] } = {
  400: ['Bad Request', 'Correct the query or the body.'],
  401: ['Unauthorized', 'Check the `apiKey`.'],
  403: ['Forbidden', 'Check the role of the API key.'],
  404: ['Not Found', 'Check the id and the `baseUrl`.'],
  405: ['Method Not Allowed', 'Check the path and the `baseUrl`.'],
  408: ['Request Timeout', 'Try again later.'],
  409: ['Conflict', 'Read the current state, then retry.'],
  413: ['Content Too Large', 'Send less data in a request.'],
  414: ['URI Too Long', 'Set `dialect.maxUrlLength` to what the service accepts.'],
  422: ['Unprocessable Entity', 'Correct the values of the request.'],
  429: ['Too Many Requests', 'Wait before you retry.'],
  500: ['Internal Server Error'],
  502: ['Bad Gateway'],
  503: ['Service Unavailable'],
  504: ['Gateway Timeout'],
};

function apiReason(
  response: FailedResponse,
  statusText: string,
  hasKey: boolean,
  retryAfter: number | undefined,
): string {
  const { status, body } = response;
  const isServer = status >= 500;
  const [
    name = oneLine(statusText) || (status < 300 ? 'OK' : 'Error'),
    usual = isServer ? 'Try again later.' : 'Correct the request.',
  ] = statuses[status] ?? [];
  const message = responseMessage(body);
  const end = /[.!?…]$/.test(message) ? '' : '.';
  const advice =
    status === 401 && !hasKey
      ? 'The session is missing or expired. Sign in again.'
      : status === 429 && retryAfter !== undefined
        ? `Wait ${Math.ceil(retryAfter)} s before you retry.`
        : status === 400 && /\bun(known|recogni[sz]ed|expected|supported)\b.*\bparam/i.test(message)
          ? 'Name the parameters of the service in `dialect.parameters`, or run `connect`.'
          : usual;
  const doubt = isServer && !isUnprocessed(status) ? doubtOf(response) : '';
  return `${status} ${name}${message && `: ${message}`}${end} ${advice}${doubt}`;
}

/**
 * The text of what `fetch` threw, in which no key is hidden yet. A `cause`, which may have only a
 * code, is more precise.
 */
export function thrownText(thrown: unknown): string {
  if (!(thrown instanceof Error)) {
    const said: unknown = Object(thrown).message ?? thrown;
    return typeof said === 'object' ? describe(said) : String(said);
  }
  const { cause, message } = thrown;
  const code: unknown = Reflect.get(Object(cause), 'code');
  // Not the text of OpenSSL.
  if (/^ERR_SSL_(WRONG|PACKET)/.test(`${code}`)) return 'the server does not use TLS; use http:';
  return String((cause instanceof Error && (cause.message || code)) || message);
}

/** `Retry-After`, seconds or a date, in seconds from now; `undefined` if it is neither. */
export function parseRetryAfter(header: string | null | undefined): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}(\.\d{1,9})?$/.test(text)) return Number(text);
  const delay = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) - Date.now() : Number.NaN;
  return Number.isNaN(delay) ? undefined : Math.max(0, delay / 1000);
}
