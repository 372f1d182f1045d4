import type { FailedRequest } from '../errors/failed-request.js';
import { TimeoutError } from '../errors/request-errors.js';
import { checkBeforeRetry } from './doubt.js';

/** The error of a call that took longer than it may. */
export const timeoutError = (call: FailedRequest, timeout: number): TimeoutError =>
  new TimeoutError(
    `it took longer than ${timeout} ms. Raise \`timeout\`, or ask for less.${call.attempts > 0 ? checkBeforeRetry(call.method) : ''}`,
    call,
    timeout,
  );
