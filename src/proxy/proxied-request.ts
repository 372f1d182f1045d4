import { ConfigurationError, isResponseError, TimeoutError } from '../errors.js';
import type { Logger, Send } from '../http/call.js';
import { RejectionError } from '../http/rejection-error.js';
import type { Seals } from '../http/seal.js';
import { TimeIsOver, untilEnd } from '../http/until-end.js';
import { oneLine } from '../messages/describe.js';
import type { BrowserRequest } from './browser-request.js';
import { internalError, jsonResponse, logMessage, TOO_LONG, toRejection } from './proxy-error.js';
import type { ParsedProxyOptions } from './proxy-options.js';
import { type RowsOptions, requestVisiblePage, requestVisibleRow } from './request-visible-rows.js';
import { resolvePolicies } from './row-policies.js';

/** What the requests of a proxy have in common. */
export interface ProxyParts extends ParsedProxyOptions {
  readonly parseRequest: (url: URL) => BrowserRequest;
  readonly send: Send;
  readonly seals: Seals;
  /** What finds the session, for messages about it. */
  readonly sessionSource: string;
  readonly timeout: number;
  readonly logger: Logger | undefined;
  /** Replaces the API key in a text. */
  readonly hide: (text: string) => string;
  readonly onError: ((error: unknown, request: Request) => unknown) | undefined;
  /** The resources whose long policies were reported. */
  readonly warned: Set<string>;
}

/** A request of a browser, until its response. */
export class ProxiedRequest {
  readonly #start = performance.now();
  readonly #parts: ProxyParts;
  readonly #request: Request;
  readonly #url: URL;

  constructor(parts: ProxyParts, request: Request) {
    this.#parts = parts;
    this.#request = request;
    this.#url = new URL(request.url);
  }

  /** Never rejects. */
  async respond(findSession: () => unknown): Promise<Response> {
    try {
      return jsonResponse(200, await this.#read(findSession));
    } catch (error) {
      return this.#reject(error);
    }
  }

  async #read(findSession: () => unknown): Promise<object> {
    const { dialect, sessionSource, parseRequest } = this.#parts;
    const { method, url } = this.#request;
    const session = await this.#call(sessionSource, findSession);
    if (!session) throw new RejectionError(401, 'Not authenticated.');
    if (url.length > dialect.maxUrlLength) throw new RejectionError(414, TOO_LONG);
    if (method !== 'GET')
      throw new RejectionError(405, `${method} is not allowed. Use GET.`, {
        headers: { Allow: 'GET' },
      });
    const browserRequest = parseRequest(this.#url);
    const { id, reached } = browserRequest;
    const call = this.#call.bind(this);
    const visibilities = await resolvePolicies(this.#parts, reached, session, call);
    const options: RowsOptions = { ...this.#parts, ...this.#ofThisRequest(), visibilities };
    if (id !== undefined) return requestVisibleRow(id, browserRequest, options);
    const { rows, cursor = null } = await requestVisiblePage(browserRequest, options);
    return dialect.parameters.cursor === null ? rows : { result: rows, cursor };
  }

  /** What requests rows within the time of this request. */
  #ofThisRequest(): Pick<RowsOptions, 'send' | 'seals' | 'warn' | 'debug'> {
    const { send, seals, warned, logger, hide } = this.#parts;
    const { signal, method } = this.#request;
    return {
      send: (call) => send({ ...call, signal, start: this.#start }),
      seals: {
        seal: (text, context) => this.#call('apiKey()', () => seals.seal(text, context)),
        open: (sealed, context) => this.#call('apiKey()', () => seals.open(sealed, context)),
      },
      warn: (resource, problem) => {
        if (!warned.has(resource)) this.#report(new ConfigurationError(problem), problem);
        warned.add(resource);
      },
      debug: (line) => {
        if (!logger) return;
        try {
          logger.debug(oneLine(`${method} ${hide(this.#url.pathname)}: ${line(hide)}`));
        } catch {} // the response matters more than its log line
      },
    };
  }

  /** Runs code of the application, which must end in the time of this request. */
  #call<Value>(name: string, code: () => Value | Promise<Value>): Promise<Value> {
    return runOfApplication(name, () => {
      const result = code();
      return typeof Object(result).then === 'function' ? this.#untilEnd(name, result) : result;
    });
  }

  async #untilEnd<Value>(name: string, result: Value | Promise<Value>): Promise<Value> {
    const { timeout } = this.#parts;
    const { method, signal } = this.#request;
    try {
      const rest = this.#start + timeout - performance.now();
      return await untilEnd(async () => result, rest, signal);
    } catch (error) {
      if (!(error instanceof TimeIsOver)) throw error;
      const { origin, pathname: path } = this.#url;
      const failed = { method, url: origin + path, path, attempts: 0 };
      throw new TimeoutError(failed, timeout, name);
    }
  }

  #reject(error: unknown): Response {
    const { method, signal } = this.#request;
    if (signal.aborted) return jsonResponse(499, { errors: ['The request was aborted.'] });
    const rejection = toRejection(error);
    const { status, message, headers, cause = error } = rejection;
    const line = `${method} ${this.#url.pathname} was rejected: ${logMessage(rejection)}`;
    try {
      this.#parts.logger?.warn(line);
    } catch {} // the response matters more than its log line
    // Also a 404 for a row that the service should not have returned.
    if (status >= 500 || status === 429 || isResponseError(cause)) this.#report(cause, line);
    return jsonResponse(status, { errors: [message] }, headers);
  }

  #report(error: unknown, line: string): void {
    const { onError, logger } = this.#parts;
    if (onError) runOfApplication('onError()', () => onError(error, this.#request)).catch(() => {});
    else if (!logger) console.error(line);
  }
}

/**
 * Runs code of the application. Whatever it throws becomes a 500 without details: it must not be
 * mistaken for an error of the query of the browser or of the service.
 */
export async function runOfApplication<Value>(
  name: string,
  code: () => Value | Promise<Value>,
): Promise<Value> {
  try {
    return await code();
  } catch (error) {
    throw internalError(error, name);
  }
}
