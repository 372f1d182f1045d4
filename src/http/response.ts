import { type ApiError, errorStatusOf } from '../errors/api-errors.js';
import {
  ConnectionError,
  type FailedRequest,
  type ResponseDetails,
  ResponseError,
  type ResponseIssue,
  TimeoutError,
} from '../errors/request-errors.js';
import { oneLine, responseMessage } from '../values/describe.js';
import { isSecretHeader } from '../values/headers.js';
import { isPlainObject, parseJson } from '../values/plain-object.js';
import type { CallProgress, RequestState } from './request-state.js';

export interface HttpResult {
  /** The parsed JSON, or `undefined` if the body is empty. */
  readonly data: unknown;
  /** The response itself; its body has been read. */
  readonly response: Response;
  /** Creates an error about this response, for callers that expected other data. */
  readonly error: (
    reason: string,
    advice?: string,
    issues?: readonly ResponseIssue[],
  ) => ResponseError;
}

const KEPT = 64 * 1024;

export async function parseResponse(response: Response, state: RequestState): Promise<HttpResult> {
  const { status } = response;
  const details = (text: string) => responseDetails(response, state, text);
  // The response of a stub may have no `statusText`.
  const failure = (text: string) =>
    apiError(details(text), oneLine(state.redact(response.statusText ?? '')), state);
  const lost = (error: unknown) => connectionError(error, state, 'incomplete response');

  if (response.type === 'opaqueredirect' || /^30[12378]$/.test(`${status}`)) {
    discardBody(response);
    throw redirectError(details(''));
  }
  if (!response.ok) {
    const text = await readBeginning(response).catch((error: unknown) => {
      // The status says more than the lost connection.
      throw Object.defineProperty(failure(''), 'cause', { value: lost(error) });
    });
    throw failure(text);
  }
  const bytes = await response.arrayBuffer().catch((error: unknown) => {
    throw lost(error);
  });
  let text = '';
  const error: HttpResult['error'] = (reason, advice, issues = []) => {
    const failed = details(text);
    const shown = issues.map(({ path, message }) => ({
      path: state.redact(path),
      message: state.redact(message),
    }));
    return new ResponseError(
      responder(failed, state) + state.redact(reason),
      failed,
      shown,
      advice,
    );
  };
  try {
    text = decode(bytes);
  } catch {
    throw error('the body is not valid UTF-8.');
  }
  let data: unknown;
  try {
    data = text.trim() ? JSON.parse(text) : undefined;
  } catch (thrown) {
    const type = oneLine(state.redact(response.headers.get('content-type') ?? 'no content type'));
    if (/json/.test(type) || /^\s*[[{]/.test(text))
      // The message of the engine as a whole may contain data. Not every one has a position.
      throw error(
        `invalid JSON${/ at position \d+/.exec(`${thrown}`) ?? ''}.`,
        'Read `rawBody` of this error.',
      );
    throw error(`expected JSON, got ${type} (${bytes.byteLength} bytes).`, 'Check the `baseUrl`.');
  }
  if (hasErrors(data)) throw failure(text);
  return { data, response, error };
}

const hasErrors = (data: unknown): boolean =>
  isPlainObject(data) &&
  !Object.hasOwn(data, 'id') &&
  Array.isArray(data.errors) &&
  data.errors.length > 0;

function responseDetails(
  { status, headers, url }: Response,
  state: RequestState,
  text: string,
): ResponseDetails {
  const { method, path, attempts } = state;
  const { origin, pathname } = new URL(URL.canParse(url) ? url : state.url);
  const rawBody = state.redact(text).slice(0, KEPT);
  const safe: Record<string, string> = {};
  headers.forEach((value, name) => {
    if (!isSecretHeader(name)) safe[name] = state.redact(value);
  });
  return {
    method,
    path,
    url: state.redact(origin + pathname),
    attempts,
    status,
    headers: safe,
    body: parseJson(rawBody),
    rawBody,
    requestId: safe['x-request-id'] ?? safe['request-id'] ?? safe['x-correlation-id'],
  };
}

/**
 * The beginning of a body as text, because error pages can be long. Twice what an error keeps, so
 * that an API key at the cut is complete and can be redacted.
 */
async function readBeginning(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let left = 2 * KEPT;
  while (reader && left > 0) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value.subarray(0, left), { stream: true });
    left -= value.byteLength;
  }
  reader?.cancel().catch(ignore);
  return text;
}

export const discardBody = ({ body }: { readonly body: ReadableStream | null }): void => {
  body?.cancel().catch(ignore);
};

const ignore = () => {};

let strictDecoder: TextDecoder | undefined; // created once: that takes longer than decoding a page of rows

/** Decodes UTF-8. Throws if it is invalid, because replacement characters would be wrong data. */
function decode(bytes: ArrayBuffer): string {
  strictDecoder ??= new TextDecoder('utf-8', { fatal: true });
  return strictDecoder.decode(bytes);
}

function apiError(response: ResponseDetails, statusText: string, state: RequestState): ApiError {
  const { status, method, body, headers } = response;
  const [StatusError, hint, reasonPhrase = statusText] = errorStatusOf(status);
  const message = responseMessage(body);
  const end = /[.!?]$/.test(message) ? '' : '.';
  const delay = parseRetryAfter(headers['retry-after']);
  const retryAfter = delay && delay / 1000; // seconds, for RateLimitError
  let advice =
    status === 401 && !state.hasKey
      ? 'The session is missing or expired. Sign in again.'
      : status === 429 && retryAfter !== undefined
        ? `Wait ${Math.ceil(retryAfter)} s before you retry.`
        : hint;
  if (state.repeatsKey) advice += ' Its function returned it again.';
  if (status >= 500 && !unprocessedStatuses.includes(status)) advice += doubtBeforeRetry(method);
  const reason = `${responder(response, state)}${`${status} ${reasonPhrase}`.trim()}${message && `: ${message}`}${end}`;
  return new StatusError(reason, response, advice, retryAfter);
}

/**
 * The error for what `fetch`, or reading a body, threw. It keeps the reason as text and nothing
 * else, because what was thrown may hold the request with the API key.
 */
export function connectionError(
  thrown: unknown,
  state: RequestState,
  problem: string,
): ConnectionError {
  const reason = oneLine(state.redact(String(reasonOf(thrown))));
  return new ConnectionError(
    `${problem} (${reason}).`,
    state,
    `Check the network and the \`baseUrl\`.${doubtBeforeRetry(state.method)}`,
  );
}

/**
 * Why a connection failed: the `cause`, which may have only a code, is more precise than the
 * error of `fetch`.
 */
function reasonOf(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const { cause, message } = thrown;
  const code: unknown = Reflect.get(Object(cause), 'code');
  if (/^ERR_SSL_(WRONG|PACKET)/.test(`${code}`)) return 'the server does not use TLS; use http:'; // not OpenSSL's text
  return (cause instanceof Error && (cause.message || code)) || message;
}

export interface TimedRequest extends FailedRequest, Pick<CallProgress, 'pending'> {}

export function timeoutError(request: TimedRequest, timeout: number): TimeoutError {
  const [slow] = request.pending;
  const doubt = request.attempts > 0 ? doubtBeforeRetry(request.method) : '';
  return new TimeoutError(
    `the timeout of ${timeout} ms expired${slow ? ` while waiting for ${slow}` : ''}.`,
    request,
    timeout,
    `Increase \`timeout\`${slow ? '' : ', or request less data'}.${doubt}`,
  );
}

/**
 * The error for a redirect. The client follows none, because it would send the API key to another
 * address. Browsers hide the target from the page.
 */
function redirectError(response: ResponseDetails): ResponseError {
  const [target = ''] = response.headers.location?.split(/[?#]/) ?? [];
  return new ResponseError(
    `the client does not follow the redirect to ${oneLine(target || 'another address')}.`,
    response,
    [],
    'Correct `baseUrl` if you trust that address.',
  );
}

/**
 * The start of a reason that names the host if another one responded than the requested: `fetch`
 * was redirected.
 */
function responder({ url }: ResponseDetails, state: RequestState): string {
  const { origin, host } = new URL(url);
  return origin === new URL(state.url).origin ? '' : `${host} responded: `;
}

/** Statuses by which the service says that it did not process the request. */
export const unprocessedStatuses: readonly number[] = [429, 503];

/** A sentence for requests that change something and whose response was lost. */
const doubtBeforeRetry = (method: string): string =>
  /^(GET|HEAD|PUT)$/.test(method)
    ? ''
    : ' The request may still have been processed; check before you retry.';

/** `Retry-After`, seconds or a date, in milliseconds from now; `undefined` if it is neither. */
export function parseRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * 1000;
  const date = /^[A-Z][a-z]{2}/.test(header) ? Date.parse(header) - Date.now() : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date);
}
