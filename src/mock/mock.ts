import { ConfigurationError } from '../errors.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import { kindOf } from '../values/describe.js';
import type { MockApiKeys } from './api-keys.js';
import type { MockDatabase } from './database.js';
import type { Fault, Faults } from './faults.js';
import type { MockParts, RecordedRequest } from './http/handle-request.js';
import type { RowWriter } from './rows/row-writer.js';
import type { Snapshot, Store } from './rows/store.js';

/** The options of a client for a mock: `createClient(mock.clientOptions)`. */
export interface MockClientOptions<ApiKey extends string | null = string> {
  readonly baseUrl: string;
  /** `null` if the mock was created with `apiKeys: false`. */
  readonly apiKey: ApiKey;
  /** A key of a mock is no secret, so that tests in jsdom and pages may have it. */
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
  /** The requests since the mock was created or reset, in order. */
  readonly requests: readonly RecordedRequest[];
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
   * Restores the initial rows and API keys, and removes all faults and recorded requests, which are
   * kept in memory until then.
   */
  reset(): void;
  /** Saves the current rows and API keys. */
  snapshot(): Snapshot;
  /** Restores the rows and API keys of a snapshot of this mock. */
  restore(snapshot: Snapshot): void;
}

export type ServedMock = Pick<Mock, 'baseUrl' | 'fetch'>;

/** Rejects anything but a mock, such as `createMock` without its parentheses. */
export function assertMock(caller: string, mock: ServedMock | undefined): void {
  if (typeof mock?.fetch === 'function' && typeof mock.baseUrl === 'string') return;
  throw new ConfigurationError(
    `expected the mock that createMock() returns, got ${kindOf(mock)}.`,
    caller,
  );
}

/** The parts of a mock that tools read and change, and that a `Mock` does not offer. */
export interface MockInternals extends MockParts {
  readonly writer: RowWriter;
  readonly faults: Faults;
  readonly allowParameters: readonly string[];
  /** Called after each `reset()`. */
  readonly resetListeners: Set<() => void>;
  /**
   * Replaces all rows by those of another mock with the same schema, also for `reset`, but not the
   * API keys.
   */
  replaceRows(other: Store): void;
}

/**
 * Not members of a mock, so that code under test cannot reach them, and no secret can be printed.
 */
const internals = new WeakMap<object, MockInternals>();

export const setInternals = (mock: object, parts: MockInternals): void =>
  void internals.set(mock, parts);

/**
 * @returns `undefined` for anything but the object that `createMock` returned, such as a copy of
 * it.
 */
export const internalsOf = (mock: object): MockInternals | undefined => internals.get(mock);
