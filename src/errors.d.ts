/**
 * What every error of the package has. An error is marked instead of recognized with `instanceof`,
 * because a program may load the package twice: as an ES and as a CommonJS module.
 */
declare abstract class PaymentsError extends Error {
    constructor(name: string, message: string, details?: object, cause?: Error);
    /** The name and the message, which `JSON.stringify` leaves out of other errors, and the details. */
    toJSON(): object;
}
/** An option of a client, a schema or a mock is invalid. No request was sent. */
export declare class ConfigurationError extends PaymentsError {
    /** What is wrong: the message without the name of the function. Not enumerable. */
    readonly problem: string;
    constructor(problem: string, source?: string);
}
/**
 * Whether `error` is a {@link ConfigurationError}, including one from another copy of this package.
 */
export declare const isConfigurationError: (error: unknown) => error is ConfigurationError;
/** The query is invalid. No request was sent. */
export declare class QueryError extends PaymentsError {
    /** Where in the query, such as `where.OR[1].balance.gte`. */
    readonly path: string;
    /** What is wrong: the message without the path. */
    readonly problem: string;
    /** The invalid value. Not enumerable, because it may be long. */
    readonly value: unknown;
    constructor(path: string, problem: string, value?: unknown);
}
/** Whether `error` is a {@link QueryError}, including one from another copy of this package. */
export declare const isQueryError: (error: unknown) => error is QueryError;
/** What is known about a request that failed. */
export interface FailedRequest {
    /** The HTTP method, such as `GET`. */
    readonly method: string;
    /** The path below `baseUrl`, without the query: `/v1/balances`. */
    readonly path: string;
    /** How often the request was sent, or tried to be sent. */
    readonly attempts: number;
}
declare abstract class RequestError extends PaymentsError implements FailedRequest {
    readonly method: string;
    readonly path: string;
    readonly attempts: number;
}
/**
 * No response: the service could not be reached, or the connection was lost. There is no `cause`,
 * because the error that `fetch` throws may hold the request and with it the API key.
 */
export declare class ConnectionError extends RequestError {
    constructor(request: FailedRequest, reason: string);
}
/**
 * Whether `error` is a {@link ConnectionError}, including one from another copy of this package.
 */
export declare const isConnectionError: (error: unknown) => error is ConnectionError;
/**
 * The call took longer than its `timeout`: every attempt, the delays between them, and reading the
 * body.
 */
export declare class TimeoutError extends RequestError {
    /** How long the call was allowed to take, in milliseconds. */
    readonly timeout: number;
    constructor(request: FailedRequest, reason: string, timeout: number);
}
/**
 * Whether `error` is a {@link TimeoutError}, including one from another copy of this package. A
 * call that is aborted rejects with the reason of its signal, also if that is
 * `AbortSignal.timeout()`.
 */
export declare const isTimeoutError: (error: unknown) => error is TimeoutError;
/** The response that an error is about. The API key is replaced with `[redacted]`. */
export interface FailedResponse extends FailedRequest {
    /** The HTTP status. */
    readonly status: number;
    /** The response headers by lower-case name, without cookies and credentials. */
    readonly headers: Readonly<Record<string, string>>;
    /**
     * The body parsed as JSON, or else its text, which is not enumerable; at most 64 KiB. `undefined`
     * if it is empty or was lost.
     */
    readonly body: unknown;
    /** The request id in a header of the response (`x-request-id` and the like), if there is one. */
    readonly requestId: string | undefined;
}
declare abstract class RespondedError extends RequestError implements FailedResponse {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: unknown;
    readonly requestId: string | undefined;
    constructor(name: string, reason: string, response: FailedResponse, more: object, cause?: Error);
}
/** The response has an error status, or a body with `errors`. */
export declare class ApiError extends RespondedError {
    /** Seconds to wait before the next request, from `Retry-After`; `undefined` without it. */
    readonly retryAfter: number | undefined;
    /** @param cause - Why the body is missing, if the connection was lost. */
    constructor(response: FailedResponse, reason: string, retryAfter?: number, cause?: Error);
}
/**
 * Whether `error` is an {@link ApiError}, including one from another copy of this package.
 *
 * @param status - Only errors with this HTTP status. Default: any.
 * @example
 * if (isApiError(error, 404)) return undefined;
 */
export declare const isApiError: (error: unknown, status?: number) => error is ApiError;
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
export declare class ResponseError extends RespondedError {
    /** Why the response was rejected. */
    readonly reason: ResponseErrorReason;
    /** What the validator found; empty without a validator. */
    readonly issues: readonly ResponseIssue[];
    constructor(response: FailedResponse, problem: string, reason?: ResponseErrorReason, issues?: readonly ResponseIssue[]);
}
/** Whether `error` is a {@link ResponseError}, including one from another copy of this package. */
export declare const isResponseError: (error: unknown) => error is ResponseError;
export {};
