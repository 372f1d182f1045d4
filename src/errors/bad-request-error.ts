import { ApiError } from './api-error.js';
import { brand, hasBrand } from './brand.js';
import type { FailedAnswer } from './call-error.js';

/** 400: the service did not understand the query or the body. */
export class BadRequestError extends ApiError {
  constructor(why: string, answer: FailedAnswer) {
    super(why, answer);
    brand(this, 'BadRequestError');
  }
}

/** Whether `error` is a {@link BadRequestError}, also one of another copy of this package. */
export const isBadRequestError = (error: unknown): error is BadRequestError =>
  hasBrand(error, 'BadRequestError');
