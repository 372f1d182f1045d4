import { ApiError } from './api-error.js';
import { brand, hasBrand } from './brand.js';
import type { FailedAnswer } from './call-error.js';

/** 422: the request is well formed, but its values can't be right. */
export class UnprocessableEntityError extends ApiError {
  constructor(why: string, answer: FailedAnswer) {
    super(why, answer);
    brand(this, 'UnprocessableEntityError');
  }
}

/** Whether `error` is an {@link UnprocessableEntityError}, also one of another copy of this package. */
export const isUnprocessableEntityError = (error: unknown): error is UnprocessableEntityError =>
  hasBrand(error, 'UnprocessableEntityError');
