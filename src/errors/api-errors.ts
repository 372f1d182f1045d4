import { brand, hasBrand } from './brand.js';
import { carry, type ErrorResponse, failure } from './failed-request.js';

/**
 * The service refused the request, or failed: an answer with an error status, or one with `errors` (decision 1). Where
 * the status has a class of its own, the error is of that class.
 */
export class ApiError extends Error implements ErrorResponse {
  declare readonly method: string;
  declare readonly path: string;
  declare readonly attempts: number;
  declare readonly status: number;
  declare readonly headers: { readonly [name: string]: string };
  declare readonly body: unknown;
  declare readonly rawBody: string;
  declare readonly requestId: string | undefined;

  constructor(why: string, answer: ErrorResponse) {
    super(failure(answer, why));
    brand(this, 'ApiError');
    carry(this, answer);
  }
}

/** Whether `error` is an {@link ApiError} of any status, also one of another copy of this package. */
export const isApiError = (error: unknown): error is ApiError => hasBrand(error, 'ApiError');

/** 400: the service did not understand the query or the body. */
export class BadRequestError extends ApiError {
  constructor(why: string, answer: ErrorResponse) {
    super(why, answer);
    brand(this, 'BadRequestError');
  }
}

/** Whether `error` is a {@link BadRequestError}, also one of another copy of this package. */
export const isBadRequestError = (error: unknown): error is BadRequestError =>
  hasBrand(error, 'BadRequestError');

/** 401: the key is missing, unknown, expired or revoked. */
export class AuthenticationError extends ApiError {
  constructor(why: string, answer: ErrorResponse) {
    super(why, answer);
    brand(this, 'AuthenticationError');
  }
}

/** Whether `error` is an {@link AuthenticationError}, also one of another copy of this package. */
export const isAuthenticationError = (error: unknown): error is AuthenticationError =>
  hasBrand(error, 'AuthenticationError');

/** 403: the role of the key does not allow the call. */
export class PermissionDeniedError extends ApiError {
  constructor(why: string, answer: ErrorResponse) {
    super(why, answer);
    brand(this, 'PermissionDeniedError');
  }
}

/** Whether `error` is a {@link PermissionDeniedError}, also one of another copy of this package. */
export const isPermissionDeniedError = (error: unknown): error is PermissionDeniedError =>
  hasBrand(error, 'PermissionDeniedError');

/** 404: there is nothing of that id, or nothing at that path. */
export class NotFoundError extends ApiError {
  constructor(why: string, answer: ErrorResponse) {
    super(why, answer);
    brand(this, 'NotFoundError');
  }
}

/** Whether `error` is a {@link NotFoundError}, also one of another copy of this package. */
export const isNotFoundError = (error: unknown): error is NotFoundError => hasBrand(error, 'NotFoundError');

/** 409: the call does not fit the state of what it is about. */
export class ConflictError extends ApiError {
  constructor(why: string, answer: ErrorResponse) {
    super(why, answer);
    brand(this, 'ConflictError');
  }
}

/** Whether `error` is a {@link ConflictError}, also one of another copy of this package. */
export const isConflictError = (error: unknown): error is ConflictError => hasBrand(error, 'ConflictError');

/** 422: the request is well formed, but its values can't be right. */
export class UnprocessableEntityError extends ApiError {
  constructor(why: string, answer: ErrorResponse) {
    super(why, answer);
    brand(this, 'UnprocessableEntityError');
  }
}

/** Whether `error` is an {@link UnprocessableEntityError}, also one of another copy of this package. */
export const isUnprocessableEntityError = (error: unknown): error is UnprocessableEntityError =>
  hasBrand(error, 'UnprocessableEntityError');

/** 429: too many requests. */
export class RateLimitError extends ApiError {
  /** How many seconds to wait, where the service says so. */
  readonly retryAfter: number | undefined;

  constructor(why: string, answer: ErrorResponse, retryAfter?: number) {
    super(why, answer);
    brand(this, 'RateLimitError');
    this.retryAfter = retryAfter;
  }
}

/** Whether `error` is a {@link RateLimitError}, also one of another copy of this package. */
export const isRateLimitError = (error: unknown): error is RateLimitError =>
  hasBrand(error, 'RateLimitError');

/** 500 and above: the service itself failed. */
export class ServerError extends ApiError {
  constructor(why: string, answer: ErrorResponse) {
    super(why, answer);
    brand(this, 'ServerError');
  }
}

/** Whether `error` is a {@link ServerError}, also one of another copy of this package. */
export const isServerError = (error: unknown): error is ServerError => hasBrand(error, 'ServerError');
