import type { RetryOptions } from '../http/request.js';

/** What can be said of a single call; each goes before what the client was made with. */
export interface RequestOptions {
  /** Ends the call at once, in whatever phase it is; the promise rejects with the signal's own reason. */
  readonly signal?: AbortSignal | undefined;
  /** How long the whole call may take, in milliseconds. */
  readonly timeout?: number | undefined;
  /** Sent beside those of the client. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How often it is tried again: a number, or with the longest wait. */
  readonly retry?: number | RetryOptions | undefined;
}
