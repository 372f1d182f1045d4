/**
 * What every error of the package has. An error is marked instead of recognized with `instanceof`,
 * because a program may load the package twice: as an ES and as a CommonJS module.
 */
abstract class PaymentsError extends Error {
  constructor(name: ErrorName, message: string, details: object = {}, cause?: Error) {
    const { stackTraceLimit = 0 } = Error as { stackTraceLimit?: number }; // of V8 alone
    // Ten frames have the caller's line, unless some are the engine's own, such as those of timers.
    if (stackTraceLimit >= 10) Reflect.set(Error, 'stackTraceLimit', stackTraceLimit + 4);
    super(message, cause && { cause });
    if (stackTraceLimit >= 10) Reflect.set(Error, 'stackTraceLimit', stackTraceLimit);
    Object.defineProperties(this, {
      name: { value: name, configurable: true, writable: true },
      [markOf(name)]: { value: true },
    });
    Object.assign(this, details);
  }

  /** The details, and name and message, which `JSON.stringify` leaves out of other errors. */
  toJSON(): object {
    return Object.assign({ name: this.name, message: this.message }, this);
  }
}

const markOf = (name: ErrorName) => Symbol.for(`payments-data-client:${name}`);

/** An error crosses threads and processes as what `toJSON` returns: an object without a mark. */
function isMarked(error: unknown, name: ErrorName): boolean {
  const object = Object(error);
  if (markOf(name) in object || error instanceof Error) return markOf(name) in object;
  return object.name === name && typeof object.message === 'string';
}

/** Every class by its name. Only these names can be passed to the constructor of an error. */
interface ErrorClasses {
  readonly ConfigurationError: ConfigurationError;
  readonly QueryError: QueryError;
  readonly ConnectionError: ConnectionError;
  readonly TimeoutError: TimeoutError;
  readonly ApiError: ApiError;
  readonly ResponseError: ResponseError;
}

type ErrorName = keyof ErrorClasses;

/** What is made of an error of each class. */
export type ErrorHandlers<Outcome> = {
  readonly [Name in ErrorName]: (error: ErrorClasses[Name]) => Outcome;
};

/** What the handler of its class makes of an error; `undefined` if it is none of the package. */
export function handleError<Outcome>(
  error: unknown,
  handlers: ErrorHandlers<Outcome>,
): Outcome | undefined {
  const name = (Object.keys(handlers) as ErrorName[]).find((key) => isMarked(error, key)); // keys
  const handle = name && (handlers[name] as (error: unknown) => Outcome); // of its class
  return handle?.(error);
}

/** An option of a client, a schema or a mock is invalid. No request was sent. */
export class ConfigurationError extends PaymentsError {
  /** What is wrong: the message without the name of the function. Not enumerable. */
  declare readonly problem: string;

  constructor(problem: string, source?: string) {
    super('ConfigurationError', source ? `${source}: ${problem}` : problem);
    Object.defineProperty(this, 'problem', { value: problem, configurable: true });
  }

  override toJSON(): object {
    return { ...super.toJSON(), problem: this.problem };
  }
}

/**
 * Whether `error` is a {@link ConfigurationError} of this or another copy of the package, or what
 * `toJSON()` of one returned.
 */
export const isConfigurationError = (error: unknown): error is ConfigurationError =>
  isMarked(error, 'ConfigurationError');

/** The query is invalid. No request was sent. */
export class QueryError extends PaymentsError {
  /** Where in the query, such as `where.OR[1].balance.gte`. */
  declare readonly path: string;
  /** What is wrong: the message without the path. */
  declare readonly problem: string;
  /** The invalid value. Not enumerable, because it may be long. */
  declare readonly value: unknown;

  constructor(path: string, problem: string, value?: unknown) {
    super('QueryError', `${path}: ${problem}`, { path, problem });
    Object.defineProperty(this, 'value', { value, configurable: true });
  }
}

/**
 * Whether `error` is a {@link QueryError} of this or another copy of the package, or what
 * `toJSON()` of one returned.
 */
export const isQueryError = (error: unknown): error is QueryError => isMarked(error, 'QueryError');

/** What is known about a request that failed. */
export interface FailedRequest {
  /** The HTTP method, such as `GET`. */
  readonly method: string;
  /** The address that was requested, without the query: `https://api.example.com/v1/balances`. */
  readonly url: string;
  /** The path of `url`: `/v1/balances`; in a browser behind a proxy, `/api/v1/balances`. */
  readonly path: string;
  /** How often the request was sent, or tried to be sent. */
  readonly attempts: number;
}

abstract class RequestError extends PaymentsError implements FailedRequest {
  declare readonly method: string;
  declare readonly url: string;
  declare readonly path: string;
  declare readonly attempts: number;

  constructor(
    name: ErrorName,
    request: FailedRequest,
    reason: string,
    more?: object,
    cause?: Error,
  ) {
    const { method, path, attempts } = request;
    const failed = `failed${attempts > 1 ? ` after ${attempts} attempts` : ''}`;
    super(name, `${method} ${path} ${failed}: ${reason}`, { ...request, ...more }, cause);
  }
}

/** A sentence for requests that change something and whose response was lost. */
export const doubtOf = ({ method }: FailedRequest): string =>
  /^(GET|HEAD|PUT)$/.test(method)
    ? ''
    : ' The request may still have been processed; check before you retry.';

/**
 * No response: the service could not be reached, or the connection was lost. There is no `cause`,
 * because the error that `fetch` throws may hold the request and with it the API key.
 */
export class ConnectionError extends RequestError {
  /** @param problem - Why there is no response, or no complete response. */
  constructor(request: FailedRequest, problem: string) {
    const advice = `Check the network and the \`baseUrl\`.${doubtOf(request)}`;
    super('ConnectionError', request, `${problem}. ${advice}`);
  }
}

/**
 * Whether `error` is a {@link ConnectionError} of this or another copy of the package, or what
 * `toJSON()` of one returned.
 */
export const isConnectionError = (error: unknown): error is ConnectionError =>
  isMarked(error, 'ConnectionError');

/** The call took longer than its `timeout`, with all attempts, their delays, and the body. */
export class TimeoutError extends RequestError {
  /** How long the call was allowed to take, in milliseconds. */
  declare readonly timeout: number;

  /** @param waitedFor - The function of the application that was too slow, if it was. */
  constructor(request: FailedRequest, timeout: number, waitedFor?: string) {
    const place = waitedFor ? ` while waiting for \`${waitedFor}\`` : '';
    const isRead = request.method === 'GET' && !waitedFor;
    const advice = `Increase \`timeout\`${isRead ? ', or request less data' : ''}.`;
    const doubt = request.attempts > 0 ? doubtOf(request) : '';
    const reason = `the timeout of ${timeout} ms expired${place}. ${advice}${doubt}`;
    super('TimeoutError', request, reason, { timeout });
  }
}

/**
 * Whether `error` is a {@link TimeoutError} of this or another copy of the package, or what
 * `toJSON()` of one returned. A call that is aborted rejects with the reason of its signal, also if
 * that is `AbortSignal.timeout()`.
 */
export const isTimeoutError = (error: unknown): error is TimeoutError =>
  isMarked(error, 'TimeoutError');

/** The response that an error is about. The API key is replaced with `[redacted]`. */
export interface FailedResponse extends FailedRequest {
  /** The HTTP status. */
  readonly status: number;
  /** The response headers by lower-case name, without cookies and credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The body, parsed as JSON if possible, otherwise as text of at most 64 KiB; not enumerable.
   * `undefined` if it is empty or was lost.
   */
  readonly body: unknown;
  /** The request id in a header of the response (`x-request-id` and the like), if there is one. */
  readonly requestId: string | undefined;
}

abstract class RespondedError extends RequestError implements FailedResponse {
  declare readonly status: number;
  declare readonly headers: Readonly<Record<string, string>>;
  declare readonly body: unknown;
  declare readonly requestId: string | undefined;

  constructor(
    name: ErrorName,
    response: FailedResponse,
    reason: string,
    more: object,
    cause?: Error,
  ) {
    super(name, response, reason, more, cause);
    // A page of HTML is not printed with the error.
    Object.defineProperty(this, 'body', { enumerable: typeof response.body !== 'string' });
  }
}

/** The response has an error status, or a body with `errors`. */
export class ApiError extends RespondedError {
  /** Seconds to wait before the next request, from `Retry-After`; `undefined` without it. */
  declare readonly retryAfter: number | undefined;

  /** @param cause - Why the body is missing, if the connection was lost. */
  constructor(response: FailedResponse, reason: string, retryAfter?: number, cause?: Error) {
    super('ApiError', response, reason, { retryAfter }, cause);
  }
}

/**
 * Whether `error` is an {@link ApiError} of this or another copy of the package, or what `toJSON()`
 * of one returned: name, status and message, as a test may make it.
 *
 * @param status - Only errors with this HTTP status. Default: any.
 * @example
 * if (isApiError(error, 404)) return undefined;
 */
export const isApiError = (error: unknown, status?: number): error is ApiError =>
  isMarked(error, 'ApiError') && (status === undefined || Object(error).status === status);

/** One difference between a response and the shape that the query requires. */
export interface ResponseIssue {
  /** Where in the data, such as `[3].unit.symbol`; empty for the data as a whole. */
  readonly path: string;
  readonly message: string;
}

export type ResponseErrorReason = 'invalid' | 'rows-changed';

/**
 * The response is not what the service specifies: HTML, invalid JSON, a redirect, rows of another
 * shape or in another order. With the reason `'rows-changed'`, reading from the start may succeed.
 */
export class ResponseError extends RespondedError {
  /** Why the response was rejected. */
  declare readonly reason: ResponseErrorReason;
  /** What the validator found, or a decimal that was sent as a number. */
  declare readonly issues: readonly ResponseIssue[];

  constructor(
    response: FailedResponse,
    problem: string,
    reason: ResponseErrorReason = 'invalid',
    issues: readonly ResponseIssue[] = [],
  ) {
    super('ResponseError', response, problem, { reason, issues });
  }
}

/**
 * Whether `error` is a {@link ResponseError} of this or another copy of the package, or what
 * `toJSON()` of one returned.
 */
export const isResponseError = (error: unknown): error is ResponseError =>
  isMarked(error, 'ResponseError');
