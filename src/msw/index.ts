/**
 * The mock as MSW handlers, in Node and in browsers. Needs `msw`.
 *
 * @module payments-data-client/msw
 */
export { mockHandlers } from './mock-handlers.js';
