import { ApiError } from './api-error.js';
import { brand, hasBrand } from './brand.js';
import type { FailedAnswer } from './call-error.js';

/** 401: the key is missing, unknown, expired or revoked. */
export class AuthenticationError extends ApiError {
  constructor(why: string, answer: FailedAnswer) {
    super(why, answer);
    brand(this, 'AuthenticationError');
  }
}

/** Whether `error` is an {@link AuthenticationError}, also one of another copy of this package. */
export const isAuthenticationError = (error: unknown): error is AuthenticationError =>
  hasBrand(error, 'AuthenticationError');
