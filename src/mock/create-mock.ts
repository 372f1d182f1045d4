import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import { ApiKeyTable, apiKeysOf, type MockApiKeys } from './api-keys.js';
import { databaseOf, type MockDatabase } from './database.js';
import { type DueFault, type Fault, Faults } from './faults.js';
import { handleRequest, type Service } from './http/handle-request.js';
import { redact } from './http/redact.js';
import type { RecordedRequest } from './http/request-log.js';
import { toResponse } from './http/response.js';
import { type Call, createRouter } from './http/routes.js';
import { wait } from './latency.js';
import { type MockOptions, readOptions } from './mock-options.js';
import type { Snapshot } from './rows/history.js';
import { RowWriter } from './rows/row-writer.js';
import { Store } from './rows/store.js';

/** What a client needs to talk to a mock: `createClient(mock.clientOptions)`. */
export interface MockClientOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: MockFetch;
}

/** The `fetch` of a mock. */
export type MockFetch = (...request: Parameters<typeof fetch>) => Promise<Response>;

/** The service in memory. Nothing of it shows an API key but `clientOptions` and `apiKeys.create`. */
export interface Mock<Schema extends SchemaShape<Schema> = PaymentsSchema> {
  /** Where the mock pretends to be, without a slash at its end. */
  readonly baseUrl: string;
  /**
   * Answers a request in process. Rejects as a network error where the request is for anything outside the base URL, and with the
   * signal's reason where it is aborted.
   */
  readonly fetch: MockFetch;
  /** What `createClient` takes. */
  readonly clientOptions: MockClientOptions;
  /** The rows, by resource. */
  readonly db: MockDatabase<Schema>;
  /** The API keys, in the stead of the workspace's settings. */
  readonly apiKeys: MockApiKeys;
  /** What was asked, in order, since the mock was made or last reset. */
  readonly requests: readonly RecordedRequest[];
  /**
   * Makes requests fail. Of several faults that fit a request, the first that is due is met.
   *
   * @returns Takes the fault back.
   * @throws ConfigurationError which names the wrong member.
   * @example
   * mock.fail({ path: '/v1/balances', status: 503, retryAfter: 2, times: 1 });
   */
  fail(fault: Fault): () => void;
  /**
   * Goes back to how the mock was made: its rows and keys; no requests, no faults. Until then a mock remembers every request
   * and every change, so one that is used for days needs more and more memory.
   */
  reset(): void;
  /** Remembers the rows and keys as they are. */
  snapshot(): Snapshot;
  /** Goes back to remembered rows and keys; costs as much as what changed. @throws ConfigurationError for a snapshot of another mock. */
  restore(snapshot: Snapshot): void;
}

/**
 * Makes a mock of the service: its data in memory, its rules for `include` and `where`, its keys.
 *
 * @throws ConfigurationError which names the wrong option, or the wrong row and property.
 * @example
 * const mock = createMock();
 * const client = createClient(mock.clientOptions);
 */
export function createMock<Schema extends SchemaShape<Schema> = PaymentsSchema>(
  options: MockOptions<Schema> = {},
): Mock<Schema> {
  return new MockOfService(options) as unknown as Mock<Schema>; // `db` holds what the schema says
}

/** A class, so that the key lies where printing an object does not look: in private members, behind a getter. */
class MockOfService {
  readonly baseUrl: string;
  readonly db: ReturnType<typeof databaseOf>;
  readonly apiKeys: MockApiKeys;
  readonly requests: RecordedRequest[] = [];
  readonly #apiKey: string;
  readonly #service: Service;
  readonly #latency: () => number;
  readonly #faults = new Faults();

  constructor(given: object) {
    const options = readOptions(given);
    this.baseUrl = options.baseUrl;
    this.#latency = options.latency;
    const store = new Store(options.schema);
    const keys = new ApiKeyTable(store.history, options.now);
    const writer = new RowWriter(store, options.now);
    this.db = databaseOf(store, writer);
    this.apiKeys = apiKeysOf(keys);
    this.#service = { store, keys, router: createRouter(store, keys, options.wrap) };
    this.#apiKey = store.history.begin(() => {
      writer.load(options.data, options.isOpen);
      const [first] = options.apiKeys.map((key) => keys.create(key));
      return String(first?.secret);
    });
  }

  get clientOptions(): MockClientOptions {
    return { baseUrl: this.baseUrl, apiKey: this.#apiKey, fetch: this.fetch };
  }

  /** What Node prints, even where it is told to run getters. */
  [Symbol.for('nodejs.util.inspect.custom')](): object {
    return { ...this };
  }

  readonly fetch: MockFetch = async (input, init) => {
    const request = input instanceof Request && init === undefined ? input : new Request(input, init);
    const place = locate(request.url, this.baseUrl);
    request.signal.throwIfAborted();
    await wait(this.#latency(), request.signal);
    const fault = this.#faults.meet(request.method, place.path);
    if (!fault) return this.#answer(request, place);
    if (fault.loseResponse) await this.#answer(request, place);
    else this.#record({ method: request.method, path: place.path, ...statusOf(fault) });
    if (fault.answer) return toResponse(fault.answer);
    if (fault.error === 'timeout') await wait(Number.POSITIVE_INFINITY, request.signal);
    throw new TypeError('The connection broke: the test asked for this fault.');
  };

  async #answer(request: Request, place: Place): Promise<Response> {
    const { answer, record } = await handleRequest(request, place, this.#service);
    this.#record(record);
    request.signal.throwIfAborted();
    return toResponse(answer);
  }

  #record(request: RecordedRequest): void {
    const secrets = this.#service.keys.secrets();
    const { path, where, include } = request;
    this.requests.push({
      ...request,
      path: redact(path, secrets),
      ...(where !== undefined && { where: redact(where, secrets) }),
      ...(include !== undefined && { include: redact(include, secrets) }),
    });
  }

  readonly fail = (fault: Fault): (() => void) => this.#faults.add(fault);

  readonly reset = (): void => {
    this.#service.store.history.reset();
    this.#faults.clear();
    this.requests.length = 0;
  };

  readonly snapshot = (): Snapshot => this.#service.store.history.snapshot();

  readonly restore = (snapshot: Snapshot): void => this.#service.store.history.restore(snapshot);
}

const statusOf = ({ answer }: DueFault) => (answer ? { status: answer.status } : {});

/** A path and a query below the base URL. */
type Place = Pick<Call, 'path' | 'search'>;

/**
 * Where below the base URL a request goes. Both URLs are as `URL` writes them, so that they can be compared as text.
 *
 * @throws TypeError, as fetch does where the network fails, for what lies outside it.
 */
function locate(url: string, baseUrl: string): Place {
  if (!url.startsWith(`${baseUrl}/`)) {
    const { origin } = new URL(url);
    const other = baseUrl.startsWith(origin) ? 'what lies outside it' : origin;
    throw new TypeError(
      `The mock answers for ${baseUrl} only, not for ${other}. Give both the same baseUrl.`,
    );
  }
  const [whole = ''] = url.slice(baseUrl.length).split('#', 1);
  const mark = whole.indexOf('?');
  return mark < 0 ? { path: whole, search: '' } : { path: whole.slice(0, mark), search: whole.slice(mark) };
}
