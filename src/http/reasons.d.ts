import type { FailedRequest, FailedResponse } from '../errors.js';
/** The statuses of failures that another attempt may not have. */
export declare const transientStatuses: readonly number[];
/** Those by which the service says that it did not process the request. */
export declare const unprocessedStatuses: readonly number[];
/** Why a response with an error status, or with `errors`, is an error. */
export declare function statusReason({ status, method, body }: FailedResponse, statusText: string, retryAfter: number | undefined, hasKey: boolean): string;
/** Why there is no response, or no complete one. */
export declare const connectionReason: (problem: string, { method }: FailedRequest) => string;
/**
 * What `fetch`, or reading a body, threw, as text. The `cause`, which may have only a code, is more
 * precise than the error.
 */
export declare function thrownText(thrown: unknown): string;
export declare function timeoutReason({ method, attempts }: FailedRequest, timeout: number, isWaitingForKey: boolean): string;
/**
 * Why a redirect is an error. The client follows none, because it would send the API key to another
 * address. Browsers hide the target from the page.
 */
export declare function redirectReason({ headers }: Pick<Response, 'headers'>): string;
/** `Retry-After`, seconds or a date, in seconds from now; `undefined` if it is neither. */
export declare function parseRetryAfter(header: string | null | undefined): number | undefined;
