import type { RetryOptions } from '../http/retry.js';

/** Options of a single call. Each overrides the option of the client with the same name. */
export interface RequestOptions {
  /** Aborts the call at any time. The promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds for the whole call: every attempt, the delays between them, and the body.
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
