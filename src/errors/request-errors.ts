import { brand, hasBrand } from './brand.js';
import { type FailedRequest, RequestError, RespondedError, type ResponseDetails } from './failed-request.js';

/**
 * No response: the service could not be reached, or the connection was lost. The message contains the reason.
 * There is no `cause`, because the error that `fetch` throws may hold the request and with it the API key.
 */
export class ConnectionError extends RequestError {
  constructor(reason: string, request: FailedRequest) {
    super(reason, request);
    brand(this, 'ConnectionError');
  }
}

/** Whether `error` is a {@link ConnectionError}, including one from another copy of this package. */
export const isConnectionError = (error: unknown): error is ConnectionError =>
  hasBrand(error, 'ConnectionError');

/** The call took longer than its `timeout`: every attempt, the delays between them, and reading the body. */
export class TimeoutError extends RequestError {
  /** How long the call was allowed to take, in milliseconds. */
  readonly timeout: number;

  constructor(reason: string, request: FailedRequest, timeout: number) {
    super(reason, request);
    brand(this, 'TimeoutError');
    this.timeout = timeout;
  }
}

/** Whether `error` is a {@link TimeoutError}, including one from another copy of this package. */
export const isTimeoutError = (error: unknown): error is TimeoutError => hasBrand(error, 'TimeoutError');

/** One difference between a response and the shape that the query requires. */
export interface ResponseIssue {
  /** Where in the data, such as `[3].unit.symbol`; empty for the data as a whole. */
  readonly path: string;
  readonly message: string;
}

/** The response is not what the service specifies: HTML, invalid JSON, a redirect, or a row of another shape. */
export class ResponseError extends RespondedError {
  /** What the validator found; empty without a validator. */
  readonly issues: readonly ResponseIssue[];

  constructor(reason: string, response: ResponseDetails, issues: readonly ResponseIssue[] = []) {
    super(reason, response);
    brand(this, 'ResponseError');
    this.issues = issues;
  }
}

/** Whether `error` is a {@link ResponseError}, including one from another copy of this package. */
export const isResponseError = (error: unknown): error is ResponseError => hasBrand(error, 'ResponseError');
