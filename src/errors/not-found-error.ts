import { ApiError } from './api-error.js';
import { brand, hasBrand } from './brand.js';
import type { FailedAnswer } from './call-error.js';

/** 404: there is nothing of that id, or nothing at that path. */
export class NotFoundError extends ApiError {
  constructor(why: string, answer: FailedAnswer) {
    super(why, answer);
    brand(this, 'NotFoundError');
  }
}

/** Whether `error` is a {@link NotFoundError}, also one of another copy of this package. */
export const isNotFoundError = (error: unknown): error is NotFoundError => hasBrand(error, 'NotFoundError');
