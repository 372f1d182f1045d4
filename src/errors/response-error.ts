import { brand, hasBrand } from './brand.js';
import { carry, type FailedAnswer, failure } from './call-error.js';

/** Something in an answer that is not as the service promises. */
export interface ResponseIssue {
  /** Where in the data: `[3].unit.symbol`; empty for the whole. */
  readonly path: string;
  readonly message: string;
}

/** An answer came, but it is not what the service promises: HTML, broken JSON, a redirect, a row of another shape. */
export class ResponseError extends Error implements FailedAnswer {
  declare readonly method: string;
  declare readonly path: string;
  declare readonly attempts: number;
  declare readonly status: number;
  declare readonly headers: { readonly [name: string]: string };
  declare readonly body: unknown;
  declare readonly rawBody: string;
  declare readonly requestId: string | undefined;
  /** What a validator found; empty where there was none or nothing to look at. */
  readonly issues: readonly ResponseIssue[];

  constructor(why: string, answer: FailedAnswer, issues: readonly ResponseIssue[] = []) {
    super(failure(answer, why));
    brand(this, 'ResponseError');
    carry(this, answer);
    this.issues = issues;
  }
}

/** Whether `error` is a {@link ResponseError}, also one of another copy of this package. */
export const isResponseError = (error: unknown): error is ResponseError => hasBrand(error, 'ResponseError');
