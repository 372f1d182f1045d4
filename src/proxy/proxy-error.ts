import {
  isApiError,
  isConfigurationError,
  isConnectionError,
  isQueryError,
  isResponseError,
  isTimeoutError,
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

/** The browser page receives nothing of what the service sent, except how long to wait. */
export function toProxyError(error: unknown): ProxyError {
  if (error instanceof ProxyError) return error;
  if (isQueryError(error)) return new ProxyError(400, error.message, {}, error);
  if (isTimeoutError(error)) {
    if (error.message.includes('`apiKey()`')) return internalError(error); // it was too slow
    return new ProxyError(504, 'The service did not respond in time.', {}, error);
  }
  const isResponse = isApiError(error) || isResponseError(error);
  if (isResponse) Object.assign(error, { body: undefined }); // it may have hidden rows, and be logged
  if (isApiError(error, 429)) {
    const { retryAfter } = error; // parsed, so that no other text of the service is passed on
    const headers = retryAfter === undefined ? {} : { 'Retry-After': `${Math.ceil(retryAfter)}` };
    return new ProxyError(429, 'Too many requests.', headers, error);
  }
  if (isResponse || isConnectionError(error))
    return new ProxyError(502, 'The service failed.', {}, error);
  return internalError(error, isConfigurationError(error) ? undefined : SENDING);
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
