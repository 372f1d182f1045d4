import { ConfigurationError } from '../errors.js';
import { kindOf } from '../messages/describe.js';
import type { JsonObject } from '../schema/field.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import type { ApiKeyTable, MockApiKeys } from './api-keys.js';
import type { MockDatabase } from './database.js';
import type { Fault, Faults } from './faults.js';
import type { Store } from './store.js';

/** The options of a client for a mock. */
export interface MockClientOptions<ApiKey extends string | null = string> {
  readonly baseUrl: string;
  /** `null` if the mock was created with `apiKeys: false`. */
  readonly apiKey: ApiKey;
  /** A key of a mock is no secret, so that tests in jsdom and in browsers may have it. */
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
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** Responds in process. Rejects a URL outside the base URL, as if the network failed. */
  readonly fetch: MockFetch;
  readonly clientOptions: MockClientOptions<ApiKey>;
  /** The rows, by resource. */
  readonly db: MockDatabase<Schema>;
  readonly apiKeys: MockApiKeys;
  /** The requests since the mock was created or reset, from the moment each of them arrives. */
  readonly requests: readonly RecordedRequest[];
  readonly service: MockService;
  /**
   * Makes requests fail, or delays them, until the returned function is called. The first fault
   * that matches applies.
   *
   * @throws ConfigurationError that names the invalid option.
   * @example
   * mock.fail({ path: '/v1/balances', status: 503, retryAfter: 2, times: 1 });
   */
  fail(fault: Fault): () => void;
  /** Restores the initial rows and API keys, and removes all faults and recorded requests. */
  reset(): void;
  /** Removes the recorded requests, and nothing else. */
  clearRequests(): void;
  /** Saves the rows and API keys. */
  snapshot(): Snapshot;
  /** Restores the rows and API keys of a snapshot of this mock, not faults and requests. */
  restore(snapshot: Snapshot): void;
}

/** The members of a mock that do not depend on its schema. */
export type AnyMock = Omit<Mock, 'clientOptions' | 'db'>;

/** The parts of a mock, for tools such as `serveMock`. In tests, use the members of the mock. */
export interface MockService {
  /** `false` for a mock with `apiKeys: false`. */
  readonly needsKey: boolean;
  /** The query parameters that are not read. */
  readonly ignoreParameters: readonly string[];
  /** The rows, the schema and the dialect. */
  readonly store: Store;
  /** Their secrets cannot be read. */
  readonly keys: ApiKeyTable;
  readonly faults: Faults;
  readonly requests: readonly RecordedRequest[];
  /** Inserts rows by resource, or none if a row is rejected, and returns them. */
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

/** A request in `requests`, and its response. */
export interface Exchange {
  /** The entry of `requests`. Its members change until `state` is no longer `pending`. */
  readonly recorded: RecordedRequest;
  /** Rejects with the reason of an aborted signal, or with a `TypeError` for a network fault. */
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
 * A request that the mock has received. In any dialect, its query has the members of a client's
 * query. They are absent if they were not sent, or if the query is invalid.
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
  /**
   * By name in lower case. Those with secrets, such as `authorization`, are `[redacted]`. At most
   * 16 kB, as of the path and of the query string.
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
  /**
   * Why a list, or a filtered relation of an include, has no rows, or that a filter also matches
   * null or rows without related rows. At most five sentences.
   */
  readonly explanation?: readonly string[];
  /** Milliseconds until the request was answered, aborted or failed. */
  readonly duration?: number;
  /** When it arrived, by the system clock. */
  readonly time: number;
  /** The query string as it was sent, with its question mark; empty without one. */
  readonly search: string;
}

/** Rejects anything but a mock, such as `createMock` without its parentheses. */
export function assertMock(caller: string, mock: Pick<AnyMock, 'baseUrl' | 'fetch'>): void {
  if (typeof mock?.fetch === 'function' && typeof mock.baseUrl === 'string') return;
  const problem = `expected the mock that createMock() returns, got ${kindOf(mock)}.`;
  throw new ConfigurationError(problem, caller);
}

declare const isSnapshot: unique symbol;

/** A state of a mock, which `snapshot` returns and `restore` accepts. */
export interface Snapshot {
  readonly [isSnapshot]: true;
}
