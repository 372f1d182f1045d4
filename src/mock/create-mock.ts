import { ConfigurationError, isConfigurationError } from '../errors/usage-errors.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import { redact } from '../values/redact.js';
import { ApiKeyTable, createMockApiKeys, type MockApiKeys, type NewApiKey } from './api-keys.js';
import { createDatabase } from './database.js';
import type { Fault } from './fault.js';
import { Faults } from './faults.js';
import { handleRequest, type RecordedRequest, recordOf, type Service } from './http/handle-request.js';
import { type ServiceResponse, toResponse } from './http/response.js';
import { createRouter, type ServiceRequest } from './http/routes.js';
import { setInternals } from './internals.js';
import { wait } from './latency.js';
import type { Mock, MockClientOptions, MockFetch } from './mock.js';
import { checkMockOptions, type InitialApiKeys, type MockOptions } from './mock-options.js';
import type { Snapshot } from './rows/journal.js';
import { RowWriter } from './rows/row-writer.js';
import { Store } from './rows/store.js';

/**
 * Creates a mock of the service: rows in memory, the rules for `include` and `where`, and API keys.
 *
 * @throws ConfigurationError that names the wrong option, or the wrong row and field.
 * @example
 * const mock = createMock();
 * const client = createClient(mock.clientOptions);
 */
export function createMock<
  Schema extends SchemaShape<Schema> = PaymentsSchema,
  ApiKeys extends InitialApiKeys = readonly NewApiKey[],
>(options: MockOptions<Schema, ApiKeys> = {}): Mock<Schema, ApiKeys extends false ? null : string> {
  return new InMemoryService(options) as unknown as ReturnType<typeof createMock<Schema, ApiKeys>>; // `db` is typed by the schema
}

/** A class with private members and getters, so that printing a mock never shows the API key. */
class InMemoryService {
  readonly baseUrl: string;
  readonly db: ReturnType<typeof createDatabase>;
  readonly apiKeys: MockApiKeys;
  readonly requests: RecordedRequest[] = [];
  readonly #apiKey: string | null;
  readonly #service: Service;
  readonly #latency: () => number;
  readonly #faults: Faults;
  #initial: Snapshot;
  readonly #resetListeners = new Set<() => void>();

  constructor(given: object) {
    const options = checkMockOptions(given);
    this.baseUrl = options.baseUrl;
    this.#latency = options.latency;
    this.#faults = new Faults(options.schema, options.dialect.rejections);
    const store = new Store(options.schema, options.dialect);
    const keys = new ApiKeyTable(store.journal, options.now);
    const writer = new RowWriter(store, options.now);
    this.db = createDatabase(store, writer);
    this.apiKeys = createMockApiKeys(keys);
    this.#service = {
      store,
      keys,
      isOpen: options.apiKeys === false,
      router: createRouter(store, keys, options),
    };
    try {
      writer.load(options.data, options.isOpen, options.dateOf);
    } catch (error) {
      if (!options.isSample || !isConfigurationError(error)) throw error;
      const problem = `the sample data does not fit \`schema\`: ${error.message} Pass \`data\`.`;
      throw Object.defineProperty(new ConfigurationError(problem, 'createMock'), 'cause', { value: error });
    }
    const [first] = (options.apiKeys || []).map((key) => keys.create(key));
    this.#apiKey = first ? String(first.secret) : null;
    this.#initial = store.journal.snapshot();
    setInternals(this, {
      store,
      writer,
      keys,
      faults: this.#faults,
      isOpen: this.#service.isOpen,
      allowParameters: options.allowParameters,
      resetListeners: this.#resetListeners,
      keepRowsOnReset: () => {
        const tables = Object.keys(store.schema).map((name) => store.table(name));
        this.#initial = store.journal.updateSnapshot(this.#initial, tables);
      },
    });
  }

  get clientOptions(): MockClientOptions<string | null> {
    return { baseUrl: this.baseUrl, apiKey: this.#apiKey, fetch: this.fetch };
  }

  /** What Node prints, even with the option `getters`. */
  [Symbol.for('nodejs.util.inspect.custom')](): object {
    return { ...this };
  }

  readonly fetch: MockFetch = async (input, init) => {
    const request = input instanceof Request && init === undefined ? input : new Request(input, init);
    const target = locate(request.url, this.baseUrl);
    request.signal.throwIfAborted();
    await wait(this.#latency(), request.signal);
    const fault = this.#faults.next(request.method, target.path);
    await wait(fault?.delay() ?? 0, request.signal);
    const { response, error, loseResponse } = fault ?? {};
    if (!response && !error) return toResponse(await this.#handle(request, target));
    if (loseResponse) await this.#handle(request, target);
    else {
      const { status: _, ...sent } = await this.#parse(request, target);
      this.#record({ ...sent, ...(response && { status: response.status }) });
    }
    if (response) return toResponse(response);
    if (error === 'timeout') await wait(Number.POSITIVE_INFINITY, request.signal);
    throw new TypeError('network failure requested with mock.fail()');
  };

  async #handle(request: Request, target: Target): Promise<ServiceResponse> {
    const { response, record } = await handleRequest(request, target, this.#service);
    this.#record(record);
    request.signal.throwIfAborted();
    return response;
  }

  /** The record of a request that fails. A GET is handled for it, which changes nothing. */
  async #parse(request: Request, target: Target): Promise<RecordedRequest> {
    if (request.method !== 'GET') return recordOf(request, target.path);
    return (await handleRequest(request, target, this.#service)).record;
  }

  #record(request: RecordedRequest): void {
    const secrets = [...this.#service.keys.issued];
    const { method, keyId, ...sent } = request;
    // Not the names of the members, which a short secret may be equal to.
    const redacted = Object.entries(sent).map(([name, value]) => [name, redact<unknown>(value, secrets)]);
    this.requests.push({ ...request, ...Object.fromEntries(redacted) });
  }

  readonly fail = (fault: Fault): (() => void) => {
    const id = this.#faults.add(fault, 'fail');
    return () => void this.#faults.remove(id);
  };

  readonly reset = (): void => {
    this.restore(this.#initial);
    this.#faults.clear();
    this.requests.length = 0;
    for (const listener of this.#resetListeners) listener();
  };

  readonly snapshot = (): Snapshot => this.#service.store.journal.snapshot();

  readonly restore = (snapshot: Snapshot): void => this.#service.store.journal.restore(snapshot);
}

/** A path and a query string below the base URL. */
type Target = Pick<ServiceRequest, 'path' | 'search'>;

/**
 * The part of a URL below the base URL. Both are normalized by `URL`, so that they can be compared as text.
 *
 * @throws TypeError for a URL outside the base URL, as `fetch` does if the network fails.
 */
function locate(url: string, baseUrl: string): Target {
  if (!url.startsWith(`${baseUrl}/`)) {
    const { origin } = new URL(url);
    const other = baseUrl.startsWith(origin) ? 'other paths' : origin;
    throw new TypeError(
      `The mock serves ${baseUrl} only, not ${other}. Use the same baseUrl in createMock() and createClient().`,
    );
  }
  const [whole = ''] = url.slice(baseUrl.length).split('#', 1);
  const mark = whole.indexOf('?');
  return mark < 0 ? { path: whole, search: '' } : { path: whole.slice(0, mark), search: whole.slice(mark) };
}
