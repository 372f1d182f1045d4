import type { SentRequest } from '../request/sent-request';

/** What running a query came to. */
export interface Outcome {
  /** What was sent, in order. */
  readonly requests: readonly SentRequest[];
  /** What the query gave, as JSON has it. */
  readonly value?: unknown;
  /** What it threw. */
  readonly error?: { readonly name: string; readonly message: string };
}
