import { brand, hasBrand } from './brand.js';
import { type FailedCall, failure } from './call-error.js';

/**
 * No answer came: the service could not be reached, or the connection broke. It has no `cause`, because what `fetch`
 * throws may hold the request and with it the key; the message has its words.
 */
export class ConnectionError extends Error implements FailedCall {
  readonly method: string;
  readonly path: string;
  readonly attempts: number;

  constructor(why: string, call: FailedCall) {
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
