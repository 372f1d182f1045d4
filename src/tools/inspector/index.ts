/**
 * A web page on the port of the mock that shows its requests, rows, faults and API keys. Node
 * only.
 *
 * @module payments-data-client/inspector
 */
export { inspector } from './plugin.js';
