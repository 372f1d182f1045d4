import type { FailedCall } from '../errors/call-error.js';
import { TimeoutError } from '../errors/timeout-error.js';
import { doubt } from './doubt.js';

/** The error of a call that took longer than it may. */
export const tooLate = (call: FailedCall, timeout: number): TimeoutError =>
  new TimeoutError(
    `it took longer than ${timeout} ms. Raise \`timeout\`, or ask for less.${call.attempts > 0 ? doubt(call.method) : ''}`,
    call,
    timeout,
  );
