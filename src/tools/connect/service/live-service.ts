import { createRequestSender, type RequestSender } from '../../../client/request-sender.js';
import type { Dialect } from '../../../dialect/dialect.js';
import { namedMembers, requestDialect } from '../../../dialect/request-dialect.js';
import { isApiError } from '../../../errors/api-errors.js';
import {
  isConnectionError,
  isResponseError,
  isTimeoutError,
} from '../../../errors/request-errors.js';
import { parseRetryAfter } from '../../../http/response.js';
import { retryDelay, shouldRetry } from '../../../http/transport.js';
import { writeListQuery } from '../../../query/list-query.js';
import { encodeQueryValue } from '../../../query/relaxed-json.js';
import type { JsonObject } from '../../../schema/field.js';
import { wait } from '../../../values/wait.js';
import { isFailure, type ReceivedResponse, unwrap } from './response.js';

/**
 * A GET request below `/v1`. Nothing of it is checked: a service is also asked what a client does
 * not send.
 */
export interface ServiceRequest {
  /** Encoded: `/balances`. */
  readonly path: string;
  readonly query?: {
    readonly where?: JsonObject | undefined;
    readonly include?: JsonObject | undefined;
    readonly orderBy?: { readonly [field: string]: 'asc' | 'desc' } | undefined;
    readonly take?: number | undefined;
    readonly skip?: number | undefined;
    readonly after?: string | undefined;
    readonly before?: string | undefined;
  };
  /** Parameters as text, in addition to the query. Names may be repeated. */
  readonly raw?: readonly (readonly [name: string, text: string])[];
  /** The header that is sent instead of the API key; `null` for none. */
  readonly authorization?: string | null;
}

/** Why no more requests are sent to a service. */
export class StoppedError extends Error {
  override name = 'StoppedError';

  constructor(
    readonly reason: 'budget' | 'failures' | 'aborted' | 'unusable',
    message: string,
  ) {
    super(message);
  }
}

/** What was read with requests; `undefined` if no more are sent. The next request says why. */
export async function unlessStopped<Result>(
  read: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof StoppedError && error.reason !== 'aborted') return undefined;
    throw error;
  }
}

export interface ConnectionOptions {
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly fetch?: typeof fetch | undefined;
  readonly dialect?: Dialect | undefined;
  readonly signal?: AbortSignal | undefined;
  /** For one attempt, in milliseconds. Default 30,000. */
  readonly timeout?: number | undefined;
  /** Default 1,000: more than measuring, reading and comparing five resources need. */
  readonly maxRequests?: number | undefined;
  readonly onRequest?: ((requests: number) => void) | undefined;
}

/**
 * No more than a browser page with a few lists sends: the service has other clients, and limits
 * their rate.
 */
const AT_A_TIME = 4;
const RETRIES = { usual: 4, patient: 8 };
/**
 * The longest delay between two attempts, unless the service asks for one: hundreds of requests are
 * sent in a run.
 */
const LONGEST_BACKOFF = 1_000;
/**
 * A service is too unreliable to compare if this share of its attempts failed, after this many.
 * Only requests count that got a response in the end.
 */
const UNRELIABLE = { attempts: 60, share: 0.4 };
/**
 * After this many failed requests in a row, a request is repeated that succeeded before: the
 * service may fail for one kind of request only.
 */
const MOST_FAILED = 6;

export const createService = (options: ConnectionOptions): Service => new Service(options);

/** The connection to a service that is only read. */
export class Service {
  /** Without the version. */
  readonly baseUrl: string;
  /** Set as soon as it is measured. */
  dialect: Dialect;
  /** How many were sent, including retries. */
  requests = 0;
  readonly #options: ConnectionOptions;
  readonly #most: number;
  readonly #senders: readonly [withKey: RequestSender, keyless: RequestSender];
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #pausedUntil = 0;
  #failedInARow = 0;
  #accepted: SentRequest | undefined;
  #givenUp: StoppedError | undefined;
  /**
   * The attempts at requests that got a response in the end, and how many of these attempts failed.
   */
  readonly #attempts = { all: 0, failed: 0 };

  constructor(options: ConnectionOptions) {
    const { baseUrl, apiKey, fetch, timeout, maxRequests = 1_000 } = options;
    this.#options = options;
    this.baseUrl = baseUrl;
    this.dialect = options.dialect ?? {};
    this.#most = maxRequests;
    const common = { baseUrl, fetch, timeout, retry: 0 };
    this.#senders = [
      createRequestSender({ ...common, apiKey }, 'connect'),
      createRequestSender({ ...common, apiKey: null }, 'connect'),
    ];
  }

  get left(): number {
    return Math.max(0, this.#most - this.requests);
  }

  /** The encoded query string of a request, without the question mark. */
  searchOf({ query = {}, raw = [] }: ServiceRequest): string {
    const { orderBy = {}, ...others } = query;
    const order = Object.entries(orderBy).map(([field, direction]) => ({ field, direction }));
    const written = writeListQuery({ ...others, order }, requestDialect(this.dialect));
    const texts = raw.map(
      ([name, text]) => `${encodeURIComponent(name)}=${encodeQueryValue(text)}`,
    );
    return [...(written === '' ? [] : [written]), ...texts].join('&');
  }

  /**
   * Sends a request, at most four at a time, and waits if the service asks for it with
   * `Retry-After`.
   *
   * @throws StoppedError if no more requests are sent; AuthenticationError if the API key is
   * rejected.
   */
  get(request: ServiceRequest): Promise<ReceivedResponse> {
    return this.#enqueue(request, RETRIES.usual);
  }

  /**
   * Like `get`, with more retries: for a request whose response decides how further ones are
   * written.
   */
  getPatiently(request: ServiceRequest): Promise<ReceivedResponse> {
    return this.#enqueue(request, RETRIES.patient);
  }

  /**
   * Like `getPatiently`, for rows that are needed. @throws the error of the last attempt if the
   * service failed.
   */
  async getOrThrow(request: ServiceRequest): Promise<ReceivedResponse> {
    const response = await this.getPatiently(request);
    if (response.error && isFailure(response.status)) throw response.error;
    return response;
  }

  async #enqueue(request: ServiceRequest, retries: number): Promise<ReceivedResponse> {
    while (this.#running >= AT_A_TIME)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running++;
    try {
      this.#assertOpen();
      await this.#assertUp();
      const { path, authorization } = request;
      const sent = { path, search: this.searchOf(request) };
      if (authorization === undefined) return await this.#receive(sent, retries);
      const headers = authorization === null ? {} : { authorization };
      return await this.#receive({ ...sent, headers }, retries);
    } finally {
      this.#running--;
      this.#waiting.shift()?.();
    }
  }

  #assertOpen(): void {
    if (this.#givenUp) throw this.#givenUp;
    if (this.#options.signal?.aborted)
      throw new StoppedError('aborted', 'The command was interrupted.');
    if (this.left === 0)
      throw new StoppedError('budget', `The limit of ${this.#most} requests was reached.`);
  }

  async #receive(request: SentRequest, retries: number): Promise<ReceivedResponse> {
    const hasKey = request.headers === undefined;
    try {
      const body = await this.#send(request, retries);
      this.#failedInARow = 0;
      if (hasKey) this.#accepted = request;
      return { status: 200, body, ...unwrap(body, namedMembers(this.dialect.envelope).rows) };
    } catch (error) {
      if (error instanceof StoppedError) throw error;
      const hasStatus = isApiError(error) || isResponseError(error);
      if (!hasStatus && !isConnectionError(error) && !isTimeoutError(error)) throw error;
      const status = hasStatus ? error.status : 0;
      if (hasKey && status === 401) throw error;
      this.#failedInARow = isFailure(status) ? this.#failedInARow + 1 : 0;
      if (this.#failedInARow >= MOST_FAILED && !this.#accepted) throw error; // nothing has succeeded yet
      return { status, body: hasStatus ? error.body : undefined, error };
    }
  }

  /** One request with its retries. Throws the errors of the transport. */
  async #send({ headers, ...sent }: SentRequest, retries: number): Promise<unknown> {
    const { signal, onRequest } = this.#options;
    let failed = 0;
    for (let attempt = 1; ; attempt++) {
      const pause = this.#pausedUntil - Date.now();
      if (pause > 0) await wait(pause, signal).catch(() => {}); // aborted
      this.#assertOpen();
      this.requests++; // before it is sent, so that requests side by side do not exceed the limit
      onRequest?.(this.requests);
      const sender = this.#senders[headers ? 1 : 0];
      let data: unknown;
      try {
        ({ data } = await sender.send({ method: 'GET', ...sent }, { signal, headers }));
      } catch (error) {
        if (signal?.aborted) this.#assertOpen();
        const isTransient = shouldRetry('GET', error);
        if (!isTransient) this.#count(failed);
        if (attempt > retries || !isTransient) throw error;
        const delay = retryDelay(attempt, error, {});
        const isAsked =
          isApiError(error) && parseRetryAfter(error.headers['retry-after']) !== undefined;
        if (isAsked)
          this.#pausedUntil = Math.max(this.#pausedUntil, Date.now() + delay); // for all requests
        else {
          failed++;
          await wait(Math.min(delay, LONGEST_BACKOFF), signal).catch(() => {});
        }
        continue;
      }
      this.#count(failed);
      return data;
    }
  }

  /**
   * @param failures - The failed attempts before the response, without those that had a
   * `Retry-After`.
   */
  #count(failures: number): void {
    this.#attempts.all += 1 + failures;
    this.#attempts.failed += failures;
    const { all, failed } = this.#attempts;
    if (all >= UNRELIABLE.attempts && failed / all > UNRELIABLE.share)
      this.#giveUp(`The service failed ${failed} of ${all} requests.`);
  }

  /** All further requests fail at once. Otherwise each of them would wait for its retries. */
  #giveUp(message: string): never {
    this.#givenUp = new StoppedError('failures', message);
    throw this.#givenUp;
  }

  /** Gives up if the service also fails a request that it accepted before; otherwise it is up. */
  async #assertUp(): Promise<void> {
    if (this.#failedInARow < MOST_FAILED || !this.#accepted) return;
    const { status } = await this.#receive(this.#accepted, RETRIES.usual);
    if (!isFailure(status)) return;
    this.#giveUp(
      status === 0
        ? 'The service stopped responding.'
        : `The service failed ${MOST_FAILED} times in a row, the last time with status ${status}.`,
    );
  }
}

interface SentRequest {
  readonly path: string;
  readonly search: string;
  /** Those that replace the API key. */
  readonly headers?: { readonly [name: string]: string };
}
