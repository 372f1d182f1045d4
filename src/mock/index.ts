/**
 * The service in memory, for tests and for development without a service.
 *
 * @module payments-data-client/mock
 */
export type { ApiKeyRecord, ApiKeys, CreatedApiKey, NewApiKey } from './api-keys.js';
export type { Clock, Moment } from './clock.js';
export { createMock, type Mock, type MockClientOptions, type MockFetch } from './create-mock.js';
export type { Database, MockData, NewRow, Rows } from './database.js';
export type { Fault } from './faults.js';
export type { Latency } from './latency.js';
export type { MockOptions } from './mock-options.js';
export { type SampleData, type SampleOptions, sampleData } from './sample-data.js';
export type { RecordedRequest } from './service/request-log.js';
export type { Snapshot } from './store/history.js';
