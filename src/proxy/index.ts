/**
 * A fetch handler for your backend: browsers query the service through it without an API key,
 * and see only the fields and rows that you allow.
 *
 * @module payments-data-client/proxy
 */
export { createProxy, type PaymentsProxy, type SessionProxy } from './create-proxy.js';
export type { ProxyOptions } from './proxy-options.js';
