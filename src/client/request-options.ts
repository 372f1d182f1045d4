import type { RetryOptions } from '../http/transport.js';

/** Options of a single call. Each replaces that of the client; `headers` are added to them. */
export interface RequestOptions {
  /** Aborts the call at any time. The promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds for the call, or for each request of `all`, `iterate` and `pages`: every attempt, the delays
   * between them, and the body.
   * Default: the client's.
   */
  readonly timeout?: number | undefined;
  /** Headers to send in addition to the client's. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * How often to retry: a number, or `{ limit, maxDelay }`. Default: the client's, and 0 for POST and PATCH.
   */
  readonly retry?: number | RetryOptions | undefined;
}
