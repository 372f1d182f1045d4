/** What is known of a call that failed. */
export interface FailedRequest {
  /** Such as `GET`. */
  readonly method: string;
  /** The path below the base address, without the query: `/v1/balances`. */
  readonly path: string;
  /** How many times the request was sent, or tried to be. */
  readonly attempts: number;
}

/** An answer that an error is about. What might be the key in it stands as `[redacted]`. */
export interface ErrorResponse extends FailedRequest {
  /** The HTTP status. */
  readonly status: number;
  /** The headers of the answer by lower-case name, without cookies and credentials. */
  readonly headers: { readonly [name: string]: string };
  /** The body as JSON, or `undefined` where it is none. */
  readonly body: unknown;
  /** The first 64 KiB of the body as text. Not enumerable: a printed error shows `body`, and no page of a proxy. */
  readonly rawBody: string;
  /** How the service calls this request in its own records, where a header says so. */
  readonly requestId: string | undefined;
}

/** Gives an error what is known of the answer that it is about. */
export function carry(error: Error, answer: ErrorResponse): void {
  Object.assign(error, answer);
  Object.defineProperty(error, 'rawBody', { enumerable: false });
}

/** Says which call failed: the one place where this prefix is written. */
export const failure = ({ method, path, attempts }: FailedRequest, why: string): string =>
  `${method} ${path} failed${attempts > 1 ? ` after ${attempts} attempts` : ''}: ${why}`;
