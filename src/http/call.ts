import type { ResponseError, ResponseErrorReason, ResponseIssue } from '../errors.js';
import type { ApiKey } from './api-key.js';

/** Options of a single call. Each replaces that of the client; `headers` are added to them. */
export interface RequestOptions {
  /** Aborts the call at any time. The promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds for the call: every attempt, the delays between them, and the body; in `all`,
   * `iterate` and `pages`, for each request. Default: the client's, 30,000. `Infinity`: none.
   */
  readonly timeout?: number | undefined;
  /** Headers to send in addition to the client's. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How often to retry a failed request. Default: the client's, 2; 0 for POST and PATCH. */
  readonly retry?: number | undefined;
}

/** What the option `fetch` is called with beside the URL: nothing but text, and the signal. */
export interface FetchInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal: AbortSignal;
  readonly redirect: 'manual';
}

/** The global `fetch`, or that of a package such as undici or node-fetch. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** What the client needs of the `Response` of any `fetch`. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'> & {
    /** Calls back with each value and its name in lower case. */
    forEach(callback: (value: string, name: string) => void): void;
  };
  /** Reads the body. */
  arrayBuffer(): Promise<ArrayBuffer>;
}

/**
 * Wraps each attempt of a request: receives the request before the API key is added, passes it or
 * another request to `next`, and receives the response. The signal of another request ends the
 * call, too.
 *
 * @example
 * const traced: Middleware = (request, next) => {
 *   request.headers.set('traceparent', traceparent());
 *   return next(request);
 * };
 */
export type Middleware = (
  request: Request,
  next: (request: Request) => Promise<Response>,
) => Promise<Response>;

/** Where the client writes its log lines, such as `console`. */
export interface Logger {
  /** Called after each attempt. */
  debug(message: string): void;
  /** Called before each retry. */
  warn(message: string): void;
}

/** One request with all its attempts. */
export interface Call extends RequestOptions {
  /** Upper case. */
  readonly method: string;
  /** Encoded, and below the version: `/balances`. */
  readonly path: string;
  /** The encoded query string without the question mark. */
  readonly search?: string | undefined;
  /** JSON. */
  readonly body?: string | undefined;
  /** When the timeout began, as `performance.now()` returned it. Default: now. */
  readonly start?: number | undefined;
}

export interface Result {
  /** The parsed JSON, or `undefined` if the body is empty. */
  readonly data: unknown;
  /** What `fetch` returned; its body has been read. */
  readonly response: Response;
  /** Creates an error about this response, for callers that expected different data. */
  fail(
    problem: string,
    reason?: ResponseErrorReason,
    issues?: readonly ResponseIssue[],
  ): ResponseError;
}

/**
 * @throws An error about the request, an error that `apiKey()` throws, or the reason of the signal.
 */
export type Send = (call: Call) => Promise<Result>;

/** What all calls of a client have in common. */
export interface SendOptions extends Omit<RequestOptions, 'signal'> {
  /** The function that the options were passed to, for messages about them. */
  readonly source: string;
  /**
   * Without the version and without a trailing slash. A path such as `/api` if the client was
   * created without a web page: the call resolves it.
   */
  readonly baseUrl: string;
  readonly apiKey: ApiKey;
  readonly allowApiKeyInBrowser?: boolean | undefined;
  readonly fetch?: Fetch | undefined;
  readonly middleware?: Middleware | readonly Middleware[] | undefined;
  readonly logger?: Logger | undefined;
  /** The rows in a body, whose number is a part of the log line. */
  readonly rowsOf?: ((body: unknown) => unknown) | undefined;
}
