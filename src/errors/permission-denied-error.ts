import { ApiError } from './api-error.js';
import { brand, hasBrand } from './brand.js';
import type { FailedAnswer } from './call-error.js';

/** 403: the role of the key does not allow the call. */
export class PermissionDeniedError extends ApiError {
  constructor(why: string, answer: FailedAnswer) {
    super(why, answer);
    brand(this, 'PermissionDeniedError');
  }
}

/** Whether `error` is a {@link PermissionDeniedError}, also one of another copy of this package. */
export const isPermissionDeniedError = (error: unknown): error is PermissionDeniedError =>
  hasBrand(error, 'PermissionDeniedError');
