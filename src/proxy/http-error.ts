import { isApiError } from '../errors/api-errors.js';
import { isConnectionError, isResponseError, isTimeoutError } from '../errors/request-errors.js';
import { isQueryError } from '../errors/usage-errors.js';
import { UnexpectedResponse } from './visible-rows.js';

/** A request that the proxy rejects. The page receives the message; `cause` is for the operator. */
export class HttpError extends Error {
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
 * Runs code of the application. Whatever it throws becomes a 500 without details: it must not be mistaken for an error of
 * the page's query or of the service.
 */
export async function runApplicationCode<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw new HttpError(500, 'Internal error.', {}, error);
  }
}

/** The response to an error. The page receives nothing of what the service sent, except how long to wait. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (isQueryError(error)) return new HttpError(400, error.message, {}, error);
  if (isTimeoutError(error)) return new HttpError(504, 'The service did not respond in time.', {}, error);
  if (isApiError(error) && error.status === 429) {
    const retryAfter = error.headers['retry-after'];
    const headers = retryAfter === undefined ? {} : { 'Retry-After': retryAfter };
    return new HttpError(429, 'Too many requests.', headers, error);
  }
  const isUpstream =
    isApiError(error) ||
    isConnectionError(error) ||
    isResponseError(error) ||
    error instanceof UnexpectedResponse;
  return isUpstream
    ? new HttpError(502, 'The service failed.', {}, error)
    : new HttpError(500, 'Internal error.', {}, error);
}
