import { brand, hasBrand } from './brand.js';

/** What is known about a request that failed. */
export interface FailedRequest {
  /** The HTTP method, such as `GET`. */
  readonly method: string;
  /** The path below `baseUrl`, without the query: `/v1/balances`. */
  readonly path: string;
  /**
   * The address that was requested, or that responded: origin and path, without query and
   * credentials.
   */
  readonly url: string;
  /**
   * How many times the client tried to send the request; of a call with several requests, the most
   * of one.
   */
  readonly attempts: number;
}

/**
 * The response that an error is about. Text that may contain the API key is replaced with
 * `[redacted]`.
 */
export interface ResponseDetails extends FailedRequest {
  /** The HTTP status. */
  readonly status: number;
  /** The response headers by lower-case name, without cookies and credentials. */
  readonly headers: { readonly [name: string]: string };
  /** The body parsed as JSON; `undefined` if it is not JSON. */
  readonly body: unknown;
  /** The first 64 KiB of the body as text. Not enumerable, so that a printed error is short. */
  readonly rawBody: string;
  /** The request id that the service sent in a response header, if any. */
  readonly requestId: string | undefined;
}

abstract class RequestError extends Error implements FailedRequest {
  declare readonly method: string;
  declare readonly path: string;
  declare readonly url: string;
  declare readonly attempts: number;
  /** Why it failed. Not enumerable, because `message` contains it. */
  declare readonly reason: string;
  /**
   * What to do about it; empty if there is nothing to say. Not enumerable, because `message`
   * contains it.
   */
  declare readonly advice: string;

  constructor(reason: string, request: FailedRequest, advice = '') {
    super(failureMessage(request, advice ? `${reason} ${advice}` : reason));
    const { method, path, url, attempts } = request;
    Object.assign(this, { method, path, url, attempts });
    Object.defineProperties(this, { reason: { value: reason }, advice: { value: advice } });
  }
}

export abstract class RespondedError extends RequestError implements ResponseDetails {
  declare readonly status: number;
  declare readonly headers: { readonly [name: string]: string };
  declare readonly body: unknown;
  declare readonly rawBody: string;
  declare readonly requestId: string | undefined;

  constructor(reason: string, response: ResponseDetails, advice?: string) {
    super(reason, response, advice);
    Object.assign(this, response);
    Object.defineProperty(this, 'rawBody', { enumerable: false });
  }
}

/** The message of an error about a request. Only this function writes the prefix. */
export const failureMessage = ({ method, path, attempts }: FailedRequest, reason: string): string =>
  `${method} ${path} failed${attempts > 1 ? ` after ${attempts} attempts` : ''}: ${reason}`;

/**
 * No response: the service could not be reached, or the connection was lost. The message contains
 * the reason. There is no `cause`, because the error that `fetch` throws may hold the request and
 * with it the API key.
 */
export class ConnectionError extends RequestError {
  constructor(reason: string, request: FailedRequest, advice?: string) {
    super(reason, request, advice);
    brand(this, 'ConnectionError');
  }
}

/**
 * Whether `error` is a {@link ConnectionError}, including one from another copy of this package.
 */
export const isConnectionError = (error: unknown): error is ConnectionError =>
  hasBrand(error, 'ConnectionError');

/**
 * The call took longer than its `timeout`: every attempt, the delays between them, and reading the
 * body.
 */
export class TimeoutError extends RequestError {
  /** How long the call was allowed to take, in milliseconds. */
  declare readonly timeout: number;

  constructor(reason: string, request: FailedRequest, timeout: number, advice?: string) {
    super(reason, request, advice);
    brand(this, 'TimeoutError');
    this.timeout = timeout;
  }
}

/**
 * Whether `error` is a {@link TimeoutError}, including one from another copy of this package. The
 * error of a signal of your own, such as `AbortSignal.timeout()`, is not: a call rejects with the
 * reason of its signal.
 */
export const isTimeoutError = (error: unknown): error is TimeoutError =>
  hasBrand(error, 'TimeoutError');

/** One difference between a response and the shape that the query requires. */
export interface ResponseIssue {
  /** Where in the data, such as `[3].unit.symbol`; empty for the data as a whole. */
  readonly path: string;
  readonly message: string;
}

/**
 * The response is not what the service specifies: HTML, invalid JSON, a redirect, or a row of
 * another shape.
 */
export class ResponseError extends RespondedError {
  /** What the validator found; empty without a validator. */
  declare readonly issues: readonly ResponseIssue[];

  constructor(
    reason: string,
    response: ResponseDetails,
    issues: readonly ResponseIssue[] = [],
    advice?: string,
  ) {
    super(reason, response, advice);
    brand(this, 'ResponseError');
    this.issues = issues;
  }
}

/** Whether `error` is a {@link ResponseError}, including one from another copy of this package. */
export const isResponseError = (error: unknown): error is ResponseError =>
  hasBrand(error, 'ResponseError');
