import { isApiError, isRateLimitError } from '../errors/api-errors.js';
import { isConnectionError, isResponseError, isTimeoutError } from '../errors/request-errors.js';
import { isConfigurationError, isQueryError } from '../errors/usage-errors.js';
import { oneLine } from '../values/response-message.js';

/** A request that the proxy rejects. The page receives the message; `cause` is for the operator. */
export class ProxyError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/**
 * Runs code of the application. Whatever it throws becomes a 500 without details: it must not be mistaken for
 * an error of the page's query or of the service.
 */
export async function runApplicationCode<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw internalError(error);
  }
}

/** The response to an error that is none of the page and none of the service. */
export const internalError = (cause: unknown): ProxyError =>
  new ProxyError(500, 'Internal error.', {}, cause);

/** The response to an error. The page receives nothing of what the service sent, except how long to wait. */
export function toProxyError(error: unknown): ProxyError {
  if (error instanceof ProxyError) return error;
  if (isQueryError(error)) return new ProxyError(400, error.message, {}, error);
  if (isTimeoutError(error)) return new ProxyError(504, 'The service did not respond in time.', {}, error);
  if (isRateLimitError(error)) {
    const { retryAfter } = error; // parsed, so that no other text of the service is passed on
    const headers = retryAfter === undefined ? {} : { 'Retry-After': `${Math.ceil(retryAfter)}` };
    return new ProxyError(429, 'Too many requests.', headers, error);
  }
  const isOfService = isApiError(error) || isConnectionError(error) || isResponseError(error);
  return isOfService ? new ProxyError(502, 'The service failed.', {}, error) : internalError(error);
}

/** What an operator reads in the log. Errors of the application are left out: they may contain secrets. */
export function logMessage({ status, message, cause }: ProxyError): string {
  const isOwn = [isApiError, isConnectionError, isResponseError, isTimeoutError, isConfigurationError].some(
    (guard) => guard(cause),
  );
  const reason = isOwn && cause instanceof Error ? ` ${cause.message}` : '';
  return oneLine(`${status} ${message}${reason}`); // the query of a page could contain line breaks
}
