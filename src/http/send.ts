import ky from 'ky';
import {
  ApiError,
  ConfigurationError,
  ConnectionError,
  type FailedRequest,
  QueryError,
  ResponseError,
  TimeoutError,
} from '../errors.js';
import { oneLine } from '../values/describe.js';
import { writeAuthorization } from '../values/headers.js';
import { parseBaseUrl, VERSION } from '../values/service-url.js';
import { TimeIsOver, untilEnd } from '../values/wait.js';
import type { Fetch, FetchInit, Logger, Result, Send, SendOptions } from './call.js';
import {
  connectionReason,
  detailsOf,
  isError,
  outcomeLine,
  parseRetryAfter,
  type Received,
  readResponse,
  statusReason,
  thrownText,
  timeoutReason,
  transientStatuses,
  unprocessedStatuses,
} from './response.js';
import { hideKeys, parseApiKey } from './secret.js';

/** The longest delay that the service can ask for, in milliseconds. */
const LONGEST_DELAY = 60_000;

/**
 * Creates the function that sends the requests of a client. This is the only file that knows ky,
 * which repeats an attempt after a transient failure.
 *
 * @throws ConfigurationError if the API key is invalid.
 */
export function createSend(options: SendOptions): Send {
  const { source, baseUrl, apiKey, middleware, logger, rowsOf } = options;
  if (typeof apiKey !== 'function' && apiKey !== null) parseApiKey(apiKey, 'apiKey', source);

  /** By lower-case name: names are case-insensitive, and those of a call replace the client's. */
  const lowerCased = (headers: SendOptions['headers'], from: string): Record<string, string> => {
    const byName: Record<string, string> = {};
    for (const name in headers) byName[name.toLowerCase()] = headers[name] ?? '';
    if (apiKey === null || byName.authorization === undefined) return byName;
    throw new ConfigurationError(
      'header "authorization" is not allowed. Use `apiKey: null` to send your own.',
      from,
    );
  };
  const common = { accept: 'application/json', ...lowerCased(options.headers, source) };

  return async ({ method, path, search, body, signal: caller, ...call }) => {
    const timeout = call.timeout ?? options.timeout ?? 30_000;
    const limit = call.retry ?? (/^P(OST|ATCH)$/.test(method) ? 0 : options.retry) ?? 2;
    const base = baseUrl.startsWith('/') ? parseBaseUrl(source, baseUrl) : baseUrl;
    const url = `${base}${VERSION}${path}${search ? `?${search}` : ''}`;
    const end = Date.now() + timeout;
    /** Its signal reaches `fetch`. It is aborted if the time is over, or if the caller aborts. */
    const controller = new AbortController();
    const { signal } = controller;
    const keys = new Set<string>();
    let attempts = 0;
    /** Before the next attempt, in milliseconds. */
    let delay = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isWaitingForKey = false;
    let isKeyRenewed = false;
    /** What the last attempt received, unless the connection was lost. */
    let received: Received | undefined;
    /** Why another attempt may succeed, a lost connection or a transient status; and the error for ky. */
    let reason = '';
    let failure: Error | undefined;

    const hide = (text: string): string => hideKeys(text, keys);
    // With the path of `baseUrl`, as it was sent.
    const request = (): FailedRequest => ({ method, path: hide(new URL(url).pathname), attempts });
    /** Keeps the reason and nothing else: what was thrown may hold the request with the API key. */
    const lose = (problem: string, thrown: unknown): Error => {
      signal.throwIfAborted();
      reason = `${problem} (${hide(thrownText(thrown))})`;
      failure = new ConnectionError(request(), connectionReason(reason, request()));
      return failure;
    };
    /** An error of the logger does not fail the call. */
    const log = (level: keyof Logger, line: () => string): void => {
      if (!logger) return;
      try {
        const query = level === 'debug' && search ? `?${decodeURIComponent(search)}` : '';
        // The key is hidden before the line is cut, so that no part of it remains.
        const start = hide(`${method} ${VERSION}${path}${query}`).slice(0, 1_000);
        logger[level](`${start} ${hide(line())}`);
      } catch {
        // the request matters more than its log line
      }
    };

    const nextKey = async (): Promise<string | null> => {
      if (typeof apiKey !== 'function') return apiKey;
      isWaitingForKey = true;
      const key: unknown = await apiKey();
      isWaitingForKey = false;
      return parseApiKey(key, 'apiKey()', source);
    };
    /** Calls `fetch` without `this`, as browsers require; the global one is looked up each time. */
    const callFetch = async (to: string, init: FetchInit, key: string | null) => {
      const { fetch = globalThis.fetch as Fetch } = options; // it accepts what `Fetch` does
      const authorization = key === null ? {} : { authorization: writeAuthorization(key) };
      try {
        const headers = { ...init.headers, ...authorization };
        return (await fetch(to, { ...init, headers })) as Response; // callers get what it returns
      } catch (error) {
        throw lose('no response', error);
      }
    };
    /** Passes a copy of the request to each middleware, and the text of the last one to `fetch`. */
    const throughMiddleware = (init: FetchInit, key: string | null): Promise<Response> =>
      [middleware ?? []].flat().reduceRight<(request: Request) => Promise<Response>>(
        (next, layer) => async (passed) => layer(copyOf(passed), next),
        async (passed) => {
          const copy = copyOf(passed);
          const content = copy.body ? { body: await copy.text() } : {};
          const headers = Object.fromEntries(copy.headers);
          return callFetch(copy.url, { ...init, ...content, method: copy.method, headers }, key);
        },
      )(new Request(url, init));
    /** Sends the request once, and reads the response. Returns the status. */
    const exchange = async (init: FetchInit, key: string | null): Promise<number> => {
      signal.throwIfAborted();
      if (key !== null) keys.add(key);
      if (key !== null && path.endsWith(`/${encodeURIComponent(key)}`))
        throw new QueryError('id', "is the secret of this client. Pass the key's id.");
      const start = Date.now();
      attempts++;
      received = failure = undefined;
      try {
        const response = await (middleware
          ? throughMiddleware(init, key)
          : callFetch(url, init, key));
        if (typeof response?.arrayBuffer !== 'function')
          throw new ConfigurationError('`fetch` and each `middleware` must return a Response.');
        if (signal.aborted) response.body?.cancel?.()?.catch(() => {}); // it came after the end of the call
        signal.throwIfAborted();
        received = await readResponse(response, (error) => lose('incomplete response', error));
        return response.status;
      } finally {
        log('debug', () => outcomeLine(received, Date.now() - start, rowsOf));
      }
    };
    /** ky does not see the response: that of a foreign `fetch` may have another kind of stream. */
    const attempt = async (init: FetchInit): Promise<Response> => {
      if (delay > 0)
        await new Promise<void>((resolve) => {
          timer = setTimeout(resolve, delay);
        });
      const key = await nextKey();
      let status = await exchange(init, key);
      if (status === 401 && !isKeyRenewed) {
        isKeyRenewed = true;
        const renewed = await nextKey();
        if (renewed !== key) status = await exchange(init, renewed);
      }
      if (!transientStatuses.includes(status)) return new Response();
      reason = `${status}`;
      failure = new Error(reason);
      throw failure;
    };
    /**
     * A DELETE that may have been processed is not repeated, because the second 404 would be
     * ambiguous. The delay is what the service asks for, or else random, so that many clients do not
     * return at once; it must end in time.
     */
    const canRetry = (): boolean => {
      const { status = 0, headers } = received?.response ?? {};
      if (method === 'DELETE' && !unprocessedStatuses.includes(status)) return false;
      const seconds = parseRetryAfter(headers?.get('retry-after'));
      delay =
        seconds === undefined
          ? Math.random() * Math.min(500 * 2 ** (attempts - 1), 8_000)
          : Math.min(seconds * 1000, LONGEST_DELAY);
      if (Date.now() + delay >= end) return false;
      log('warn', () => `failed: ${reason}. Retrying in ${Math.round(delay)} ms.`);
      return !signal.aborted; // the logger may have aborted it
    };

    const type = { 'content-type': 'application/json' };
    const headers = {
      ...common,
      ...(body !== undefined && type),
      ...lowerCased(call.headers, 'request options'),
    };
    const content = body === undefined ? {} : { body };
    const init: FetchInit = { method, headers, ...content, signal, redirect: 'manual' };
    // ky's own timeout, signal and delays do not cover the call as a whole.
    const repeat = () =>
      ky(url, {
        method,
        timeout: false,
        fetch: () => attempt(init),
        retry: {
          limit,
          methods: [method.toLowerCase() as 'get'], // or another that the call has
          shouldRetry: ({ error }) => error === failure && canRetry(),
          delay: () => 0,
        },
      });
    // Errors are created here, near the line of the caller.
    try {
      await untilEnd(repeat, timeout, caller, controller);
    } catch (error) {
      if (error instanceof TimeIsOver)
        throw new TimeoutError(
          request(),
          timeoutReason(request(), timeout, isWaitingForKey),
          timeout,
        );
      if (!failure || error !== failure) throw error; // of `apiKey`, of middleware or of the signal
      if (!received) throw new ConnectionError(request(), connectionReason(reason, request()));
    } finally {
      clearTimeout(timer);
    }
    const result = received as unknown as Received; // of an attempt without a failure
    const { response, data, problem, lost } = result;
    const details = () => detailsOf(result, request(), hide);
    if (isError(result)) {
      const failed = details();
      const retryAfter = parseRetryAfter(failed.headers['retry-after']);
      const phrase = oneLine(hide(response.statusText ?? ''));
      throw new ApiError(
        failed,
        statusReason(failed, phrase, retryAfter, keys.size > 0),
        retryAfter,
        lost,
      );
    }
    const fail: Result['fail'] = (why, kind, issues = []) =>
      new ResponseError(
        details(),
        hide(why),
        kind,
        issues.map(({ path, message }) => ({ path: hide(path), message: hide(message) })),
      );
    if (problem) throw fail(problem);
    return { data, response, fail };
  };
}

function copyOf(request: Request): Request {
  if (typeof request?.url === 'string') return request.clone();
  throw new ConfigurationError('each `middleware` must pass a Request: next(request).');
}
