import type { ResolvedDialect } from '../dialect.js';
import { ConfigurationError } from '../errors.js';
import type { JsonObject } from '../schema/field.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import type { Resources } from '../schema/resources.js';
import { kindOf } from '../values/describe.js';
import type { ApiKeyTable, MockApiKeys } from './api-keys.js';
import type { MockDatabase } from './database.js';
import type { Fault, Faults } from './faults.js';
import type { Store } from './store.js';

/** The options of a client for a mock: `createClient(mock.clientOptions)`. */
export interface MockClientOptions<ApiKey extends string | null = string> {
  readonly baseUrl: string;
  /** `null` if the mock was created with `apiKeys: false`. */
  readonly apiKey: ApiKey;
  /** A key of a mock is no secret, so that tests in jsdom and browser pages may have it. */
  readonly allowApiKeyInBrowser?: true;
  readonly fetch: MockFetch;
}

/** The `fetch` function of a mock. */
export type MockFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** The service in memory. API keys are shown by `clientOptions` and `apiKeys.create` only. */
export interface Mock<
  Schema extends SchemaShape<Schema> = PaymentsSchema,
  ApiKey extends string | null = string,
> {
  /** The base URL that the mock serves, without a trailing slash. */
  readonly baseUrl: string;
  /**
   * Responds to a request in process, without a network. Rejects a URL outside the base URL, as
   * `fetch` does if the network fails.
   */
  readonly fetch: MockFetch;
  /** The options to pass to `createClient`. */
  readonly clientOptions: MockClientOptions<ApiKey>;
  /** Reads and writes the rows, by resource. */
  readonly db: MockDatabase<Schema>;
  /** Creates and reads API keys. */
  readonly apiKeys: MockApiKeys;
  /**
   * The requests since the mock was created or reset, in the order of their arrival. A request is
   * there from the moment it arrives, and kept in memory until `reset()`.
   */
  readonly requests: readonly RecordedRequest[];
  /** The parts of the mock, for tools that build on it. */
  readonly service: MockService;
  /**
   * Makes requests fail, or delays them, until the returned function is called. The first active
   * fault that matches applies.
   *
   * @throws ConfigurationError that names the invalid option.
   * @example
   * mock.fail({ path: '/v1/balances', status: 503, retryAfter: 2, times: 1 });
   */
  fail(fault: Fault): () => void;
  /**
   * Restores the initial rows and API keys, and removes all faults and recorded requests. A request
   * that has not been answered yet is not recorded again.
   */
  reset(): void;
  /** Saves the current rows and API keys. */
  snapshot(): Snapshot;
  /**
   * Restores the rows and API keys of a snapshot of this mock. Faults and recorded requests stay.
   *
   * @throws ConfigurationError for anything else.
   */
  restore(snapshot: Snapshot): void;
}

/** The members of a mock that do not depend on its schema. */
export type AnyMock = Omit<Mock, 'clientOptions' | 'db'>;

/**
 * The parts of a mock, for tools that build on it, such as `serveMock`. In tests, use the members
 * of the mock itself.
 */
export interface MockService {
  readonly baseUrl: string;
  readonly schema: Resources;
  readonly dialect: ResolvedDialect;
  /** Whether requests need an API key: `false` for a mock with `apiKeys: false`. */
  readonly needsKey: boolean;
  /** The rows. */
  readonly store: Store;
  /** The API keys. Their secrets cannot be read. */
  readonly keys: ApiKeyTable;
  /** The faults that still apply. */
  readonly faults: Faults;
  /** The requests since the mock was created or reset, in the order of their arrival. */
  readonly requests: readonly RecordedRequest[];
  /**
   * Inserts rows by resource, as the option `data` has them, or none if a row is rejected. Returns
   * the inserted rows by resource.
   *
   * @throws ConfigurationError that names the row and the field.
   */
  insert(rows: object): { readonly [resource: string]: readonly JsonObject[] };
  /** Records a request at once, and responds to it. */
  receive(request: ReceivedRequest): Exchange;
}

/** A request as a channel receives it: in process, with MSW or on a port. */
export interface ReceivedRequest {
  /** In upper case. */
  readonly method: string;
  /** The path below the base URL, percent-encoded, such as `/v1/balances`. */
  readonly path: string;
  /** The query string with its question mark; empty without one. */
  readonly search: string;
  /** The URL that was sent, whose length is limited. */
  readonly url: string;
  readonly headers: Headers;
  /** Ends the request. Whoever receives a request keeps a reference to what aborts the signal. */
  readonly signal?: AbortSignal | null | undefined;
  /** Called for a method with a body. More than 1 MiB need not be read. */
  readBody(): Promise<Uint8Array>;
}

export interface Exchange {
  /** The entry of `requests`. Its members change until `state` is no longer `pending`. */
  readonly recorded: RecordedRequest;
  /**
   * Rejects with the reason of the signal if the request was aborted, and with a `TypeError` for a
   * network fault.
   */
  readonly response: Promise<MockResponse>;
}

/** A response before it becomes a `Response`. */
export interface MockResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; absent for a response without a body. */
  readonly body?: string;
}

/**
 * A request that the mock has received. The members of its query are those of a client's query,
 * whatever the dialect. They are absent if they were not sent, or if the query is invalid.
 */
export interface RecordedRequest {
  readonly method: string;
  /** The path below the base URL, such as `/v1/balances`. */
  readonly path: string;
  readonly where?: JsonObject;
  readonly include?: JsonObject;
  readonly orderBy?: { readonly [field: string]: 'asc' | 'desc' };
  readonly take?: number;
  readonly skip?: number;
  readonly after?: string | number;
  readonly before?: string | number;
  /**
   * The headers by name in lower case. Those that carry secrets, such as `authorization`, are
   * `[redacted]`.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** The id of the API key, if the mock has the key. Never the key itself. */
  readonly keyId?: string;
  /** `failed`: a fault broke the connection. */
  readonly state: 'pending' | 'answered' | 'aborted' | 'failed';
  /** The status of the response, even if a fault lost it on its way; absent without a response. */
  readonly status?: number;
  /** Why a response has an error status: the message of its body. */
  readonly problem?: string;
  /** The number of rows that the response of a list has. */
  readonly rows?: number;
  /** The number of rows that match, if the response of a list does not have all of them. */
  readonly total?: number;
  /** Why a list, or a filtered relation of an include, has no rows: at most five sentences. */
  readonly explanation?: readonly string[];
  /** Milliseconds until the request was answered, aborted or failed. */
  readonly duration?: number;
  /** When it arrived, by the system clock, in milliseconds since 1970. */
  readonly time: number;
  /** The query string as it was sent, with its question mark; empty without one. */
  readonly search: string;
}

/** Rejects anything but a mock, such as `createMock` without its parentheses. */
export function assertMock(caller: string, mock: Pick<AnyMock, 'baseUrl' | 'fetch'>): void {
  const { baseUrl, fetch }: Partial<AnyMock> = Object(mock);
  if (typeof fetch === 'function' && typeof baseUrl === 'string') return;
  throw new ConfigurationError(
    `expected the mock that createMock() returns, got ${kindOf(mock)}.`,
    caller,
  );
}

/** A state of a mock, which `snapshot` returns and `restore` accepts. */
export class Snapshot {
  readonly #store: Store;
  readonly #restore: () => void;

  constructor(store: Store, keys: ApiKeyTable) {
    const rows = store.snapshot();
    const records = keys.snapshot();
    this.#store = store;
    this.#restore = () => {
      store.restore(rows);
      keys.restore(records);
    };
  }

  static restore(snapshot: Snapshot, store: Store): void {
    if (!(snapshot instanceof Snapshot) || snapshot.#store !== store)
      throw new ConfigurationError(
        'expected a snapshot that snapshot() of this mock returned.',
        'restore',
      );
    snapshot.#restore();
  }
}
