import { ResponseError, type ResponseErrorReason, type ResponseIssue } from '../errors.js';
import { type Middleware } from './middleware.js';
import type { Fetch, Logger, RequestOptions } from './options.js';
import { type ApiKey } from './secret.js';
/** One request with all its attempts. */
export interface Call extends RequestOptions {
    /** Upper case. */
    readonly method: string;
    /** Encoded, and below the version: `/balances`. */
    readonly path: string;
    /** The encoded query string without the question mark. */
    readonly search?: string | undefined;
    /** JSON. */
    readonly body?: string | undefined;
}
export interface Result {
    /** The parsed JSON, or `undefined` if the body is empty. */
    readonly data: unknown;
    /** What `fetch` returned; its body has been read. */
    readonly response: Response;
    /** Creates an error about this response, for callers that expected other data. */
    fail(problem: string, reason?: ResponseErrorReason, issues?: readonly ResponseIssue[]): ResponseError;
}
/** @throws One of the errors of a request, an error that `apiKey()` throws, or the reason of the signal. */
export type Send = (call: Call) => Promise<Result>;
/** What all calls of a client have in common. */
export interface SendOptions extends Omit<RequestOptions, 'signal'> {
    /** The function that the options were passed to, for messages about them. */
    readonly source: string;
    /** Without the version and without a trailing slash. Called by each call, because it may need the browser page. */
    readonly baseUrl: () => string;
    readonly apiKey: ApiKey;
    readonly fetch?: Fetch | undefined;
    readonly middleware?: Middleware | readonly Middleware[] | undefined;
    readonly logger?: Logger | undefined;
    /** The rows in a body, whose number is a part of the log line. */
    readonly rowsOf?: ((body: unknown) => unknown) | undefined;
}
/**
 * Creates the function that sends the requests of a client. This is the only file that knows ky,
 * which repeats an attempt after a transient failure.
 *
 * @throws ConfigurationError if the API key is invalid.
 */
export declare function createSend(options: SendOptions): Send;
