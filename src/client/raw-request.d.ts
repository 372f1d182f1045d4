import type { RequestOptions } from '../http/options.js';
import type { Send } from '../http/send.js';
import { type ResponsePromise } from './resource.js';
/** Options of `client.request`. */
export interface RawRequestOptions extends RequestOptions {
    /**
     * The query parameters by name. Objects are serialized as relaxed JSON; members that are
     * `undefined` are left out.
     */
    readonly query?: {
        readonly [name: string]: unknown;
    } | undefined;
    /** Sent as JSON. Default: no body. */
    readonly body?: unknown;
}
/**
 * Sends a request to an endpoint that the client has no method for. Returns the decoded JSON body
 * with its envelope, or `undefined` if it is empty.
 *
 * @param method - GET, HEAD, POST, PUT, PATCH or DELETE. POST and PATCH are not retried unless
 * `options.retry` is set; set it only if the service recognizes a repeated request.
 * @param path - The path below `/v1`, without a query: `/entities/42`.
 * @param options - `query`, `body`, and `signal`, `timeout`, `headers` and `retry` of this call.
 * @throws QueryError if the request is invalid; otherwise the errors of `list`.
 * @example
 * const entity = await client.request('GET', '/entities/42', { query: { include: { name: true } } });
 */
export type RawRequest = (method: string, path: string, options?: RawRequestOptions) => ResponsePromise<unknown>;
export declare function createRawRequest(send: Send): RawRequest;
