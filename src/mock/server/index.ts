/**
 * Serves the mock on a port. Node only.
 *
 * @module payments-data-client/mock/server
 */
export { type MockServer, type ServedRequest, type ServeOptions, serveMock } from './serve-mock.js';
export type {
  PluggedServer,
  RunningPlugin,
  ServedExchange,
  ServerPlugin,
} from './server-plugin.js';
