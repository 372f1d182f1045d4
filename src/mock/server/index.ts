/**
 * The mock on a port. Needs Node.
 *
 * @module payments-data-client/mock/server
 */
export { type MockServer, type ServedRequest, type ServeOptions, serveMock } from './serve-mock.js';
