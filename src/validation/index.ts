/**
 * Checks of answers against what their `include` promises. Needs `zod`.
 *
 * @module payments-data-client/validation
 */
export { type ZodValidatorOptions, zodValidator } from './zod-validator.js';
