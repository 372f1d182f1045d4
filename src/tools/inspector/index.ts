/**
 * A browser page on the port of the mock that shows requests, and changes rows, faults and API
 * keys. Node only.
 *
 * @module payments-data-client/inspector
 */
export { inspector } from './server/inspector.js';
