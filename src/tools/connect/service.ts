import { openEnvelope, resolveDialect } from '../../dialect.js';
import { type ErrorHandlers, handleError } from '../../errors.js';
import type { Fetch, Send } from '../../http/call.js';
import { createSend } from '../../http/send.js';
import { counted, responseMessage } from '../../messages/describe.js';
import { type Ordering, writeQuery } from '../../query/query.js';
import { encodeQueryValue } from '../../query/relaxed-json.js';
import type { JsonObject } from '../../schema/field.js';
import { isPlainObject } from '../../values/plain-object.js';

/** A row of a response, before anything else is known about it. */
export type JsonRow = JsonObject & { readonly id: string };

export const isRow = (value: unknown): value is JsonRow =>
  isPlainObject(value) && typeof value.id === 'string';

/** The rows of a list without parameters. */
export interface ListRows {
  readonly name: string;
  readonly path: string;
  readonly rows: readonly JsonRow[];
}

/** A GET request below `/v1`. Nothing of it is checked: a service is also asked what a client does not send. */
export interface Question {
  /** Encoded, such as `/balances`. */
  readonly path: string;
  readonly where?: JsonObject | undefined;
  readonly include?: JsonObject | undefined;
  /** Not sent to a service without such a parameter; nor is `take`. */
  readonly order?: readonly Ordering[] | undefined;
  readonly take?: number | undefined;
  /** Further parameters as text. */
  readonly raw?: readonly Parameter[] | undefined;
}

/** A parameter of a query, not encoded. */
export type Parameter = readonly [name: string, text: string];

export interface Answer {
  /** 0 if there was no response. */
  readonly status: number;
  /** What came, in a few words: such as `status 400` or `0 rows`. */
  readonly outcome: string;
  /** The message of the service. It may contain values. */
  readonly message: string;
  readonly body: unknown;
  readonly rows?: readonly JsonRow[];
  readonly row?: JsonRow;
  readonly pagination?: unknown;
  readonly cursor?: unknown;
}

/** Why no more requests are sent to a service. */
export class StoppedError extends Error {
  override readonly name: string = 'StoppedError';
}

/** The service answers, but not as a client can use it. */
export class UnusableError extends StoppedError {
  override readonly name = 'UnusableError';
}

export interface ServiceOptions {
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly fetch?: Fetch | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The most requests, with retries. Default 1,000. */
  readonly maxRequests?: number | undefined;
  readonly onRequest?: ((service: Service) => void) | undefined;
}

/** No more than a browser page with a few lists sends: the service has other clients. */
const AT_A_TIME = 4;

/** After this many requests in a row without a response of the service, no more are sent. */
const MOST_FAILED = 6;
const failures = [0, 502, 503, 504];

/** What is known of a response to a failed request. Other errors end the command. */
type Failure = Pick<Answer, 'status' | 'body'> | undefined;

const lost: Failure = { status: 0, body: undefined };

const failureOf: ErrorHandlers<Failure> = {
  QueryError: () => undefined,
  ConfigurationError: () => undefined,
  ConnectionError: () => lost,
  TimeoutError: () => lost,
  ApiError: (error) => error,
  ResponseError: (error) => error,
};

/** The connection to a service, which is only read. */
export class Service {
  readonly baseUrl: string;
  /** Replaced as soon as its form is found. */
  dialect = resolveDialect('connect');
  /** What is being found out, in words. */
  phase = '';
  /** How many were sent, with retries. */
  requests = 0;
  readonly #send: Send;
  /** Ends every request: of an interrupted command, or if no more are sent. */
  readonly #end = new AbortController();
  /** The last request of each lane, for which the next one waits. */
  readonly #lanes: Promise<Answer>[] = [];
  #asked = 0;
  #failedInARow = 0;

  constructor({ baseUrl, apiKey, signal, maxRequests = 1_000, ...options }: ServiceOptions) {
    const { fetch = globalThis.fetch, onRequest } = options;
    this.baseUrl = baseUrl;
    signal?.addEventListener('abort', () => this.#end.abort(signal.reason), { once: true });
    this.#send = createSend({
      source: 'connect',
      baseUrl,
      apiKey,
      retry: 4,
      timeout: 60_000,
      fetch: (url, init) => {
        if (this.requests >= maxRequests)
          this.#end.abort(new StoppedError(`The limit of ${maxRequests} requests was reached.`));
        this.#end.signal.throwIfAborted();
        this.requests++;
        onRequest?.(this);
        return fetch(url, init);
      },
    });
    if (signal?.aborted) this.#end.abort(signal.reason);
  }

  /**
   * Sends a request, at most four at a time.
   *
   * @throws StoppedError if the limit is reached, the service no longer responds, or it rejects the
   * API key; and the reason of the signal.
   */
  ask(question: Question): Promise<Answer> {
    const lane = this.#asked++ % AT_A_TIME;
    const receive = () => this.#receive(question);
    this.#lanes[lane] = this.#lanes[lane]?.then(receive, receive) ?? receive();
    return this.#lanes[lane];
  }

  /** The encoded query string of a request, without the question mark. */
  searchOf({ where, include, raw = [], ...page }: Question): string {
    const { parameters } = this.dialect;
    const order = (parameters.orderBy !== null && page.order) || [];
    const take = parameters.take === null ? undefined : page.take;
    const written = writeQuery({ where, include, order, take }, this.dialect);
    const texts = raw.map((pair) => pair.map(encodeQueryValue).join('='));
    return [written, ...texts].filter((text) => text !== '').join('&');
  }

  async #receive(question: Question): Promise<Answer> {
    const search = this.searchOf(question);
    const { signal } = this.#end;
    signal.throwIfAborted();
    try {
      const { data } = await this.#send({ method: 'GET', path: question.path, search, signal });
      this.#failedInARow = 0;
      return { status: 200, message: '', body: data, ...this.open(data) };
    } catch (error) {
      signal.throwIfAborted();
      const failure = handleError(error, failureOf);
      if (!failure) throw error;
      const { status, body } = failure;
      const outcome = status === 0 ? 'no response' : `status ${status}`;
      if (status === 401)
        throw new StoppedError(`GET /v1${question.path} failed: ${outcome}. Check the API key.`);
      this.#failedInARow = failures.includes(status) ? this.#failedInARow + 1 : 0;
      const failed = `${MOST_FAILED} requests in a row failed. ${(error as Error).message}`; // of the package
      if (this.#failedInARow === MOST_FAILED) this.#end.abort(new StoppedError(failed));
      signal.throwIfAborted();
      return { status, outcome, message: responseMessage(body), body };
    }
  }

  /** What a body contains, in the envelope of the dialect. */
  open(body: unknown): Pick<Answer, 'rows' | 'row' | 'pagination' | 'cursor' | 'outcome'> {
    const { data, ...page } = openEnvelope(body, this.dialect);
    const isList = Array.isArray(data) && data.every(isRow);
    if (isList) return { rows: data, outcome: counted(data.length, 'row'), ...page };
    return isRow(data) ? { row: data, outcome: 'a row' } : { outcome: 'a body without rows' };
  }
}
