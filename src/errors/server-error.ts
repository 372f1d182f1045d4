import { ApiError } from './api-error.js';
import { brand, hasBrand } from './brand.js';
import type { FailedAnswer } from './call-error.js';

/** 500 and above: the service itself failed. */
export class ServerError extends ApiError {
  constructor(why: string, answer: FailedAnswer) {
    super(why, answer);
    brand(this, 'ServerError');
  }
}

/** Whether `error` is a {@link ServerError}, also one of another copy of this package. */
export const isServerError = (error: unknown): error is ServerError => hasBrand(error, 'ServerError');
