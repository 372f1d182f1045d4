import { beginCall, wrapMethods } from '../errors/caller-stack.js';
import { ConfigurationError, isConfigurationError } from '../errors.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import { bareKey } from '../values/headers.js';
import { createRedact, redact } from '../values/redact.js';
import { wait } from '../values/wait.js';
import { ApiKeyTable, createMockApiKeys, type MockApiKeys, type NewApiKey } from './api-keys.js';
import { createDatabase } from './database.js';
import { type Fault, Faults } from './faults.js';
import { handleRequest, type RecordedRequest, recordOf } from './http/handle-request.js';
import { toResponse } from './http/response.js';
import { createRouter, matchRoute, type RequestTarget } from './http/routes.js';
import {
  type Mock,
  type MockClientOptions,
  type MockFetch,
  type MockInternals,
  setInternals,
} from './mock.js';
import { type InitialApiKeys, type MockOptions, parseMockOptions } from './mock-options.js';
import { RowWriter } from './rows/row-writer.js';
import { type Snapshot, Store } from './rows/store.js';

/**
 * Creates a mock of the service: rows in memory, the rules for `include` and `where`, and API keys.
 *
 * @throws ConfigurationError that names the invalid option, or the invalid row and field.
 * @example
 * const mock = createMock();
 * const client = createClient(mock.clientOptions);
 */
export function createMock<
  Schema extends SchemaShape<Schema> = PaymentsSchema,
  ApiKeys extends InitialApiKeys = readonly NewApiKey[],
>(options: MockOptions<Schema, ApiKeys> = {}): Mock<Schema, ApiKeys extends false ? null : string> {
  return beginCall(
    createMock,
    createRedact(secretsIn(options)),
  )(
    () => new InMemoryService(options) as unknown as ReturnType<typeof createMock<Schema, ApiKeys>>, // `db` is typed by the schema
  );
}

/** The secrets in options that are not checked yet. */
const secretsIn = (options: unknown): string[] =>
  [Object(options).apiKeys].flat().map((given) => bareKey(Object(given).key));

/** A class with private members and getters, so that printing a mock never shows the API key. */
class InMemoryService {
  readonly baseUrl: string;
  readonly db: ReturnType<typeof createDatabase>;
  readonly apiKeys: MockApiKeys;
  readonly requests: RecordedRequest[] = [];
  readonly #apiKey: string | null;
  readonly #latency: () => number;
  readonly #internals: MockInternals;
  #initial: Snapshot;

  constructor(given: object) {
    const options = parseMockOptions(given, () => this.db);
    const { schema, dialect, now, allowParameters } = options;
    this.baseUrl = options.baseUrl;
    this.#latency = options.latency;
    const store = new Store(schema, dialect);
    const keys = new ApiKeyTable(store.journal, now);
    const writer = new RowWriter(store, now);
    const redactErrors = createRedact(keys.issued);
    this.db = createDatabase(store, writer, redactErrors);
    this.apiKeys = wrapMethods(createMockApiKeys(keys), redactErrors);
    Object.assign(this, wrapMethods({ fail: this.fail, restore: this.restore }, redactErrors));
    try {
      writer.load(options.data, options.mayCreate, options.dateOf);
    } catch (error) {
      if (!isConfigurationError(error)) throw error;
      if (!options.isSample) throw new ConfigurationError(error.problem, 'createMock: data');
      const problem = `the sample data is invalid for \`schema\`: ${error.message} Pass \`data\`.`;
      throw Object.defineProperty(new ConfigurationError(problem, 'createMock'), 'cause', {
        value: error,
      });
    }
    const [first] = (options.apiKeys || []).map((key, index) =>
      keys.create(key, `createMock: apiKeys[${index}]`),
    );
    this.#apiKey = first ? String(first.secret) : null;
    this.#initial = store.journal.snapshot();
    this.#internals = {
      store,
      writer,
      keys,
      isOpen: options.apiKeys === false,
      router: createRouter(store, keys, options),
      routes: options.routes,
      faults: new Faults({ schema, rejections: dialect.rejections, routes: options.routes }),
      allowParameters,
      resetListeners: new Set(),
      replaceRows: (other) => {
        const tables = Object.keys(schema).map((name) => store.table(name));
        for (const table of tables) table.restore(other.table(table.name).rows);
        this.#initial = store.journal.snapshot(tables, this.#initial);
      },
    };
    setInternals(this, this.#internals);
  }

  get clientOptions(): MockClientOptions<string | null> {
    return {
      baseUrl: this.baseUrl,
      apiKey: this.#apiKey,
      allowApiKeyInBrowser: true,
      fetch: this.fetch,
    };
  }

  /** What Node prints, even with the option `getters`. */
  [Symbol.for('nodejs.util.inspect.custom')](): object {
    return { ...this };
  }

  readonly fetch: MockFetch = async (input, init) => {
    const request =
      input instanceof Request && init === undefined ? input : new Request(input, init);
    const target = targetOf(request.url, this.baseUrl, this.#internals.keys.issued);
    const { method, signal } = request;
    signal.throwIfAborted();
    await delay(this.#latency(), signal);
    const fault = this.#internals.faults.next(method, target.path);
    await delay(fault?.delay() ?? 0, signal);
    const { response, error, loseResponse } = fault ?? {};
    const isProcessed = loseResponse || (!response && !error);
    if (isProcessed) {
      const handled = await handleRequest(request, target, this.#internals);
      this.#record(handled.record);
      signal.throwIfAborted();
      if (!loseResponse) return toResponse(handled.response);
    } else {
      const { status: _, ...sent } =
        method === 'GET' && !this.#internals.routes.some((route) => matchRoute(route, target.path))
          ? // handled for the record of its query, which changes nothing
            (await handleRequest(request, target, this.#internals)).record
          : recordOf(request, target.path);
      this.#record({ ...sent, ...(response && { status: response.status }) });
    }
    if (response) return toResponse(response);
    if (error === 'timeout') await wait(Number.POSITIVE_INFINITY, signal);
    throw new TypeError('network failure requested with mock.fail()');
  };

  #record(request: RecordedRequest): void {
    const { method, keyId, ...sent } = request;
    // Not the names of the members, which a short secret may be equal to.
    const redacted = Object.entries(sent).map(([name, value]) => [
      name,
      redact<unknown>(value, this.#internals.keys.issued),
    ]);
    this.requests.push({ ...request, ...Object.fromEntries(redacted) });
  }

  readonly fail = (fault: Fault): (() => void) => {
    const id = this.#internals.faults.add(fault, 'fail');
    return () => void this.#internals.faults.remove(id);
  };

  readonly reset = (): void => {
    this.restore(this.#initial);
    this.#internals.faults.clear();
    this.requests.length = 0;
    for (const listener of this.#internals.resetListeners) listener();
  };

  readonly snapshot = (): Snapshot => this.#internals.store.journal.snapshot();

  readonly restore = (snapshot: Snapshot): void => this.#internals.store.journal.restore(snapshot);
}

/** Not even a timer for no delay. */
const delay = (milliseconds: number, signal: AbortSignal) =>
  milliseconds > 0 ? wait(milliseconds, signal) : undefined;

/**
 * The part of a URL below the base URL. Both are normalized by `URL`, so that they can be compared
 * as text.
 */
function targetOf(url: string, baseUrl: string, secrets: Iterable<string>): RequestTarget {
  const { origin, pathname, search } = new URL(url);
  if (url.startsWith(`${baseUrl}/`))
    return { path: (origin + pathname).slice(baseUrl.length), search };
  const other = baseUrl.startsWith(origin) ? 'other paths' : origin;
  const problem = `The mock serves ${baseUrl} only, not ${other}.`;
  throw new TypeError(
    `${redact(problem, secrets)} Use the same baseUrl in createMock() and createClient().`,
  );
}
