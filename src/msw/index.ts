/**
 * The mock as handlers of MSW, in Node and in browsers. Needs `msw`.
 *
 * @module payments-data-client/msw
 */
export { mockHandlers } from './mock-handlers.js';
