/** A request that a server of the package rejects: proxy, mock, and the control of a mock. */
export class RejectionError extends Error {
  readonly headers: Readonly<Record<string, string>>;
  /** The function of the application that threw the cause, such as `authenticate()`. */
  readonly source: string | undefined;

  /** @param message - The sender receives it; `cause` and `source` are for the operator. */
  constructor(
    readonly status: number,
    message: string,
    details: RejectionDetails = {},
  ) {
    const { headers = {}, source, ...options } = details;
    super(message, options);
    this.headers = headers;
    this.source = source;
  }
}

interface RejectionDetails {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly cause?: unknown;
  readonly source?: string | undefined;
}
