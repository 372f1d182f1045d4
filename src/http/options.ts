/** Options of a single call. Each replaces that of the client; `headers` are added to them. */
export interface RequestOptions {
  /** Aborts the call at any time. The promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds for the call: every attempt, the delays between them, and the body; in `all`,
   * `iterate` and `pages`, for each request. Default: the client's, 30,000. `Infinity` turns it off.
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

/** The global `fetch`, or another one, such as that of undici or node-fetch. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** What the client needs of the `Response` of any `fetch`. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: {
    get(name: string): string | null;
    forEach(callback: (value: string, name: string) => void): void;
  };
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Where the client writes its log lines, such as `console`. */
export interface Logger {
  /** Called after each attempt. */
  debug(message: string): void;
  /** Called before each retry. */
  warn(message: string): void;
}
