export { type MockServer, type ServedRequest, type ServeOptions, serveMock } from './serve-mock.js';
