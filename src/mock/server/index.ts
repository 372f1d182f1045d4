/**
 * Serves the mock on a port. Node only.
 *
 * @module payments-data-client/mock/server
 */
export type { ControlCalls, ServedMock, ServedResponse } from './control.js';
export {
  type MockServer,
  type ServedRequest,
  type ServeOptions,
  type ServerPlugin,
  serveMock,
} from './serve-mock.js';
