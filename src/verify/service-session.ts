import { createRequestSender, type RequestSender } from '../client/request-sender.js';
import { isApiError } from '../errors/api-errors.js';
import { isResponseError } from '../errors/request-errors.js';
import { encodeQueryValue } from '../query/relaxed-json.js';
import type { JsonObject } from '../schema/field.js';
import { type JsonStyle, strictJson, writeInStyle } from './json-style.js';
import { InconclusiveError } from './probe.js';

/** A GET request of a probe. */
export interface ProbeRequest {
  /** Below the version, encoded: `/balances`. */
  readonly path: string;
  readonly where?: JsonObject | undefined;
  readonly include?: JsonObject | undefined;
  /** Further parameters by name. */
  readonly parameters?: { readonly [name: string]: string };
  /** Writes `where` and `include`, if the probe tests how they are written. */
  readonly write?: (json: JsonObject) => string;
  /** Changes the encoded query string. */
  readonly changeSearch?: (search: string) => string;
  /** Which credentials are sent. Default: the API key. */
  readonly credentials?: Credentials;
}

/** What a request sends as credentials. `lowerCase` is the API key with the scheme `apikey`. */
export type Credentials = 'key' | 'none' | 'otherScheme' | 'wrongKey' | 'lowerCase';

/** A response whose status does not mean that the service failed to process the request. */
export interface ServiceReply {
  readonly status: number;
  readonly body: unknown;
  /** Whether the service rejected the query. */
  readonly isRejection: boolean;
  /** The path and the query string that were sent. */
  readonly target: string;
}

/** The options of a session. */
export interface SessionOptions {
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly fetch?: typeof fetch | undefined;
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Statuses for other reasons than the query: the key, the path, the load or the length. */
const otherReasons = [401, 403, 404, 405, 408, 413, 414, 429, 431];

/** Whether a status means that the service rejected the query. */
const isRejection = (status: number): boolean => status < 500 && !otherReasons.includes(status);

/** No service accepts this key. It is not derived from the API key of the user. */
const WRONG_KEY = 'made-up-key-of-payments-data-client-verify';

/**
 * After this many failed requests in a row, no more are sent if the service is down: each would be retried, or
 * wait for its timeout.
 */
const MOST_FAILED = 6;

/** Statuses by which a service says that it could not process a request at this time. */
const isFailure = (status: number): boolean => status >= 500 || status === 429 || status === 408;

interface SentRequest {
  readonly method: 'GET';
  readonly path: string;
  readonly search: string;
}

/** Sends the requests of the probes. The same request is sent once. */
export class ServiceSession {
  /** The style of JSON in requests, unless a probe tests the style. Strict JSON, if the service reads it. */
  style: JsonStyle = strictJson;
  readonly #options: SessionOptions;
  readonly #sender: RequestSender;
  readonly #keyless: RequestSender;
  #failedInARow = 0;
  /** The status of the last failed request; `undefined` if it had no response. */
  #failedWith: number | undefined;
  /** A request that succeeded. */
  #accepted: SentRequest | undefined;
  #isDown: Promise<boolean> | undefined;
  readonly #replies = new Map<string, Promise<ServiceReply>>();

  constructor(options: SessionOptions) {
    const { baseUrl, apiKey, fetch, timeout } = options;
    this.#options = options;
    this.#sender = createRequestSender({ baseUrl, apiKey, fetch, timeout }, 'verify');
    this.#keyless = createRequestSender({ baseUrl, apiKey: null, fetch, timeout }, 'verify');
  }

  /** Whether there is a key, so that probes can compare requests with and without it. */
  get hasKey(): boolean {
    return this.#options.apiKey !== null;
  }

  /** The base URL with `/v1`. */
  get baseUrl(): string {
    return this.#sender.baseUrl;
  }

  /**
   * Sends a request, for callers that expect rows or a rejection.
   *
   * @throws InconclusiveError for a failed request.
   */
  async send(request: ProbeRequest): Promise<ServiceReply> {
    const reply = await this.reply(request);
    const { status } = reply;
    if (reply.isRejection || status < 300) return reply;
    throw new InconclusiveError(`GET /v1${request.path} returned ${status}`);
  }

  /**
   * Sends a request, for callers that expect any status.
   *
   * @throws InconclusiveError if there was no readable response, or an error of the service.
   */
  reply(request: ProbeRequest): Promise<ServiceReply> {
    const { credentials = 'key' } = request;
    const search = this.searchOf(request);
    const key = `${credentials} ${request.path}?${search}`;
    const known = this.#replies.get(key);
    if (known) return known;
    const reply = this.#send(request.path, search, credentials);
    this.#replies.set(key, reply);
    return reply;
  }

  /** Sends a request again, although it may have been sent before. */
  sendAgain(request: ProbeRequest): Promise<ServiceReply> {
    return this.#send(request.path, this.searchOf(request), request.credentials ?? 'key');
  }

  /** The encoded query string of a request, without the question mark. */
  searchOf({ where, include, parameters = {}, write = this.#write, changeSearch }: ProbeRequest): string {
    const all: [string, string][] = Object.entries(parameters);
    if (where) all.push(['where', write(where)]);
    if (include) all.push(['include', write(include)]);
    const search = all
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeQueryValue(value)}`)
      .join('&');
    return changeSearch ? changeSearch(search) : search;
  }

  readonly #write = (json: JsonObject): string => writeInStyle(json, this.style);

  async #send(path: string, search: string, credentials: Credentials): Promise<ServiceReply> {
    const { signal } = this.#options;
    const target = search === '' ? path : `${path}?${search}`;
    const request: SentRequest = { method: 'GET', path, search };
    if (!signal?.aborted && this.#failedInARow >= MOST_FAILED && (await this.#checkIsDown()))
      throw new InconclusiveError(
        this.#failedWith === undefined
          ? 'the service stopped responding'
          : `the service failed ${MOST_FAILED} times in a row, the last time with status ${this.#failedWith}`,
        false,
      );
    try {
      if (signal?.aborted) throw signal.reason;
      const { data, response } =
        credentials === 'key'
          ? await this.#sender.send(request, { signal })
          : // Once: a service may lock a client out after some wrong keys.
            await this.#keyless.send(request, { signal, headers: this.#headers(credentials), retry: 0 });
      this.#failedInARow = 0;
      if (credentials === 'key') this.#accepted = request;
      return { status: response.status, body: data, isRejection: false, target };
    } catch (error) {
      const isProcessed = isApiError(error) ? !isFailure(error.status) : isResponseError(error);
      this.#failedInARow = isProcessed ? 0 : this.#failedInARow + 1;
      this.#failedWith = isApiError(error) ? error.status : undefined;
      if (isApiError(error) && isProcessed)
        return { status: error.status, body: error.body, isRejection: isRejection(error.status), target };
      if (signal?.aborted) throw new InconclusiveError(reasonOf(signal.reason), false);
      // Without the message of the service, which may contain values.
      if (isApiError(error)) throw new InconclusiveError(`GET /v1${path} returned ${error.status}`);
      throw new InconclusiveError(reasonOf(error), isResponseError(error));
    }
  }

  /**
   * Whether the service fails a request that it accepted before too. Otherwise it is up, and may fail because of
   * the other queries.
   */
  #checkIsDown(): Promise<boolean> {
    const request = this.#accepted;
    this.#isDown ??= !request
      ? Promise.resolve(true)
      : this.#sender.send(request, { signal: this.#options.signal, retry: 0 }).then(
          () => {
            this.#failedInARow = 0;
            this.#isDown = undefined;
            return false;
          },
          () => true,
        );
    return this.#isDown;
  }

  #headers(credentials: Credentials): Record<string, string> {
    if (credentials === 'none') return {};
    if (credentials === 'otherScheme') return { authorization: `Bearer ${WRONG_KEY}` };
    if (credentials === 'wrongKey') return { authorization: `APIKey ${WRONG_KEY}` };
    return { authorization: `apikey ${this.#options.apiKey}` };
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
