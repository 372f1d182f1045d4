import { ApiError } from './api-error.js';
import { brand, hasBrand } from './brand.js';
import type { FailedAnswer } from './call-error.js';

/** 429: too many requests. */
export class RateLimitError extends ApiError {
  /** How many seconds to wait, where the service says so. */
  readonly retryAfter: number | undefined;

  constructor(why: string, answer: FailedAnswer, retryAfter?: number) {
    super(why, answer);
    brand(this, 'RateLimitError');
    this.retryAfter = retryAfter;
  }
}

/** Whether `error` is a {@link RateLimitError}, also one of another copy of this package. */
export const isRateLimitError = (error: unknown): error is RateLimitError =>
  hasBrand(error, 'RateLimitError');
