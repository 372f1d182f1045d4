import { brand, hasBrand } from './brand.js';
import { type FailedCall, failure } from './call-error.js';

/**
 * No answer came: the service could not be reached, or the connection broke. It has no `cause`, because what `fetch`
 * throws may hold the request and with it the key; the message has its words.
 */
export class ConnectionError extends Error implements FailedCall {
  declare readonly method: string;
  declare readonly path: string;
  declare readonly attempts: number;

  constructor(why: string, call: FailedCall) {
    super(failure(call, why));
    brand(this, 'ConnectionError');
    Object.assign(this, call);
  }
}

/** Whether `error` is a {@link ConnectionError}, also one of another copy of this package. */
export const isConnectionError = (error: unknown): error is ConnectionError =>
  hasBrand(error, 'ConnectionError');
