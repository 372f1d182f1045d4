import {
  type ApiError,
  type ErrorHandlers,
  handleError,
  isTimeoutError,
  type ResponseError,
} from '../errors.js';
import { kindOf, oneLine } from '../messages/describe.js';

/** A rejected request. The browser page receives the message; `cause` is for the operator. */
export class ProxyError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
    cause?: unknown,
    /** The function of the application that threw the cause, such as `authenticate()`. */
    readonly source?: string,
  ) {
    super(message, { cause });
  }
}

export const TOO_LONG = 'The query is too long.';

/** The response to an error that is none of the browser page and none of the service. */
export const internalError = (cause: unknown, source?: string): ProxyError =>
  new ProxyError(500, 'Internal error.', {}, cause, source);

/** The response to an error of each class. */
const rejections: ErrorHandlers<ProxyError> = {
  QueryError: (error) => new ProxyError(400, error.message, {}, error),
  ConfigurationError: (error) => internalError(error),
  TimeoutError: (error) =>
    error.message.includes('`apiKey()`') // it was too slow
      ? internalError(error)
      : new ProxyError(504, 'The service did not respond in time.', {}, error),
  ConnectionError: failed,
  ApiError(error) {
    removeBody(error);
    return error.status === 429 ? tooManyRequests(error) : failed(error);
  },
  ResponseError(error) {
    removeBody(error);
    return failed(error);
  },
};

/** The browser page receives nothing of what the service sent, except how long to wait. */
export const toProxyError = (error: unknown): ProxyError =>
  error instanceof ProxyError
    ? error
    : (handleError(error, rejections) ?? internalError(error, SENDING));

/** It may have hidden rows, and the operator may log the error. */
function removeBody(error: ApiError | ResponseError): void {
  Object.assign(error, { body: undefined });
}

function failed(error: Error): ProxyError {
  return new ProxyError(502, 'The service failed.', {}, error);
}

function tooManyRequests(error: ApiError): ProxyError {
  const { retryAfter } = error; // parsed, so that no other text of the service is passed on
  const headers = retryAfter === undefined ? {} : { 'Retry-After': `${Math.ceil(retryAfter)}` };
  return new ProxyError(429, 'Too many requests.', headers, error);
}

export const SENDING = 'fetch or middleware';

/** What an operator reads. The message of an error of the application may contain secrets. */
export function logMessage({ status, message, cause, source }: ProxyError): string {
  const [name, text] = cause instanceof Error ? [cause.name, cause.message] : [kindOf(cause), ''];
  const isOfPackage = isTimeoutError(cause) || !source;
  const reason = isOfPackage ? text : `\`${source}\` threw an exception (${name}).`;
  // The query of a browser page could contain line breaks.
  return oneLine([status, message, reason !== message && reason].filter(Boolean).join(' '));
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
