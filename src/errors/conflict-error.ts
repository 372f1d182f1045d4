import { ApiError } from './api-error.js';
import { brand, hasBrand } from './brand.js';
import type { FailedAnswer } from './call-error.js';

/** 409: the call does not fit the state of what it is about. */
export class ConflictError extends ApiError {
  constructor(why: string, answer: FailedAnswer) {
    super(why, answer);
    brand(this, 'ConflictError');
  }
}

/** Whether `error` is a {@link ConflictError}, also one of another copy of this package. */
export const isConflictError = (error: unknown): error is ConflictError => hasBrand(error, 'ConflictError');
