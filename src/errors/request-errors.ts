import { brand, hasBrand } from './brand.js';
import { carry, type ErrorResponse, type FailedRequest, failure } from './failed-request.js';

/**
 * No answer came: the service could not be reached, or the connection broke. It has no `cause`, because what `fetch`
 * throws may hold the request and with it the key; the message has its words.
 */
export class ConnectionError extends Error implements FailedRequest {
  readonly method: string;
  readonly path: string;
  readonly attempts: number;

  constructor(why: string, call: FailedRequest) {
    super(failure(call, why));
    brand(this, 'ConnectionError');
    this.method = call.method;
    this.path = call.path;
    this.attempts = call.attempts;
  }
}

/** Whether `error` is a {@link ConnectionError}, also one of another copy of this package. */
export const isConnectionError = (error: unknown): error is ConnectionError =>
  hasBrand(error, 'ConnectionError');

/** The whole call, with every attempt, the waits between them and the body, took longer than `timeout` allows. */
export class TimeoutError extends Error implements FailedRequest {
  readonly method: string;
  readonly path: string;
  readonly attempts: number;
  /** How long the call was allowed to take, in milliseconds. */
  readonly timeout: number;

  constructor(why: string, call: FailedRequest, timeout: number) {
    super(failure(call, why));
    brand(this, 'TimeoutError');
    this.method = call.method;
    this.path = call.path;
    this.attempts = call.attempts;
    this.timeout = timeout;
  }
}

/** Whether `error` is a {@link TimeoutError}, also one of another copy of this package. */
export const isTimeoutError = (error: unknown): error is TimeoutError => hasBrand(error, 'TimeoutError');

/** Something in an answer that is not as the service promises. */
export interface ResponseIssue {
  /** Where in the data: `[3].unit.symbol`; empty for the whole. */
  readonly path: string;
  readonly message: string;
}

/** An answer came, but it is not what the service promises: HTML, broken JSON, a redirect, a row of another shape. */
export class ResponseError extends Error implements ErrorResponse {
  declare readonly method: string;
  declare readonly path: string;
  declare readonly attempts: number;
  declare readonly status: number;
  declare readonly headers: { readonly [name: string]: string };
  declare readonly body: unknown;
  declare readonly rawBody: string;
  declare readonly requestId: string | undefined;
  /** What a validator found; empty where there was none or nothing to look at. */
  readonly issues: readonly ResponseIssue[];

  constructor(why: string, answer: ErrorResponse, issues: readonly ResponseIssue[] = []) {
    super(failure(answer, why));
    brand(this, 'ResponseError');
    carry(this, answer);
    this.issues = issues;
  }
}

/** Whether `error` is a {@link ResponseError}, also one of another copy of this package. */
export const isResponseError = (error: unknown): error is ResponseError => hasBrand(error, 'ResponseError');
