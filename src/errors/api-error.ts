import { brand, hasBrand } from './brand.js';
import { carry, type FailedAnswer, failure } from './call-error.js';

/**
 * The service refused the request, or failed: an answer with an error status, or one with `errors` (decision 1). Where
 * the status has a class of its own, the error is of that class.
 */
export class ApiError extends Error implements FailedAnswer {
  declare readonly method: string;
  declare readonly path: string;
  declare readonly attempts: number;
  declare readonly status: number;
  declare readonly headers: { readonly [name: string]: string };
  declare readonly body: unknown;
  declare readonly rawBody: string;
  declare readonly requestId: string | undefined;

  constructor(why: string, answer: FailedAnswer) {
    super(failure(answer, why));
    brand(this, 'ApiError');
    carry(this, answer);
  }
}

/** Whether `error` is an {@link ApiError} of any status, also one of another copy of this package. */
export const isApiError = (error: unknown): error is ApiError => hasBrand(error, 'ApiError');
