import {
  type ApiError,
  type ErrorHandlers,
  handleError,
  isTimeoutError,
  type ResponseError,
} from '../errors.js';
import { RejectionError } from '../http/rejection-error.js';
import { describe, kindOf, oneLine } from '../messages/describe.js';

export const TOO_LONG =
  'The query is too long with the policies. Set a smaller `dialect.maxUrlLength` in the client.';

/** The response to an error in the backend, not in the browser's request or at the service. */
export const internalError = (cause: unknown, source?: string): RejectionError =>
  new RejectionError(500, 'Internal error.', { cause, source });

/**
 * The response for a row that is missing or hidden.
 *
 * @param received - Why a row that the service returned is hidden.
 */
export const noSuchRow = (resource: string, id: string, received?: ResponseError): RejectionError =>
  new RejectionError(404, `No row of ${resource} has the id ${describe(id)}.`, {
    cause: received && withoutBody(received),
  });

/** The response to an error of each class. */
const rejections: ErrorHandlers<RejectionError> = {
  QueryError: (error) => new RejectionError(400, error.message, { cause: error }),
  ConfigurationError: (error) => internalError(error),
  TimeoutError: (error) =>
    error.message.includes('`apiKey()`') // it was too slow
      ? internalError(error)
      : new RejectionError(504, 'The service did not respond in time.', { cause: error }),
  ConnectionError: failed,
  ApiError: (error) =>
    error.status === 429 ? tooManyRequests(withoutBody(error)) : failed(withoutBody(error)),
  ResponseError: (error) => failed(withoutBody(error)),
};

/** The browser receives nothing of what the service sent, except how long to wait. */
export const toRejection = (error: unknown): RejectionError =>
  error instanceof RejectionError
    ? error
    : (handleError(error, rejections) ?? internalError(error, SENDING));

/** It may have hidden rows, and the operator may log the error. */
function withoutBody<Failure extends ApiError | ResponseError>(error: Failure): Failure {
  return Object.assign(error, { body: undefined });
}

function failed(error: Error): RejectionError {
  return new RejectionError(502, 'The service failed.', { cause: error });
}

function tooManyRequests(error: ApiError): RejectionError {
  const { retryAfter } = error; // parsed, so that no other text of the service is passed on
  const headers = retryAfter === undefined ? {} : { 'Retry-After': `${Math.ceil(retryAfter)}` };
  return new RejectionError(429, 'Too many requests.', { headers, cause: error });
}

export const SENDING = 'fetch or middleware';

/** What an operator reads. The message of an error of the application may contain secrets. */
export function logMessage({ status, message, cause, source }: RejectionError): string {
  const [name, text] = cause instanceof Error ? [cause.name, cause.message] : [kindOf(cause), ''];
  const isOfPackage = isTimeoutError(cause) || !source;
  const reason = isOfPackage ? text : `\`${source}\` threw an exception (${name}).`;
  // The query of a browser could contain line breaks.
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
