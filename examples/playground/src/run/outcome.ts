import type { SentRequest } from '../request/record-requests';

/** The outcome of running a query. */
export interface Outcome {
  /** The requests that were sent, in order. */
  readonly requests: readonly SentRequest[];
  /** Why lists are empty, as the mock says. */
  readonly explanation: readonly string[];
  /** The result, converted to JSON and back. */
  readonly value?: unknown;
  /** The error that the query threw. */
  readonly error?: { readonly name: string; readonly message: string };
}
