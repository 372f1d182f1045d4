import { ConfigurationError, isConfigurationError } from '../errors.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import { ApiKeyTable, type MockApiKeys, type NewApiKey } from './api-keys.js';
import { copyRows, createDatabase, parseRows } from './database.js';
import { type AddedFault, type Fault, Faults } from './faults.js';
import {
  answerRequest,
  errorResponse,
  type RecordedResponse,
  readRequest,
  recordRequest,
} from './handle-request.js';
import { type InitialApiKeys, type MockOptions, parseMockOptions } from './mock-options.js';
import { RowWriter } from './row-writer.js';
import { fittingSample } from './sample-data.js';
import type {
  AnyMock,
  Exchange,
  Mock,
  MockClientOptions,
  MockFetch,
  MockResponse,
  MockService,
  ReceivedRequest,
  RecordedRequest,
  Snapshot,
} from './service.js';
import { Store } from './store.js';

/**
 * Creates a mock of the service: rows in memory, the rules for `include` and `where`, and API keys.
 *
 * @throws ConfigurationError that names the invalid option, or the invalid row and field.
 * @example
 * const mock = createMock();
 * const client = createClient(mock.clientOptions);
 */
export const createMock = <
  Schema extends SchemaShape<Schema> = PaymentsSchema,
  ApiKeys extends InitialApiKeys = readonly NewApiKey[],
>(
  options: MockOptions<Schema, ApiKeys> = {},
): Mock<Schema, ApiKeys extends false ? null : string> =>
  // `db` is typed by the schema.
  new InMemoryMock(options) as unknown as Mock<Schema, ApiKeys extends false ? null : string>;

type Changing<Members> = { -readonly [Name in keyof Members]: Members[Name] };

/**
 * Keeps what was passed to `fetch` in memory until the response: in Node, the signal of a `Request`
 * is aborted only as long as the `Request` itself is in memory.
 */
const waiting = new Set<object>();

/** A class with private members and getters, so that printing a mock never shows the API key. */
class InMemoryMock implements AnyMock {
  readonly baseUrl: string;
  readonly db: object;
  readonly requests: Changing<RecordedRequest>[] = [];
  readonly #service: MockService;
  readonly #apiKey: string | null;
  readonly #latency: (() => number) | undefined;
  /** What restores each snapshot. */
  readonly #snapshots = new WeakMap<Snapshot, () => void>();
  readonly #initial: Snapshot;
  /** How often the mock was reset. */
  #resets = 0;

  constructor(input: object) {
    const options = parseMockOptions(input);
    const { schema, dialect, now, apiKeys, ignoreParameters } = options;
    const store = new Store(schema, dialect);
    const keys = new ApiKeyTable(now);
    const writer = new RowWriter(store, now);
    const { isSample, data, mayCreate } = options;
    try {
      writer.insertAll(isSample ? fittingSample(data, store) : data, mayCreate);
    } catch (error) {
      if (!isConfigurationError(error)) throw error;
      const { message, problem } = error;
      throw isSample
        ? new ConfigurationError(
            `the sample data is invalid for \`schema\`: ${message} Pass \`data\`.`,
            'createMock',
          )
        : new ConfigurationError(problem, 'createMock: data');
    }
    const created = (apiKeys || []).map((key, index) =>
      keys.create(key, `createMock: apiKeys[${index}]`),
    );
    this.baseUrl = options.baseUrl;
    this.#latency = options.latency;
    this.db = createDatabase(store, writer);
    this.#apiKey = created[0]?.key ?? null;
    this.#service = {
      store,
      keys,
      requests: this.requests,
      ignoreParameters,
      needsKey: apiKeys !== false,
      faults: new Faults(schema),
      insert: (rows) => copyRows(writer.insertAll(parseRows(rows, schema, 'insert')), schema),
      receive: (request) => this.#receive(request),
    };
    this.#initial = this.snapshot();
  }

  get service(): MockService {
    return this.#service;
  }

  get apiKeys(): MockApiKeys {
    return this.#service.keys;
  }

  get clientOptions(): MockClientOptions<string | null> {
    const { baseUrl, fetch } = this;
    return { baseUrl, apiKey: this.#apiKey, allowApiKeyInBrowser: true, fetch };
  }

  /** What Node prints, even with the option `getters`. */
  [Symbol.for('nodejs.util.inspect.custom')](): object {
    return { ...this };
  }

  readonly fetch: MockFetch = async (input, init) => {
    const isRequest = typeof input === 'object' && 'signal' in input;
    const signal = init?.signal === undefined && isRequest ? input.signal : init?.signal;
    signal?.throwIfAborted();
    const request = isRequest && init === undefined ? input : new Request(input, init);
    const { method, url, headers } = request;
    const held = { input }; // not `request`: its signal may be a copy
    waiting.add(held);
    try {
      const { response } = this.#receive({
        ...this.#targetOf(url),
        method,
        url,
        headers,
        signal,
        readBody: async () => new Uint8Array(await request.arrayBuffer()),
      });
      const { body = null, ...head } = await response;
      return new Response(method === 'HEAD' ? null : body, head);
    } finally {
      waiting.delete(held);
    }
  };

  /** The part of a URL below the base URL. Both are normalized by `URL`. */
  #targetOf(url: string): Pick<ReceivedRequest, 'path' | 'search'> {
    const { baseUrl } = this;
    const [, path = '', search = ''] = /^([^?#]*)(\?[^#]*)?/.exec(url.slice(baseUrl.length)) ?? [];
    if (url.startsWith(`${baseUrl}/`)) return { path, search };
    const { origin } = new URL(url);
    const other = baseUrl.startsWith(origin) ? 'other paths' : this.#service.keys.hide(origin);
    throw new TypeError(
      `The mock serves ${baseUrl} only, not ${other}. ` +
        'Use the same baseUrl in createMock() and createClient().',
    );
  }

  #receive(request: ReceivedRequest): Exchange {
    const { keys, faults } = this.#service;
    const { method, path, signal } = request;
    const parsed = readRequest(request, this.#service);
    const recorded: Changing<RecordedRequest> = recordRequest(request, parsed.query, keys);
    this.requests.push(recorded);
    // Looked up now, so that no request from before a reset takes a fault from after it.
    const fault = faults.active.length > 0 ? faults.next(method, path) : undefined;
    const start = performance.now();
    const response = this.#respond(request, parsed, recorded, fault);
    const end = (state: RecordedRequest['state']) => {
      recorded.state = signal?.aborted ? 'aborted' : state;
      recorded.duration = performance.now() - start;
    };
    response.then(
      () => end('answered'),
      () => end('failed'),
    );
    return { recorded, response };
  }

  /** Waits, answers the request, and responds, or fails as the fault says. */
  async #respond(
    request: ReceivedRequest,
    parsed: ReturnType<typeof readRequest>,
    recorded: RecordedRequest,
    fault: AddedFault | undefined,
  ): Promise<MockResponse> {
    const delay = (this.#latency?.() ?? 0) + (fault?.delay() ?? 0);
    const resets = this.#resets;
    const isRead = /^(GET|HEAD)$/.test(request.method);
    const signal = request.signal ?? undefined;
    if (delay > 0) await wait(delay, signal);
    const body = isRead ? new Uint8Array() : await request.readBody();
    signal?.throwIfAborted();
    const answer = () =>
      resets === this.#resets || isRead
        ? answerRequest(request, parsed, body, this.#service)
        : errorResponse(409, 'The mock was reset before it processed this request.');
    const { error, loseResponse } = fault?.fault ?? {};
    const rejection = fault && rejectionOf(fault);
    const isProcessed = loseResponse || !(error || rejection);
    const { response, ...result } = (isProcessed ? answer() : rejection) ?? {};
    Object.assign(recorded, response && { status: response.status }, result);
    if (error === 'timeout') await wait(Infinity, signal);
    if (error || !response) throw new TypeError('network failure requested with mock.fail()');
    return rejection?.response ?? response;
  }

  readonly fail = (fault: Fault): (() => void) => {
    const { faults } = this.#service;
    const id = faults.add(fault, 'fail');
    return () => void faults.remove(id);
  };

  readonly reset = (): void => {
    this.#resets++;
    this.restore(this.#initial);
    this.#service.faults.clear();
    this.clearRequests();
  };

  readonly clearRequests = (): void => {
    this.requests.length = 0;
  };

  readonly snapshot = (): Snapshot => {
    const { store, keys } = this.#service;
    const restored = [store.snapshot(), keys.snapshot()];
    const snapshot = Object.freeze({}) as Snapshot; // has no members
    this.#snapshots.set(snapshot, () => {
      for (const restore of restored) restore();
    });
    return snapshot;
  };

  readonly restore = (snapshot: Snapshot): void => {
    const restore = this.#snapshots.get(snapshot);
    const problem = 'expected a snapshot that snapshot() of this mock returned.';
    if (!restore) throw new ConfigurationError(problem, 'restore');
    restore();
  };
}

/** The response of a fault with a status. */
function rejectionOf({ status, retryAfter }: AddedFault): RecordedResponse | undefined {
  if (status === undefined) return undefined;
  const headers = retryAfter === undefined ? {} : { 'Retry-After': retryAfter };
  return errorResponse(status, 'This response was requested with mock.fail().', headers);
}

/** Waits; forever if the delay is infinite. Rejects with the signal's reason if it aborts. */
const wait = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      return signal?.aborted ? reject(signal.reason) : resolve();
    };
    const timer = milliseconds < Infinity ? setTimeout(stop, milliseconds) : undefined;
    signal?.addEventListener('abort', stop);
  });
