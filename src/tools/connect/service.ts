import { openEnvelope, resolveDialect } from '../../dialect.js';
import { type ErrorHandlers, handleError } from '../../errors.js';
import type { Fetch, Send } from '../../http/call.js';
import { responseMessage } from '../../http/response-message.js';
import { createSend } from '../../http/send.js';
import { counted } from '../../messages/describe.js';
import { type Ordering, writeQuery } from '../../query/query.js';
import { encodeQueryValue } from '../../query/relaxed-json.js';
import type { JsonObject } from '../../schema/field.js';
import { rowPath } from '../../schema/lookup.js';
import { isPlainObject } from '../../values/plain-object.js';
import type { Note } from './notes.js';

export type JsonRow = JsonObject & { readonly id: string };

export const isRow = (value: unknown): value is JsonRow =>
  isPlainObject(value) && typeof value.id === 'string';

export interface ListRows {
  readonly name: string;
  readonly path: string;
  readonly rows: readonly JsonRow[];
}

/** A GET request below `/v1`. It is not checked: a service is also asked what no client sends. */
export interface Question {
  /** Of a list, such as `/balances`. */
  readonly path: string;
  /** Of a row of the list. */
  readonly id?: string | undefined;
  readonly where?: JsonObject | undefined;
  readonly include?: JsonObject | undefined;
  /** Not sent to a service without such a parameter; nor is `take`. */
  readonly order?: readonly Ordering[] | undefined;
  readonly take?: number | undefined;
  /** Further parameters as text. */
  readonly raw?: readonly RawParameter[] | undefined;
}

export type RawParameter = readonly [name: string, text: string];

/** What the service says to a question: it answers it, or rejects what was asked. */
export interface Reply {
  readonly isRejected: boolean;
  /** Whether there is nothing at the path, or only a redirect. */
  readonly isMissing: boolean;
  /** What came, in a few words: such as `status 400` or `0 rows`. */
  readonly outcome: string;
  /** The message of the service. It may contain values. */
  readonly message: string;
  readonly body?: unknown;
  readonly rows?: readonly JsonRow[];
  readonly row?: JsonRow;
  readonly cursor?: unknown;
}

export class StoppedError extends Error {
  override readonly name: string = 'StoppedError';
}

/** The service answers, but not as a client can use it. */
export class UnusableError extends StoppedError {
  override readonly name = 'UnusableError';
}

/** A question that the service neither answers nor rejects: nothing is known then. */
export class NoReplyError extends StoppedError {
  override readonly name = 'NoReplyError';

  constructor(
    message: string,
    readonly outcome: string, // in a few words
  ) {
    super(message);
  }
}

/** What came instead of a reply, in a few words. Other errors are thrown again. */
export function outcomeOf(error: unknown): string {
  if (error instanceof NoReplyError) return error.outcome;
  throw error;
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

/** No more than a web page with a few lists sends: the service has other clients. */
const AT_A_TIME = 4;

/** After this many requests in a row that failed, no more are sent. */
const MOST_FAILED = 6;

/** A service that asks to wait longer, in seconds, is not asked again. */
const LONGEST_WAIT = 50;

/** Statuses by which a service rejects what was asked, if it answers the list without it. */
const rejectedStatuses: readonly number[] = [200, 400, 404, 405, 413, 414, 422, 431];

const causes: { readonly [status: number]: string } = {
  0: 'no response',
  403: 'status 403: a firewall, or the role of the API key, forbids it',
  429: 'status 429: the rate limit',
};

/** What is known of a request without a result. Other errors end the command. */
interface Failure {
  /** 0 if there was no response. */
  readonly status: number;
  readonly isRejected?: boolean;
  readonly body?: unknown;
  readonly wait?: number | undefined; // in seconds
}

const failureOf: ErrorHandlers<Failure | undefined> = {
  QueryError: () => undefined,
  ConfigurationError: () => undefined,
  ConnectionError: () => ({ status: 0 }),
  TimeoutError: () => ({ status: 0 }),
  ApiError({ status, body, retryAfter: wait }) {
    return { status, isRejected: rejectedStatuses.includes(status), body, wait };
  },
  // A redirect; or not of the service, but of what is before it: a body that is no JSON.
  ResponseError: ({ status }) => ({ status, isRejected: status > 300 }),
};

/** The connection to a service, which is only read. */
export class Service {
  readonly baseUrl: string;
  /** Replaced as soon as its form is found. */
  dialect = resolveDialect('connect');
  /** What is being found out, in words. */
  phase = '';
  /** The list of the last request, if that was rejected. */
  #rejected: string | undefined;
  requests = 0; // with retries
  /** What is not determined, because a question was neither answered nor rejected. */
  readonly undetermined: Note[] = [];
  readonly #send: Send;
  /** Ends every request: of an interrupted command, or if no more are sent. */
  readonly #end = new AbortController();
  /** The last request of each lane, for which the next one waits. */
  readonly #lanes: Promise<unknown>[] = [];
  #asked = 0;
  #failedInARow = 0;
  /** The lists that were answered since the last failures: these reject only what is asked. */
  readonly #answered = new Set<string>();

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
   * @throws NoReplyError if the service neither answers nor rejects the question.
   * @throws StoppedError if the limit is reached, the service no longer responds, or it rejects the
   * API key; and the reason of the signal.
   */
  async ask(question: Question): Promise<Reply> {
    const reply = await this.#queue(question);
    if (!reply.isRejected || this.#answered.has(question.path)) return reply;
    // A proxy or a firewall may reject everything from now on.
    const list = await this.#queue({ path: question.path });
    if (!list.isRejected) return reply;
    throw this.#failure(`GET /v1${question.path} failed: ${list.outcome}.`, list.outcome);
  }

  /**
   * Begins a step, if the list of the last rejected request is still answered.
   *
   * @throws StoppedError if it is not: then what was rejected before it may have been answered.
   */
  async begin(phase: string): Promise<void> {
    const path = this.#rejected;
    const list = path === undefined ? undefined : await this.#queue({ path });
    if (list?.isRejected) throw this.#stop(`GET /v1${path} failed: ${list.outcome}.`);
    this.#answered.clear();
    this.phase = phase;
  }

  /** Asks for a list as it is, of which nothing can be rejected but the list itself. */
  readonly askList = (path: string): Promise<Reply> => this.#queue({ path });

  /** Asks what everything that follows depends on: if it fails, once more. */
  async askFirst(question: Question): Promise<Reply> {
    return (await this.attempt(() => this.ask(question))) ?? this.ask(question);
  }

  /**
   * What an act returns; `undefined` if a question of it was neither answered nor rejected. With a
   * topic, that is noted.
   *
   * @param asked - What was asked, in words.
   */
  attempt<Found>(act: () => Promise<Found>, topic?: string, asked?: string) {
    return act().catch((error: unknown): undefined => {
      const text = `${asked ? `${asked}: ` : ''}not determined: ${outcomeOf(error)}`;
      if (topic !== undefined) this.undetermined.push({ topic, text });
    });
  }

  #queue(question: Question): Promise<Reply> {
    const lane = this.#asked++ % AT_A_TIME;
    const receive = () => this.#receive(question);
    const reply = this.#lanes[lane]?.then(receive, receive) ?? receive();
    this.#lanes[lane] = reply;
    return reply;
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

  async #receive(question: Question): Promise<Reply> {
    const search = this.searchOf(question);
    const { signal } = this.#end;
    signal.throwIfAborted();
    const { path: list, id } = question;
    const path = id === undefined ? list : rowPath(list, encodeURIComponent(id));
    try {
      const { data } = await this.#send({ method: 'GET', path, search, signal });
      this.#failedInARow = 0;
      this.#rejected = undefined;
      this.#answered.add(list);
      return { isRejected: false, isMissing: false, message: '', body: data, ...this.open(data) };
    } catch (error) {
      signal.throwIfAborted();
      const failure = handleError(error, failureOf);
      if (!failure) throw error;
      const reply = this.#judge(failure, path, (error as Error).message); // of the package
      if (search !== '' || id !== undefined) this.#rejected = list;
      return reply;
    }
  }

  /** Whether a request was rejected, or failed. Nothing else looks at a status. */
  #judge(failure: Failure, path: string, problem: string): Reply {
    const { status, isRejected, body, wait } = failure;
    const outcome = causes[status] ?? `status ${status}`;
    const isMissing = [404, 405].includes(status) || (status > 300 && status < 400);
    if (isRejected) return { isRejected, isMissing, outcome, message: responseMessage(body), body };
    if (status === 401) throw this.#stop(`GET /v1${path} failed: ${outcome}. Check the API key.`);
    if (Number(wait) > LONGEST_WAIT) throw this.#stop(problem);
    throw this.#failure(problem, outcome);
  }

  #failure(problem: string, outcome: string): NoReplyError {
    this.#answered.clear();
    if (++this.#failedInARow >= MOST_FAILED)
      throw this.#stop(`${MOST_FAILED} requests in a row failed. ${problem}`);
    return new NoReplyError(problem, outcome);
  }

  #stop(problem: string): StoppedError {
    const error = new StoppedError(problem);
    this.#end.abort(error);
    return error;
  }

  /** What a body contains, in the envelope of the dialect. */
  open(body: unknown): Pick<Reply, 'rows' | 'row' | 'cursor' | 'outcome'> {
    const { data, cursor } = openEnvelope(body, this.dialect);
    const isList = Array.isArray(data) && data.every(isRow);
    if (isList) return { rows: data, outcome: counted(data.length, 'row'), cursor };
    return isRow(data) ? { row: data, outcome: 'a row' } : { outcome: 'a body without rows' };
  }
}
