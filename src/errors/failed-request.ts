/** What is known about a request that failed. */
export interface FailedRequest {
  /** The HTTP method, such as `GET`. */
  readonly method: string;
  /** The path below `baseUrl`, without the query: `/v1/balances`. */
  readonly path: string;
  /** The address that was requested, or that responded: origin and path, without query and credentials. */
  readonly url: string;
  /** How many times the client tried to send the request. */
  readonly attempts: number;
}

/** The response that an error is about. Text that may contain the API key is replaced with `[redacted]`. */
export interface ResponseDetails extends FailedRequest {
  /** The HTTP status. */
  readonly status: number;
  /** The response headers by lower-case name, without cookies and credentials. */
  readonly headers: { readonly [name: string]: string };
  /** The body parsed as JSON; `undefined` if it is not JSON. */
  readonly body: unknown;
  /** The first 64 KiB of the body as text. Not enumerable, so that a printed error is short. */
  readonly rawBody: string;
  /** The request id that the service sent in a response header, if any. */
  readonly requestId: string | undefined;
}

/** An error about a request. */
export abstract class RequestError extends Error implements FailedRequest {
  declare readonly method: string;
  declare readonly path: string;
  declare readonly url: string;
  declare readonly attempts: number;

  constructor(reason: string, request: FailedRequest) {
    super(failureMessage(request, reason));
    const { method, path, url, attempts } = request;
    Object.assign(this, { method, path, url, attempts });
  }
}

/** An error about a request that has a response. */
export abstract class RespondedError extends RequestError implements ResponseDetails {
  declare readonly status: number;
  declare readonly headers: { readonly [name: string]: string };
  declare readonly body: unknown;
  declare readonly rawBody: string;
  declare readonly requestId: string | undefined;

  constructor(reason: string, response: ResponseDetails) {
    super(reason, response);
    Object.assign(this, response);
    Object.defineProperty(this, 'rawBody', { enumerable: false });
  }
}

/**
 * The message of an error about a request. Only this function writes the prefix.
 *
 * @example
 * failureMessage({ method: 'GET', path: '/v1/balances', url: 'https://…', attempts: 3 }, '500: Try again later.')
 * // => 'GET /v1/balances failed after 3 attempts: 500: Try again later.'
 */
export const failureMessage = ({ method, path, attempts }: FailedRequest, reason: string): string =>
  `${method} ${path} failed${attempts > 1 ? ` after ${attempts} attempts` : ''}: ${reason}`;
