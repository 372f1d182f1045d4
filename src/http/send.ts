import ky, { HTTPError } from 'ky';
import {
  ConfigurationError,
  ConnectionError,
  type FailedRequest,
  TimeoutError,
} from '../errors.js';
import { oneLine } from '../messages/describe.js';
import { checkForKey, hideKeys } from '../messages/hide-keys.js';
import { checkApiKey, parseApiKey } from './api-key.js';
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
import { hasBody, initOf, normalizeHeaders, writeAuthorization } from './headers.js';
import {
  isSuccess,
  isTransient,
  isUnprocessed,
  outcomeLine,
  parseRetryAfter,
  type Received,
  readResponse,
  resultOf,
  thrownText,
} from './response.js';
import { parseBaseUrl, serviceUrl, VERSION } from './service-url.js';
import { TimeIsOver, throwIfAborted, untilEnd, waitFor } from './until-end.js';

/**
 * Creates the function that sends the requests of a client. This is the only file that knows ky,
 * which creates the request of each attempt, and repeats it after a transient failure.
 *
 * @throws ConfigurationError if the API key is invalid, or is in a browser.
 */
export function createSend(options: SendOptions): Send {
  const { source, apiKey } = options;
  checkApiKey(apiKey, source, options.allowApiKeyInBrowser);
  const headers = {
    accept: 'application/json',
    ...normalizeHeaders(options.headers, apiKey, source),
  };
  const client = { ...options, headers };
  return (call) => new RunningCall(client, call).run();
}

/** One call with its attempts. */
class RunningCall {
  readonly #client: SendOptions;
  readonly #call: Call;
  readonly #url: string;
  /** Without the API key, which middleware must not see. */
  readonly #headers: Record<string, string>;
  readonly #timeout: number;
  /** As `performance.now()` counts, so that a clock that is set changes nothing. */
  readonly #end: number;
  /** Its signal reaches `fetch`. It is aborted if the time is over, or if the caller aborts. */
  readonly #controller = new AbortController();
  /** The API keys that were sent. No text may show them. */
  readonly #keys = new Set<string>();
  #attempts = 0;
  /** By the last attempt. */
  #received: Received = {};
  /** What remains of lost connections. Middleware may send several requests in an attempt. */
  readonly #losses = new Map<unknown, Received>();
  /** The function of the application that the call waits for. */
  #waitedFor = '';
  #isKeyRenewed = false;
  readonly #hide = (text: string): string => hideKeys(text, this.#keys);

  constructor(client: SendOptions, call: Call) {
    const { source, baseUrl } = client;
    const { path, search, body, start = performance.now() } = call;
    this.#client = client;
    this.#call = call;
    const base = baseUrl.startsWith('/') ? parseBaseUrl(source, baseUrl) : baseUrl;
    this.#url = serviceUrl(base, path, search);
    this.#headers = {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...client.headers,
      ...normalizeHeaders(call.headers, client.apiKey, 'request options'),
    };
    this.#timeout = call.timeout ?? client.timeout ?? 30_000;
    this.#end = start + this.#timeout;
  }

  /** Sends the request until it helps no more. Errors are created here, near the caller's line. */
  async run(): Promise<Result> {
    const { method, body, signal, retry } = this.#call;
    const limit = retry ?? (/^P(OST|ATCH)$/.test(method) ? 0 : this.#client.retry) ?? 2;
    // ky gets no signal: it would create another one for each request, and no delay, which its
    // own signal would have to end. It counts attempts, and `shouldRetry` waits.
    const send = async () =>
      ky(this.#url, {
        method,
        headers: this.#headers,
        ...(body !== undefined && { body }),
        redirect: 'manual',
        timeout: false, // ky's would cover neither the delays nor the body
        fetch: (request) => this.#attempt(request as Request), // ky passes nothing else
        throwHttpErrors: isTransient,
        retry: {
          limit,
          methods: [method as 'get'], // or what the call has; ky ignores the case
          shouldRetry: ({ error, retryCount }) => this.#shouldRetry(error, retryCount),
          delay: () => 0,
        },
      });
    try {
      await untilEnd(send, this.#end - performance.now(), signal, this.#controller);
    } catch (error) {
      if (error instanceof TimeIsOver)
        throw new TimeoutError(this.#request(), this.#timeout, this.#waitedFor);
      // Thrown by `apiKey` or middleware, or the reason of the signal.
      if (!this.#isFailure(error)) throw error;
    }
    return resultOf(this.#received, () => this.#request(), this.#hide, this.#keys.size > 0);
  }

  /** Sends a request of ky with a new key, and once more after a 401, which is no retry to ky. */
  async #attempt(request: Request): Promise<Response> {
    const { url } = request;
    const init = await initOf(request, this.#controller.signal);
    const key = await this.#nextKey();
    const response = await this.#exchange(url, init, key);
    if (response.status !== 401 || this.#isKeyRenewed) return response;
    this.#isKeyRenewed = true;
    const renewed = await this.#nextKey();
    return renewed === key ? response : this.#exchange(url, init, renewed);
  }

  async #nextKey(): Promise<string | null> {
    const { apiKey, source } = this.#client;
    if (typeof apiKey !== 'function') return apiKey;
    this.#waitedFor = 'apiKey()';
    const key: unknown = await apiKey();
    this.#waitedFor = '';
    return parseApiKey(key, 'apiKey()', source);
  }

  /** Sends the request once, and reads the response, which ky receives for its status alone. */
  async #exchange(url: string, init: FetchInit, key: string | null): Promise<Response> {
    throwIfAborted(init.signal);
    if (key !== null) {
      this.#keys.add(key);
      checkForKey(key, this.#call);
    }
    const { middleware, rowsOf } = this.#client;
    const start = performance.now();
    this.#attempts++;
    this.#received = {};
    try {
      const response = await (middleware
        ? this.#pass(new Request(url, init), [middleware].flat(), key)
        : this.#fetch(url, init, key));
      await this.#read(response);
      if (!this.#received.response) throw this.#received.lost;
      return response;
    } catch (error) {
      this.#received = this.#losses.get(error) ?? this.#received;
      throw error;
    } finally {
      this.#log('debug', () => outcomeLine(this.#received, performance.now() - start, rowsOf));
    }
  }

  async #read(response: Response): Promise<void> {
    const { signal } = this.#controller;
    if (typeof response?.arrayBuffer !== 'function')
      throw new ConfigurationError('`fetch` and each `middleware` must return a Response.');
    // It came after the end of the call.
    if (signal.aborted) response.body?.cancel?.()?.catch(() => {});
    throwIfAborted(signal);
    if (response.bodyUsed)
      throw new ConfigurationError(
        '`fetch` or `middleware` has read the body of the response. ' +
          'Read that of `response.clone()`.',
      );
    this.#received = await readResponse(response).catch((error) =>
      this.#lose('incomplete response', error, response),
    );
  }

  /** Passes the request to a middleware, whose `next` passes it to the others and to `fetch`. */
  async #pass(
    request: Request,
    [layer, ...layers]: readonly Middleware[],
    key: string | null,
  ): Promise<Response> {
    if (!layer) {
      if (key !== null && new URL(request.url).origin !== new URL(this.#url).origin)
        throw new ConfigurationError('`middleware` must not lead the API key to another origin.');
      return this.#fetch(request.url, await initOf(request, this.#controller.signal), key);
    }
    return layer(request, async (passed) => {
      if (typeof passed?.url !== 'string')
        throw new ConfigurationError('each `middleware` must pass a Request: next(request).');
      if (passed.bodyUsed)
        throw new ConfigurationError(
          '`middleware` has read the body of the request. Read that of `request.clone()`.',
        );
      // A copy of what changes: middleware may pass the request once more.
      const isFinal = layers.length === 0 && !hasBody(passed);
      const pass = () => this.#pass(isFinal ? passed : passed.clone(), layers, key);
      if (passed === request) return pass();
      return untilEnd(pass, this.#end - performance.now(), passed.signal, this.#controller);
    });
  }

  /** Calls `fetch` without `this`, as browsers require; the global one is looked up each time. */
  async #fetch(url: string, init: FetchInit, key: string | null): Promise<Response> {
    const { fetch = globalThis.fetch as Fetch } = this.#client; // it accepts what `Fetch` does
    const authorization = key !== null && { authorization: writeAuthorization(key) };
    const headers = { ...init.headers, ...authorization };
    try {
      return (await fetch(url, { ...init, headers })) as Response; // callers get what it returns
    } catch (error) {
      const received = this.#lose('no response', error);
      this.#losses.set(received.lost, received);
      throw received.lost;
    }
  }

  /**
   * What remains of a lost connection. Keeps the text of what was thrown and nothing else: it may
   * hold the request with the API key. An error status matters more than a lost body.
   */
  #lose(what: string, thrown: unknown, response?: Response): Received {
    throwIfAborted(this.#controller.signal);
    const problem = `${what} (${oneLine(this.#hide(thrownText(thrown)))})`;
    const lost = new ConnectionError(this.#request(), problem);
    return response && !isSuccess(response) ? { response, lost } : { problem, lost };
  }

  /** Whether an error is about the last attempt, and not thrown by the application. */
  #isFailure(error: unknown): boolean {
    const { response, lost } = this.#received;
    return error instanceof HTTPError ? error.response === response : !!lost && error === lost;
  }

  /**
   * Waits before a retry. A DELETE that may have been processed is not repeated by default, because
   * the 404 of the second attempt would be ambiguous. The delay is what the service asks for, at
   * most a minute, or else random, so that many clients do not return at once; it must end in time.
   */
  async #shouldRetry(error: Error, count: number): Promise<boolean> {
    if (!this.#isFailure(error)) return false;
    const { method, retry } = this.#call;
    const { response, problem } = this.#received;
    const { status = 0, headers } = response ?? {};
    if (method === 'DELETE' && retry === undefined && !isUnprocessed(status)) return false;
    const seconds = parseRetryAfter(headers?.get('retry-after'));
    const delay =
      seconds === undefined
        ? Math.random() * Math.min(500 * 2 ** (count - 1), 8_000)
        : Math.min(seconds * 1000, 60_000);
    if (performance.now() + delay >= this.#end) return false;
    const milliseconds = Math.round(delay);
    this.#log('warn', () => `failed: ${status || problem}. Retrying in ${milliseconds} ms.`);
    const { signal } = this.#controller;
    if (!signal.aborted) await waitFor(delay, signal); // the logger may have aborted it
    return !signal.aborted;
  }

  /** With the path of `baseUrl`, as it was sent. */
  #request(): FailedRequest {
    const { origin, pathname } = new URL(this.#url);
    const path = this.#hide(pathname);
    const url = this.#hide(origin) + path;
    return { method: this.#call.method, url, path, attempts: this.#attempts };
  }

  /** Writes one line. An error of the logger does not fail the call. */
  #log(level: keyof Logger, line: () => string): void {
    const { logger } = this.#client;
    if (!logger) return;
    const { method, path, search } = this.#call;
    try {
      const query = level === 'debug' && search ? `?${decodeURIComponent(search)}` : '';
      // The key is hidden before the line is cut, so that no part of it remains.
      const start = this.#hide(`${method} ${VERSION}${path}${query}`);
      logger[level](`${oneLine(start, 1_000)} ${oneLine(this.#hide(line()))}`);
    } catch {} // the request matters more than its log line
  }
}
