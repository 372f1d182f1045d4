import ky from 'ky';
import {
  ConfigurationError,
  ConnectionError,
  type FailedRequest,
  QueryError,
  TimeoutError,
} from '../errors.js';
import { hideKeys } from '../messages/hide-keys.js';
import { parseApiKey } from './api-key.js';
import type {
  Call,
  Fetch,
  FetchInit,
  Logger,
  Middleware,
  Result,
  Send,
  SendOptions,
} from './call.js';
import { writeAuthorization } from './headers.js';
import {
  isSuccess,
  outcomeLine,
  parseRetryAfter,
  type Received,
  readResponse,
  resultOf,
  thrownText,
  transientStatuses,
  unprocessedStatuses,
} from './response.js';
import { parseBaseUrl, serviceUrl, VERSION } from './service-url.js';
import { TimeIsOver, untilEnd } from './until-end.js';

/**
 * Creates the function that sends the requests of a client. This is the only file that knows ky,
 * which repeats an attempt after a transient failure.
 *
 * @throws ConfigurationError if the API key is invalid.
 */
export function createSend(options: SendOptions): Send {
  const { source, apiKey } = options;
  if (typeof apiKey !== 'function' && apiKey !== null) parseApiKey(apiKey, 'apiKey', source);
  const headers = { accept: 'application/json', ...lowerCased(options.headers, apiKey, source) };
  const client = { ...options, headers };
  return async (call) => await new RunningCall(client, call).run();
}

/** What an attempt throws for ky if a repetition may succeed. */
class TransientFailure extends Error {}

/** One call with its attempts. */
class RunningCall {
  readonly #client: SendOptions;
  readonly #call: Call;
  readonly #url: string;
  /** Without the API key, which middleware must not see. */
  readonly #init: FetchInit;
  readonly #timeout: number;
  readonly #end: number;
  /** Its signal reaches `fetch`. It is aborted if the time is over, or if the caller aborts. */
  readonly #controller = new AbortController();
  /** The API keys that were sent. No text may show them. */
  readonly #keys = new Set<string>();
  #attempts = 0;
  /** By the last attempt. */
  #received: Received = {};
  /** Before the next attempt, in milliseconds. */
  #delay = 0;
  /** The function of the application that the call waits for. */
  #waitedFor = '';
  #isKeyRenewed = false;
  readonly #hide = (text: string): string => hideKeys(text, this.#keys);

  constructor(client: SendOptions, call: Call) {
    const { source, baseUrl } = client;
    const { method, path, search, body, start = Date.now() } = call;
    this.#client = client;
    this.#call = call;
    const base = baseUrl.startsWith('/') ? parseBaseUrl(source, baseUrl) : baseUrl;
    this.#url = serviceUrl(base, path, search);
    const headers = {
      ...client.headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...lowerCased(call.headers, client.apiKey, 'request options'),
    };
    const { signal } = this.#controller;
    const content = body !== undefined && { body };
    this.#init = { method, headers, ...content, signal, redirect: 'manual' };
    this.#timeout = call.timeout ?? client.timeout ?? 30_000;
    this.#end = start + this.#timeout;
  }

  /** Sends the request until it helps no more. Errors are created here, near the caller's line. */
  async run(): Promise<Result> {
    const { method, signal, retry } = this.#call;
    const limit = retry ?? (/^P(OST|ATCH)$/.test(method) ? 0 : this.#client.retry) ?? 2;
    // ky's own timeout, signal and delays do not cover the call as a whole. It does not see the
    // response: that of a foreign `fetch` may have another kind of stream. A hook does without the
    // copy that ky makes of each request for `fetch`.
    const repeat = () =>
      ky(this.#url, {
        method,
        timeout: false,
        hooks: { beforeRequest: [() => this.#attempt()] },
        retry: {
          limit,
          methods: [method as 'get'], // or what the call has; ky ignores the case
          shouldRetry: ({ error }) => error instanceof TransientFailure && this.#canRetry(),
          delay: () => 0,
        },
      });
    try {
      await untilEnd(repeat, this.#end - Date.now(), signal, this.#controller);
    } catch (error) {
      if (error instanceof TimeIsOver)
        throw new TimeoutError(this.#request(), this.#timeout, this.#waitedFor);
      // Thrown by `apiKey` or middleware, or the reason of the signal.
      if (!(error instanceof TransientFailure)) throw error;
    }
    return resultOf(this.#received, () => this.#request(), this.#hide, this.#keys.size > 0);
  }

  /** Sends the request with a new key, and once more after a 401. ky receives no response. */
  async #attempt(): Promise<Response> {
    if (this.#delay > 0)
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, this.#delay);
        this.#init.signal.onabort = () => clearTimeout(timer);
      });
    const key = await this.#nextKey();
    let status = await this.#exchange(key);
    if (status === 401 && !this.#isKeyRenewed) {
      this.#isKeyRenewed = true;
      const renewed = await this.#nextKey();
      if (renewed !== key) status = await this.#exchange(renewed);
    }
    if (status === undefined || transientStatuses.includes(status)) throw new TransientFailure();
    return new Response();
  }

  async #nextKey(): Promise<string | null> {
    const { apiKey, source } = this.#client;
    if (typeof apiKey !== 'function') return apiKey;
    this.#waitedFor = 'apiKey()';
    const key: unknown = await apiKey();
    this.#waitedFor = '';
    return parseApiKey(key, 'apiKey()', source);
  }

  /** Sends the request once, and reads the response. Returns its status, unless it was lost. */
  async #exchange(key: string | null): Promise<number | undefined> {
    const { signal } = this.#init;
    signal.throwIfAborted();
    if (key !== null) {
      this.#keys.add(key);
      if (this.#call.path.endsWith(`/${encodeURIComponent(key)}`))
        throw new QueryError('id', "is the secret of this client. Pass the key's id.");
    }
    const { middleware, rowsOf } = this.#client;
    const start = Date.now();
    this.#attempts++;
    this.#received = {};
    try {
      const response = await (middleware
        ? this.#pass(new Request(this.#url, this.#init), [middleware].flat(), key)
        : this.#fetch(this.#url, this.#init, key));
      if (typeof response?.arrayBuffer !== 'function')
        throw new ConfigurationError('`fetch` and each `middleware` must return a Response.');
      if (signal.aborted) response.body?.cancel?.()?.catch(() => {}); // it came after the end of the call
      signal.throwIfAborted();
      this.#received = await readResponse(response).catch((error) =>
        this.#lose('incomplete response', error, response),
      );
    } catch (error) {
      const { lost } = this.#received;
      if (!lost || error !== lost) throw error;
    } finally {
      this.#log('debug', () => outcomeLine(this.#received, Date.now() - start, rowsOf));
    }
    return this.#received.response?.status;
  }

  /** Passes a copy of the request to each middleware, and the text of the last copy to `fetch`. */
  async #pass(
    request: Request,
    [layer, ...layers]: readonly Middleware[],
    key: string | null,
  ): Promise<Response> {
    if (typeof request?.url !== 'string')
      throw new ConfigurationError('each `middleware` must pass a Request: next(request).');
    const copy = request.clone();
    if (layer) return layer(copy, (passed) => this.#pass(passed, layers, key));
    const { url, method } = copy;
    const content = copy.body && { body: await copy.text() };
    const headers = Object.fromEntries(copy.headers);
    return this.#fetch(url, { ...this.#init, ...content, method, headers }, key);
  }

  /** Calls `fetch` without `this`, as browsers require; the global one is looked up each time. */
  async #fetch(url: string, init: FetchInit, key: string | null): Promise<Response> {
    const { fetch = globalThis.fetch as Fetch } = this.#client; // it accepts what `Fetch` does
    const authorization = key !== null && { authorization: writeAuthorization(key) };
    const headers = { ...init.headers, ...authorization };
    try {
      return (await fetch(url, { ...init, headers })) as Response; // callers get what it returns
    } catch (error) {
      this.#received = this.#lose('no response', error);
      throw this.#received.lost;
    }
  }

  /**
   * What remains of a lost connection. Keeps the text of what was thrown and nothing else: it may
   * hold the request with the API key. An error status matters more than a lost body.
   */
  #lose(what: string, thrown: unknown, response?: Response): Received {
    this.#init.signal.throwIfAborted();
    const problem = `${what} (${this.#hide(thrownText(thrown))})`;
    const lost = new ConnectionError(this.#request(), problem);
    return response && !isSuccess(response) ? { response, lost } : { problem, lost };
  }

  /**
   * A DELETE that may have been processed is not repeated, because the second 404 would be
   * ambiguous. The delay is what the service asks for, at most a minute, or else random, so that
   * many clients do not return at once; it must end in time.
   */
  #canRetry(): boolean {
    const { response, problem } = this.#received;
    const { status = 0, headers } = response ?? {};
    if (this.#call.method === 'DELETE' && !unprocessedStatuses.includes(status)) return false;
    const seconds = parseRetryAfter(headers?.get('retry-after'));
    this.#delay =
      seconds === undefined
        ? Math.random() * Math.min(500 * 2 ** (this.#attempts - 1), 8_000)
        : Math.min(seconds * 1000, 60_000);
    if (Date.now() + this.#delay >= this.#end) return false;
    const milliseconds = Math.round(this.#delay);
    this.#log('warn', () => `failed: ${status || problem}. Retrying in ${milliseconds} ms.`);
    return !this.#init.signal.aborted; // the logger may have aborted it
  }

  /** With the path of `baseUrl`, as it was sent. */
  #request(): FailedRequest {
    const path = this.#hide(new URL(this.#url).pathname);
    return { method: this.#call.method, path, attempts: this.#attempts };
  }

  /** An error of the logger does not fail the call. */
  #log(level: keyof Logger, line: () => string): void {
    const { logger } = this.#client;
    if (!logger) return;
    const { method, path, search } = this.#call;
    try {
      const query = level === 'debug' && search ? `?${decodeURIComponent(search)}` : '';
      // The key is hidden before the line is cut, so that no part of it remains.
      const start = this.#hide(`${method} ${VERSION}${path}${query}`).slice(0, 1_000);
      logger[level](`${start} ${this.#hide(line())}`);
    } catch {} // the request matters more than its log line
  }
}

/** By lower-case name: names are case-insensitive, and those of a call replace the client's. */
function lowerCased(
  headers: SendOptions['headers'],
  apiKey: SendOptions['apiKey'],
  source: string,
): Record<string, string> {
  const byName: Record<string, string> = {};
  for (const name in headers) byName[name.toLowerCase()] = headers[name] ?? '';
  if (apiKey === null || byName.authorization === undefined) return byName;
  throw new ConfigurationError(
    'header "authorization" is not allowed. Use `apiKey: null` to send your own.',
    source,
  );
}
