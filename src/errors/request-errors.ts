import { brand, hasBrand } from './brand.js';
import {
  assignRequest,
  assignResponse,
  type FailedRequest,
  failureMessage,
  type ResponseDetails,
} from './failed-request.js';

/**
 * No response: the service could not be reached, or the connection was lost. The message contains the reason.
 * There is no `cause`, because the error that `fetch` throws may hold the request and with it the API key.
 */
export class ConnectionError extends Error implements FailedRequest {
  declare readonly method: string;
  declare readonly path: string;
  declare readonly url: string;
  declare readonly attempts: number;

  constructor(reason: string, request: FailedRequest) {
    super(failureMessage(request, reason));
    brand(this, 'ConnectionError');
    assignRequest(this, request);
  }
}

/** Whether `error` is a {@link ConnectionError}, including one from another copy of this package. */
export const isConnectionError = (error: unknown): error is ConnectionError =>
  hasBrand(error, 'ConnectionError');

/** The call took longer than its `timeout`: every attempt, the delays between them, and reading the body. */
export class TimeoutError extends Error implements FailedRequest {
  declare readonly method: string;
  declare readonly path: string;
  declare readonly url: string;
  declare readonly attempts: number;
  /** How long the call was allowed to take, in milliseconds. */
  readonly timeout: number;

  constructor(reason: string, request: FailedRequest, timeout: number) {
    super(failureMessage(request, reason));
    brand(this, 'TimeoutError');
    assignRequest(this, request);
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

/**
 * The response is not what the service specifies: HTML, invalid JSON, a redirect, or a row of another shape.
 */
export class ResponseError extends Error implements ResponseDetails {
  declare readonly method: string;
  declare readonly path: string;
  declare readonly url: string;
  declare readonly attempts: number;
  declare readonly status: number;
  declare readonly headers: { readonly [name: string]: string };
  declare readonly body: unknown;
  declare readonly rawBody: string;
  declare readonly requestId: string | undefined;
  /** What the validator found; empty without a validator. */
  readonly issues: readonly ResponseIssue[];

  constructor(reason: string, response: ResponseDetails, issues: readonly ResponseIssue[] = []) {
    super(failureMessage(response, reason));
    brand(this, 'ResponseError');
    assignResponse(this, response);
    this.issues = issues;
  }
}

/** Whether `error` is a {@link ResponseError}, including one from another copy of this package. */
export const isResponseError = (error: unknown): error is ResponseError => hasBrand(error, 'ResponseError');
