import { createRequestSender } from '../../client/request-sender.js';
import type { Dialect } from '../../dialect/dialect.js';
import { requestDialect } from '../../dialect/request-dialect.js';
import { isApiError } from '../../errors/api-errors.js';
import { isConnectionError, isResponseError, isTimeoutError } from '../../errors/request-errors.js';
import { parseRetryAfter, retryDelay, shouldRetry } from '../../http/retry.js';
import { writeListQuery } from '../../query/list-query.js';
import { encodeQueryValue } from '../../query/relaxed-json.js';
import type { JsonObject } from '../../schema/field.js';
import { isPlainObject, own } from '../../values/plain-object.js';

/** A GET request below `/v1`. Nothing of it is checked: a service is also asked what a client does not send. */
export interface ServiceRequest {
  /** Encoded: `/balances`. */
  readonly path: string;
  /** What a client may write. */
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

/** A response. */
export interface ServiceAnswer {
  /** 0 if there was no response. */
  readonly status: number;
  /** Parsed JSON; `undefined` if the body is none. */
  readonly body: unknown;
  /** The rows of a list, taken out of the envelope. */
  readonly rows?: readonly JsonObject[] | undefined;
  /** A single row. */
  readonly row?: JsonObject | undefined;
  /** Why the request failed, if it did. */
  readonly error?: Error;
}

/** Access to a service that is only read. */
export interface Service {
  /** Without the version. */
  readonly baseUrl: string;
  /** How requests are written and envelopes are read. Set as soon as it is measured. */
  dialect: Dialect;
  /** How many requests were sent, including retries. */
  readonly requests: number;
  /** How many more may be sent. */
  readonly left: number;
  /** The encoded query string of a request, without the question mark. */
  searchOf(request: ServiceRequest): string;
  /**
   * Sends a request, at most four at a time, and waits if the service asks for it with `Retry-After`.
   *
   * @throws ServiceError if no more requests are sent; AuthenticationError if the API key is rejected.
   */
  ask(request: ServiceRequest): Promise<ServiceAnswer>;
}

/** Why no more requests are sent to a service. */
export class ServiceError extends Error {
  override name = 'ServiceError';

  constructor(
    readonly reason: 'budget' | 'failures' | 'aborted' | 'unusable',
    message: string,
  ) {
    super(message);
  }
}

/** The options of {@link createService}. */
export interface ServiceOptions {
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly fetch?: typeof fetch | undefined;
  readonly dialect?: Dialect | undefined;
  readonly signal?: AbortSignal | undefined;
  /** For one attempt, in milliseconds. Default 30,000. */
  readonly timeout?: number | undefined;
  /** Default 800: the most that the catalogue of queries can use on five resources. */
  readonly maxRequests?: number | undefined;
  /** Called before each request. */
  readonly onRequest?: ((requests: number) => void) | undefined;
}

/** No more than a page with a few lists sends: the service has other clients, and limits their rate. */
const AT_A_TIME = 4;
/** In a row. A service that fails three of ten requests does so in one of a thousand cases, and one that is down always. */
const MOST_FAILED = 6;
/** Enough for a service that fails three of ten requests: all five attempts of one in 400 fail, which is asked again. */
const MOST_RETRIES = 4;
/** The longest delay between two attempts, unless the service asks for one: hundreds of requests are sent in a run. */
const LONGEST_BACKOFF = 1_000;

/** Creates the access to a service. */
export function createService(options: ServiceOptions): Service {
  const { baseUrl, apiKey, signal, maxRequests = 800, onRequest } = options;
  let requests = 0;
  let pausedUntil = 0;
  let isRunning = 0;
  const waiting: (() => void)[] = [];
  const health = { failed: 0, accepted: undefined as SentRequest | undefined };

  const countedFetch: typeof fetch = async (input, init) => {
    requests++;
    onRequest?.(requests);
    return (options.fetch ?? fetch)(input, init);
  };
  const common = { baseUrl, fetch: countedFetch, timeout: options.timeout, retry: 0 };
  const sender = createRequestSender({ ...common, apiKey }, 'connect');
  const keyless = createRequestSender({ ...common, apiKey: null }, 'connect');

  const assertOpen = () => {
    if (signal?.aborted) throw new ServiceError('aborted', 'The command was interrupted.');
    if (requests >= maxRequests)
      throw new ServiceError('budget', `The limit of ${maxRequests} requests was reached.`);
  };

  /** One request with its retries. Throws the errors of the transport. */
  async function send({ headers, ...sent }: SentRequest, retries: number): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      await pause(pausedUntil - Date.now(), signal);
      assertOpen();
      try {
        const by = headers ? keyless : sender;
        return (await by.send({ method: 'GET', ...sent }, { signal, headers })).data;
      } catch (error) {
        if (signal?.aborted) assertOpen();
        if (attempt > retries || !shouldRetry('GET', error)) throw error;
        const delay = retryDelay(attempt, error, {});
        const isAsked = isApiError(error) && parseRetryAfter(error.headers['retry-after']) !== undefined;
        if (isAsked)
          pausedUntil = Math.max(pausedUntil, Date.now() + delay); // for all requests
        else await pause(Math.min(delay, LONGEST_BACKOFF), signal);
      }
    }
  }

  async function answer(request: SentRequest, retries = MOST_RETRIES): Promise<ServiceAnswer> {
    const hasKey = request.headers === undefined;
    try {
      const body = await send(request, retries);
      health.failed = 0;
      if (hasKey) health.accepted = request;
      return { status: 200, body, ...unwrap(body, service.dialect.envelope) };
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      const hasStatus = isApiError(error) || isResponseError(error);
      if (!hasStatus && !isConnectionError(error) && !isTimeoutError(error)) throw error;
      const status = hasStatus ? error.status : 0;
      if (hasKey && status === 401) throw error;
      health.failed = isFailure(status) ? health.failed + 1 : 0;
      if (health.failed >= MOST_FAILED && !health.accepted) throw error; // nothing has succeeded yet
      return { status, body: hasStatus ? error.body : undefined, error };
    }
  }

  /** Gives up if the service also fails a request that it accepted before; otherwise it is up. */
  async function assertUp(): Promise<void> {
    if (health.failed < MOST_FAILED || !health.accepted) return;
    health.failed = 0;
    const { status } = await answer(health.accepted, 0);
    if (isFailure(status)) {
      health.failed = MOST_FAILED;
      throw new ServiceError(
        'failures',
        status === 0
          ? 'The service stopped responding.'
          : `The service failed ${MOST_FAILED} times in a row, the last time with status ${status}.`,
      );
    }
  }

  const service: Service = {
    baseUrl,
    dialect: options.dialect ?? {},
    get requests() {
      return requests;
    },
    get left() {
      return Math.max(0, maxRequests - requests);
    },
    searchOf({ query = {}, raw = [] }) {
      const { orderBy = {}, ...others } = query;
      const order = Object.entries(orderBy).map(([field, direction]) => ({ field, direction }));
      const written = writeListQuery({ ...others, order }, requestDialect(service.dialect));
      const texts = raw.map(([name, text]) => `${encodeURIComponent(name)}=${encodeQueryValue(text)}`);
      return [...(written === '' ? [] : [written]), ...texts].join('&');
    },
    async ask(request) {
      while (isRunning >= AT_A_TIME) await new Promise<void>((resolve) => waiting.push(resolve));
      isRunning++;
      try {
        assertOpen();
        await assertUp();
        const { path, authorization } = request;
        const sent = { path, search: service.searchOf(request) };
        if (authorization === undefined) return await answer(sent);
        return await answer({ ...sent, headers: authorization === null ? {} : { authorization } });
      } finally {
        isRunning--;
        waiting.shift()?.();
      }
    },
  };
  return service;
}

interface SentRequest {
  readonly path: string;
  readonly search: string;
  /** Those that replace the API key. */
  readonly headers?: { readonly [name: string]: string };
}

/** Whether a status means that the service could not process the request at this time. */
export const isFailure = (status: number): boolean =>
  status === 0 || status === 408 || status === 429 || (status >= 500 && status !== 501);

/** Waits, or until the signal aborts. */
const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (milliseconds <= 0 || signal?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });

/**
 * The rows or the row of a body.
 *
 * @param envelope - The member that contains them, if it is known.
 * @example
 * unwrap({ data: [{ id: 'a' }], total: 1 }, undefined) // => { rows: [{ id: 'a' }] }
 */
export function unwrap(
  body: unknown,
  envelope: string | null | undefined,
): Pick<ServiceAnswer, 'rows' | 'row'> {
  if (isRows(body)) return { rows: body };
  if (!isPlainObject(body)) return {};
  const name = envelope ?? envelopeOf(body);
  const inside = name === undefined || Object.hasOwn(body, 'id') ? undefined : own(body, name);
  if (isRows(inside)) return { rows: inside };
  if (isPlainObject(inside)) return { row: inside as JsonObject }; // parsed from JSON
  return Object.hasOwn(body, 'id') ? { row: body as JsonObject } : {};
}

/** The member of a body that contains its rows: `result`, or the only one that is an array of objects. */
function envelopeOf(body: { readonly [name: string]: unknown }): string | undefined {
  if (Object.hasOwn(body, 'result')) return 'result';
  const names = Object.keys(body).filter((name) => isRows(body[name]));
  return names.length === 1 ? names[0] : undefined;
}

const isRows = (value: unknown): value is JsonObject[] => Array.isArray(value) && value.every(isPlainObject);
