import type { RequestSender } from '../client/request-sender.js';
import { isApiError, isRateLimitError } from '../errors/api-errors.js';
import { isBranded } from '../errors/brand.js';
import { redactError } from '../errors/caller-stack.js';
import { isConnectionError, isResponseError, isTimeoutError } from '../errors/request-errors.js';
import { isConfigurationError, isQueryError } from '../errors.js';
import type { TimedRequest } from '../http/response.js';
import { kindOf, oneLine } from '../values/describe.js';

/**
 * A request that the proxy rejects. The browser page receives the message; `cause` is for the
 * operator.
 */
export class ProxyError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
    cause?: unknown,
    /** The function of the application that threw the cause, such as \`authenticate()\`. */
    readonly source?: string,
  ) {
    super(message, { cause });
  }
}

/**
 * Runs code of the application. Whatever it throws becomes a 500 without details: it must not be
 * mistaken for an error of the query of the browser page or of the service.
 */
export async function runApplicationCode<Result>(
  name: string,
  pending: string[],
  run: () => Result | Promise<Result>,
): Promise<Result> {
  pending.push(name);
  try {
    return await run();
  } catch (error) {
    throw internalError(error, name);
  } finally {
    pending.splice(pending.indexOf(name), 1);
  }
}

/** The response to an error that is none of the browser page and none of the service. */
export const internalError = (cause: unknown, source?: string): ProxyError =>
  new ProxyError(500, 'Internal error.', {}, cause, source);

export const SENDING = '`fetch` or `middleware`';

/**
 * The response to an error. The browser page receives nothing of what the service sent, except how
 * long to wait.
 */
function toProxyError(error: unknown, pending: readonly string[]): ProxyError {
  if (error instanceof ProxyError) return error;
  if (isQueryError(error)) return new ProxyError(400, error.message, {}, error);
  if (isTimeoutError(error) && pending.length === 0)
    return new ProxyError(504, 'The service did not respond in time.', {}, error);
  if (isRateLimitError(error)) {
    const { retryAfter } = error; // parsed, so that no other text of the service is passed on
    const headers = retryAfter === undefined ? {} : { 'Retry-After': `${Math.ceil(retryAfter)}` };
    return new ProxyError(429, 'Too many requests.', headers, error);
  }
  const isOfService = isApiError(error) || isConnectionError(error) || isResponseError(error);
  if (isOfService) return new ProxyError(502, 'The service failed.', {}, error);
  return internalError(
    error,
    isTimeoutError(error) || isConfigurationError(error) ? undefined : SENDING,
  );
}

/**
 * What an operator reads in the log. The message of an error of the application may contain
 * secrets.
 */
function logMessage({ status, message, cause, source }: ProxyError): string {
  const isError = cause instanceof Error;
  const reason = source
    ? `${source} threw an exception (${isError ? cause.name : kindOf(cause)}).`
    : isError && cause.message;
  // The query of a browser page could contain line breaks.
  return oneLine([status, message, reason !== message && reason].filter(Boolean).join(' '));
}

interface RejectOptions {
  readonly onError: ((error: unknown, request: Request) => unknown) | undefined;
  readonly sender: RequestSender;
  /** Whether nothing but the console can receive an error. */
  readonly isUnwatched: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

export function reject(
  error: unknown,
  request: Request,
  { path, pending }: TimedRequest,
  { sender, onError, isUnwatched, headers }: RejectOptions,
): Response {
  if (request.signal.aborted) return jsonResponse(499, { errors: ['The request was aborted.'] });
  const { redact } = sender.keys;
  const rejection = toProxyError(error, pending);
  const { status, message, cause = error } = rejection;
  if (isBranded(cause)) redactError(cause, redact); // for the operator
  const line = `${request.method} ${path} was rejected: ${logMessage(rejection)}`;
  sender.warn(() => line);
  if (status >= 500 || status === 429) {
    if (isUnwatched) console.error(redact(line));
    else callInBackground(() => onError?.(cause, request));
  }
  return jsonResponse(status, { errors: [redact(message)] }, { ...headers, ...rejection.headers });
}

/** Calls a function that may be async. The response neither waits for it nor fails with it. */
function callInBackground(run: () => unknown): void {
  (async () => run())().catch(() => {});
}

/** Creates a response that no cache shares between sessions. */
export const jsonResponse = (
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'private, no-store',
      Vary: 'Cookie, Authorization',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    },
  });
