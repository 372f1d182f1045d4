import { type ApiError, errorStatusOf } from '../errors/api-errors.js';
import type { FailedRequest, ResponseDetails } from '../errors/failed-request.js';
import { ConnectionError, ResponseError, TimeoutError } from '../errors/request-errors.js';
import { oneLine, responseMessage } from '../values/response-message.js';
import type { CallProgress, RequestState } from './request-state.js';
import { parseRetryAfter } from './retry.js';

export function apiError(response: ResponseDetails, statusText: string, state: RequestState): ApiError {
  const { status, method, body, headers } = response;
  const [StatusError, hint, reasonPhrase = statusText] = errorStatusOf(status);
  const message = responseMessage(body);
  const end = /[.!?]$/.test(message) ? '' : '.';
  const delay = parseRetryAfter(headers['retry-after']);
  const retryAfter = delay === undefined ? undefined : delay / 1000; // seconds, for RateLimitError
  let advice =
    status === 401 && !state.hasKey
      ? 'The session is missing or expired. Sign in again.'
      : status === 429 && retryAfter !== undefined
        ? `Wait ${Math.ceil(retryAfter)} s before you retry.`
        : hint;
  if (state.repeatsKey) advice += ' Its function returned it again.';
  if (status >= 500 && status !== 503) advice += checkBeforeRetry(method);
  const reason = `${responder(response, state)}${`${status} ${reasonPhrase}`.trim()}${message && `: ${message}`}${end}${advice && ` ${advice}`}`;
  return new StatusError(reason, response, retryAfter);
}

/**
 * The error for what `fetch`, or reading a body, threw. It keeps the reason as text and nothing else, because
 * what was thrown may hold the request with the API key.
 */
export function connectionError(thrown: unknown, state: RequestState, problem: string): ConnectionError {
  const reason = oneLine(state.redact(String(reasonOf(thrown))));
  return new ConnectionError(
    `${problem} (${reason}). Check the network and the \`baseUrl\`.${checkBeforeRetry(state.method)}`,
    state,
  );
}

/**
 * Why a connection failed: the `cause`, which may have only a code, is more precise than the
 * error of `fetch`.
 */
function reasonOf(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const { cause, message } = thrown;
  return (cause instanceof Error && (cause.message || Reflect.get(cause, 'code'))) || message;
}

/** A request that may take too long. */
export interface TimedRequest extends FailedRequest, Pick<CallProgress, 'pending'> {}

export function timeoutError(request: TimedRequest, timeout: number): TimeoutError {
  const [slow] = request.pending;
  const doubt = request.attempts > 0 ? checkBeforeRetry(request.method) : '';
  const [reason, advice] = slow ? [` while waiting for ${slow}`, ''] : ['', ', or request less data'];
  return new TimeoutError(
    `the timeout of ${timeout} ms expired${reason}. Increase \`timeout\`${advice}.${doubt}`,
    request,
    timeout,
  );
}

/**
 * The error for a redirect. The client follows none, because it would send the API key to another address.
 * Browsers hide the target from the page.
 */
export function redirectError(response: ResponseDetails): ResponseError {
  const [target = ''] = response.headers.location?.split(/[?#]/) ?? [];
  return new ResponseError(
    `the client does not follow the redirect to ${oneLine(target || 'another address')}. Correct \`baseUrl\` if you trust that address.`,
    response,
  );
}

/** The start of a reason that names the host if another one responded than the requested: `fetch` was redirected. */
export function responder({ url }: ResponseDetails, state: RequestState): string {
  const { origin, host } = new URL(url);
  return origin === new URL(state.url).origin ? '' : `${host} responded: `;
}

/** A sentence for requests that change something and whose response was lost. */
const checkBeforeRetry = (method: string): string =>
  /^(GET|HEAD|PUT)$/.test(method)
    ? ''
    : ' The request may still have been processed; check before you retry.';
