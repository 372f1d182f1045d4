import type { ResponseError, ResponseIssue } from '../errors/request-errors.js';

/** How often a failed call is tried again, and how long is waited in between. */
export interface RetryOptions {
  /** How many times at most; 2 by default, 0 for never. */
  readonly limit?: number | undefined;
  /**
   * The longest wait before another attempt, in milliseconds. By default 8,000, and 60,000 where the service asks for a
   * longer wait with `Retry-After`; never more than 60,000.
   */
  readonly maxDelay?: number | undefined;
}

/** A request as the transport takes it: where to, what, and within which bounds. */
export interface HttpRequest {
  /** Upper case. */
  readonly method: string;
  /** The path below the base address, with the version: `/v1/balances`. */
  readonly path: string;
  /** The query string without the question mark, encoded; empty where there is none. */
  readonly search: string;
  /** JSON text. */
  readonly body?: string | undefined;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
  /** For the whole call, in milliseconds. */
  readonly timeout: number;
  readonly retry: RetryOptions;
}

/** What came back. */
export interface HttpResult {
  /** The body as JSON, or `undefined` where it is empty. */
  readonly data: unknown;
  /** The response itself; its body is read already. */
  readonly response: Response;
  /** How many times the request was sent. */
  readonly attempts: number;
  /** Makes a {@link ResponseError} about this answer, for those who find later that it is not what was promised. */
  readonly error: (why: string, issues?: readonly ResponseIssue[]) => ResponseError;
}
