import ky from 'ky';
import {
  ApiError,
  ConfigurationError,
  ConnectionError,
  type FailedRequest,
  type FailedResponse,
  QueryError,
  ResponseError,
  TimeoutError,
} from '../errors.js';
import { oneLine } from '../values/describe.js';
import { AUTHENTICATION_SCHEME } from '../values/headers.js';
import { parseBaseUrl, VERSION } from '../values/service-url.js';
import { TimeIsOver, untilEnd, wait } from '../values/wait.js';
import type { Call, Fetch, FetchInit, Logger, Result, Send, SendOptions } from './call.js';
import { type CallFetch, throughMiddleware } from './middleware.js';
import {
  detailsOf,
  hasErrors,
  isRedirect,
  isSuccess,
  outcomeLine,
  type Received,
  readResponse,
} from './read-response.js';
import {
  connectionReason,
  parseRetryAfter,
  redirectReason,
  statusReason,
  thrownText,
  timeoutReason,
  transientStatuses,
  unprocessedStatuses,
} from './reasons.js';
import { type ApiKey, hideKeys, parseApiKey } from './secret.js';

/**
 * Creates the function that sends the requests of a client. This is the only file that knows ky,
 * which repeats an attempt after a transient failure.
 *
 * @throws ConfigurationError if the API key is invalid.
 */
export function createSend(options: SendOptions): Send {
  const { source, apiKey } = options;
  if (typeof apiKey !== 'function' && apiKey !== null) parseApiKey(apiKey, 'apiKey', source);
  const common = { accept: 'application/json', ...lowerCased(options.headers, options, source) };
  return (call) => new Exchange(options, common, call).send();
}

type Headers = Readonly<Record<string, string>>;

/** By lower-case name: names are case-insensitive, and those of a call replace the client's. */
function lowerCased(headers: Headers = {}, { apiKey }: SendOptions, source: string): Headers {
  const byName: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) byName[name.toLowerCase()] = value;
  if (apiKey === null || byName.authorization === undefined) return byName;
  throw new ConfigurationError(
    'header "authorization" is not allowed. Use `apiKey: null` to send your own.',
    source,
  );
}

/** The longest delay that the service can ask for, in milliseconds. */
const LONGEST_DELAY = 60_000;

/** One call with its attempts. Its errors are created in `send`, near the line of the caller. */
class Exchange {
  readonly #options: SendOptions;
  readonly #common: Headers;
  readonly #call: Call;
  readonly #timeout: number;
  readonly #end: number;
  /** Its signal reaches `fetch`. It is aborted if the time is over, or if the caller aborts. */
  readonly #controller = new AbortController();
  readonly #keys = new Set<string>();
  readonly #hide = (text: string): string => hideKeys(text, this.#keys);
  #url = '';
  #attempts = 0;
  /** Before the next attempt, in milliseconds. */
  #delay = 0;
  #isWaitingForKey = false;
  #isKeyRenewed = false;
  /** What the last attempt received, unless the connection was lost. */
  #received: Received | undefined;
  /** Why another attempt may succeed: a lost connection, or a transient status. */
  #reason = '';
  /** What the last attempt threw for this reason. */
  #failure: Error | undefined;

  constructor(options: SendOptions, common: Headers, call: Call) {
    this.#options = options;
    this.#common = common;
    this.#call = call;
    this.#timeout = call.timeout ?? options.timeout ?? 30_000;
    this.#end = Date.now() + this.#timeout;
  }

  async send(): Promise<Result> {
    const { path, search, signal } = this.#call;
    const { source, baseUrl } = this.#options;
    const base = baseUrl.startsWith('/') ? parseBaseUrl(source, baseUrl) : baseUrl;
    this.#url = `${base}${VERSION}${path}${search ? `?${search}` : ''}`;
    const init = this.#createInit();
    try {
      await untilEnd(() => this.#repeat(init), this.#timeout, signal, this.#controller);
    } catch (error) {
      const request = this.#request;
      if (error instanceof TimeIsOver) {
        const reason = timeoutReason(request, this.#timeout, this.#isWaitingForKey);
        throw new TimeoutError(request, reason, this.#timeout);
      }
      if (!this.#failure || error !== this.#failure) throw error; // of `apiKey`, of middleware or of the signal
      if (!this.#received)
        throw new ConnectionError(request, connectionReason(this.#reason, request));
    }
    const received = this.#received as Received; // of an attempt without a failure
    const { response, data, lost } = received;
    const isMoved = isRedirect(response);
    const details = (): FailedResponse => detailsOf(received, this.#request, this.#hide);
    if (!isMoved && (!isSuccess(response.status) || hasErrors(data))) {
      const failed = details();
      const retryAfter = parseRetryAfter(failed.headers['retry-after']);
      const text = oneLine(this.#hide(response.statusText ?? ''));
      const reason = statusReason(failed, text, retryAfter, this.#keys.size > 0);
      const cause = lost === undefined ? undefined : this.#loss('incomplete response', lost);
      throw new ApiError(failed, reason, retryAfter, cause);
    }
    const problem = isMoved ? redirectReason(response) : received.problem;
    if (problem) throw new ResponseError(details(), this.#hide(problem));
    const fail: Result['fail'] = (reason, kind, issues = []) =>
      new ResponseError(
        details(),
        this.#hide(reason),
        kind,
        issues.map(({ path, message }) => ({
          path: this.#hide(path),
          message: this.#hide(message),
        })),
      );
    return { data, response, fail };
  }

  #createInit(): FetchInit {
    const { method, body, headers } = this.#call;
    const content = body === undefined ? {} : { body };
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const ofCall = headers && lowerCased(headers, this.#options, 'request options');
    const { signal } = this.#controller;
    const all = { ...this.#common, ...type, ...ofCall };
    return { method, headers: all, ...content, signal, redirect: 'manual' };
  }

  /** ky's own timeout, signal and delays do not cover the call as a whole. */
  #repeat(init: FetchInit): Promise<unknown> {
    const { method, retry = /^P(OST|ATCH)$/.test(method) ? 0 : this.#options.retry } = this.#call;
    return ky(this.#url, {
      method,
      timeout: false,
      fetch: () => this.#attempt(init),
      retry: {
        limit: retry ?? 2,
        methods: [method.toLowerCase() as 'get'], // or another that the call has
        shouldRetry: ({ error }) => error === this.#failure && this.#canRetry(),
        delay: () => 0,
      },
    });
  }

  /** ky does not see the response: that of a foreign `fetch` may have another kind of stream. */
  async #attempt(init: FetchInit): Promise<Response> {
    if (this.#delay > 0) await wait(this.#delay, this.#controller.signal);
    const { apiKey } = this.#options;
    const isFunction = typeof apiKey === 'function';
    const key = isFunction ? await this.#nextKey(apiKey) : apiKey;
    let status = await this.#exchange(init, key);
    if (status === 401 && isFunction && !this.#isKeyRenewed) {
      this.#isKeyRenewed = true;
      const renewed = await this.#nextKey(apiKey);
      if (renewed !== key) status = await this.#exchange(init, renewed);
    }
    if (!transientStatuses.includes(status)) return new Response();
    this.#reason = `${status}`;
    this.#failure = new Error(this.#reason);
    throw this.#failure;
  }

  async #nextKey(apiKey: Extract<ApiKey, () => unknown>): Promise<string> {
    this.#isWaitingForKey = true;
    const key: unknown = await apiKey();
    this.#isWaitingForKey = false;
    return parseApiKey(key, 'apiKey()', this.#options.source);
  }

  /** Sends the request once, and reads the response. Returns the status. */
  async #exchange(init: FetchInit, key: string | null): Promise<number> {
    const { signal } = init;
    signal.throwIfAborted();
    if (key !== null) {
      this.#keys.add(key);
      if (this.#call.path.endsWith(`/${encodeURIComponent(key)}`))
        throw new QueryError('id', "is the secret of this client. Pass the key's id.");
    }
    const start = Date.now();
    this.#attempts++;
    this.#received = this.#failure = undefined;
    const { middleware } = this.#options;
    const callFetch: CallFetch = (url, request) => this.#callFetch(url, request, key);
    try {
      const response = await (middleware
        ? throughMiddleware(middleware, this.#url, init, callFetch)
        : callFetch(this.#url, init));
      if (typeof response?.arrayBuffer !== 'function')
        throw new ConfigurationError('`fetch` and each `middleware` must return a Response.');
      if (signal.aborted) response.body?.cancel?.()?.catch(() => {}); // it came after the end of the call
      signal.throwIfAborted();
      this.#received = await readResponse(response).catch((error: unknown) => {
        throw this.#loss('incomplete response', error);
      });
      return response.status;
    } finally {
      this.#log('debug', () => outcomeLine(this.#received, start, this.#options.rowsOf));
    }
  }

  /** Calls `fetch` without `this`, as browsers require; the global one is looked up each time. */
  async #callFetch(url: string, init: FetchInit, key: string | null): Promise<Response> {
    const { fetch = globalThis.fetch as Fetch } = this.#options; // it accepts what `Fetch` does
    const authorization = key === null ? {} : { authorization: `${AUTHENTICATION_SCHEME} ${key}` };
    try {
      const response = await fetch(url, {
        ...init,
        headers: { ...init.headers, ...authorization },
      });
      return response as Response; // callers get what it returns
    } catch (error) {
      throw this.#loss('no response', error);
    }
  }

  /** Keeps the reason and nothing else: what was thrown may hold the request with the API key. */
  #loss(problem: string, thrown: unknown): Error {
    this.#controller.signal.throwIfAborted();
    this.#reason = `${problem} (${this.#hide(thrownText(thrown))})`;
    const request = this.#request;
    this.#failure = new ConnectionError(request, connectionReason(this.#reason, request));
    return this.#failure; // for middleware: `send` creates another, near the line of the caller
  }

  /**
   * A DELETE that may have been processed is not repeated, because the second 404 would be
   * ambiguous. The delay is what the service asks for, or else random, so that many clients do not
   * return at once; it must end in time.
   */
  #canRetry(): boolean {
    const { status = 0, headers } = this.#received?.response ?? {};
    if (this.#call.method === 'DELETE' && !unprocessedStatuses.includes(status)) return false;
    const seconds = parseRetryAfter(headers?.get('retry-after'));
    this.#delay =
      seconds === undefined
        ? Math.random() * Math.min(500 * 2 ** (this.#attempts - 1), 8_000)
        : Math.min(seconds * 1000, LONGEST_DELAY);
    if (Date.now() + this.#delay >= this.#end) return false;
    const next = `Retrying in ${Math.round(this.#delay)} ms.`;
    this.#log('warn', () => `failed: ${this.#reason}. ${next}`);
    return !this.#controller.signal.aborted; // the logger may have aborted it
  }

  get #request(): FailedRequest {
    const path = this.#hide(new URL(this.#url).pathname); // with that of `baseUrl`, as it was sent
    return { method: this.#call.method, path, attempts: this.#attempts };
  }

  /** An error of the logger does not fail the call. */
  #log(level: keyof Logger, end: () => string): void {
    const { logger } = this.#options;
    if (!logger) return;
    const { method, path, search } = this.#call;
    try {
      const query = level === 'debug' && search ? `?${decodeURIComponent(search)}` : '';
      // The key is hidden before the line is cut, so that no part of it remains.
      const start = this.#hide(`${method} ${VERSION}${path}${query}`).slice(0, 1_000);
      logger[level](`${start} ${this.#hide(end())}`);
    } catch {
      // the request matters more than its log line
    }
  }
}
