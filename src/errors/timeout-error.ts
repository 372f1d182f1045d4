import { brand, hasBrand } from './brand.js';
import { type FailedCall, failure } from './call-error.js';

/** The whole call, with every attempt, the waits between them and the body, took longer than `timeout` allows. */
export class TimeoutError extends Error implements FailedCall {
  readonly method: string;
  readonly path: string;
  readonly attempts: number;
  /** How long the call was allowed to take, in milliseconds. */
  readonly timeout: number;

  constructor(why: string, call: FailedCall, timeout: number) {
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
