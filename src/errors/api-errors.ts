import { brand, hasBrand } from './brand.js';
import { RespondedError, type ResponseDetails } from './request-errors.js';

/**
 * The response has an error status, or a body with `errors`. Common statuses have a subclass, such
 * as {@link NotFoundError}.
 */
export class ApiError extends RespondedError {
  constructor(reason: string, response: ResponseDetails, advice?: string) {
    super(reason, response, advice);
    brand(this, 'ApiError');
  }
}

/**
 * Whether `error` is an {@link ApiError} of any status, including one from another copy of this
 * package.
 */
export const isApiError = (error: unknown): error is ApiError => hasBrand(error, 'ApiError');

/** 400: the service rejected the query or the body of the request. */
export class BadRequestError extends ApiError {
  constructor(reason: string, response: ResponseDetails, advice?: string) {
    super(reason, response, advice);
    brand(this, 'BadRequestError');
  }
}

/**
 * Whether `error` is a {@link BadRequestError}, including one from another copy of this package.
 */
export const isBadRequestError = (error: unknown): error is BadRequestError =>
  hasBrand(error, 'BadRequestError');

/** 401: the API key is missing, unknown, expired or revoked. */
export class AuthenticationError extends ApiError {
  constructor(reason: string, response: ResponseDetails, advice?: string) {
    super(reason, response, advice);
    brand(this, 'AuthenticationError');
  }
}

/**
 * Whether `error` is an {@link AuthenticationError}, including one from another copy of this
 * package.
 */
export const isAuthenticationError = (error: unknown): error is AuthenticationError =>
  hasBrand(error, 'AuthenticationError');

/** 403: the role of the API key does not allow the request. */
export class PermissionDeniedError extends ApiError {
  constructor(reason: string, response: ResponseDetails, advice?: string) {
    super(reason, response, advice);
    brand(this, 'PermissionDeniedError');
  }
}

/**
 * Whether `error` is a {@link PermissionDeniedError}, including one from another copy of this
 * package.
 */
export const isPermissionDeniedError = (error: unknown): error is PermissionDeniedError =>
  hasBrand(error, 'PermissionDeniedError');

/** 404: no row has this id, or the service has no such path. */
export class NotFoundError extends ApiError {
  constructor(reason: string, response: ResponseDetails, advice?: string) {
    super(reason, response, advice);
    brand(this, 'NotFoundError');
  }
}

/** Whether `error` is a {@link NotFoundError}, including one from another copy of this package. */
export const isNotFoundError = (error: unknown): error is NotFoundError =>
  hasBrand(error, 'NotFoundError');

/** 409: the request conflicts with the current state of the resource. */
export class ConflictError extends ApiError {
  constructor(reason: string, response: ResponseDetails, advice?: string) {
    super(reason, response, advice);
    brand(this, 'ConflictError');
  }
}

/** Whether `error` is a {@link ConflictError}, including one from another copy of this package. */
export const isConflictError = (error: unknown): error is ConflictError =>
  hasBrand(error, 'ConflictError');

/** 422: the request is well-formed, but the service rejected its values. */
export class UnprocessableEntityError extends ApiError {
  constructor(reason: string, response: ResponseDetails, advice?: string) {
    super(reason, response, advice);
    brand(this, 'UnprocessableEntityError');
  }
}

/**
 * Whether `error` is an {@link UnprocessableEntityError}, including one from another copy of this
 * package.
 */
export const isUnprocessableEntityError = (error: unknown): error is UnprocessableEntityError =>
  hasBrand(error, 'UnprocessableEntityError');

/** 429: too many requests. */
export class RateLimitError extends ApiError {
  /**
   * Seconds to wait before the next request, from `Retry-After`; `undefined` without this header.
   */
  declare readonly retryAfter: number | undefined;

  constructor(reason: string, response: ResponseDetails, advice?: string, retryAfter?: number) {
    super(reason, response, advice);
    brand(this, 'RateLimitError');
    this.retryAfter = retryAfter;
  }
}

/** Whether `error` is a {@link RateLimitError}, including one from another copy of this package. */
export const isRateLimitError = (error: unknown): error is RateLimitError =>
  hasBrand(error, 'RateLimitError');

/** 500 to 599: the service failed to process the request. */
export class ServerError extends ApiError {
  constructor(reason: string, response: ResponseDetails, advice?: string) {
    super(reason, response, advice);
    brand(this, 'ServerError');
  }
}

/** Whether `error` is a {@link ServerError}, including one from another copy of this package. */
export const isServerError = (error: unknown): error is ServerError =>
  hasBrand(error, 'ServerError');

/**
 * How an error status is reported: the class; what the caller can do, as a sentence; and the reason
 * phrase of HTTP, because HTTP/2 does not transfer one.
 */
export type ErrorStatus = readonly [
  error: new (
    reason: string,
    response: ResponseDetails,
    advice?: string,
    retryAfter?: number,
  ) => ApiError,
  hint: string,
  reasonPhrase?: string,
];

const errorStatuses: { readonly [status: number]: ErrorStatus } = {
  400: [BadRequestError, 'Correct the query or the body.', 'Bad Request'],
  401: [AuthenticationError, 'Check the `apiKey`.', 'Unauthorized'],
  403: [PermissionDeniedError, 'Check the role of the API key.', 'Forbidden'],
  404: [NotFoundError, 'Check the id and the `baseUrl`.', 'Not Found'],
  409: [ConflictError, 'Read the current state, then retry.', 'Conflict'],
  422: [UnprocessableEntityError, 'Correct the values of the request.', 'Unprocessable Entity'],
  429: [RateLimitError, 'Wait before you retry.', 'Too Many Requests'],
};

const serverError: ErrorStatus = [ServerError, 'Try again later.'];
const otherError: ErrorStatus = [ApiError, ''];

export const errorStatusOf = (status: number): ErrorStatus =>
  errorStatuses[status] ?? (status >= 500 ? serverError : otherError);
