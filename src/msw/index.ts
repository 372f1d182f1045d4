export { mockHandlers } from './mock-handlers.js';
