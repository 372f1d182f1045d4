/**
 * The service in memory, for tests and for development without an account.
 *
 * @module payments-data-client/mock
 */
export type { ApiKeyRecord, CreatedApiKey, MockApiKeys, NewApiKey } from './api-keys.js';
export type { Clock, DateInput, Latency } from './clock.js';
export { createMock } from './create-mock.js';
export type { MockData, MockDatabase, MockTable, NewRow } from './database.js';
export type { Fault } from './faults.js';
export type { InitialApiKeys, MockOptions } from './mock-options.js';
export { type SampleData, type SampleOptions, sampleData } from './sample-data.js';
export type {
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
