/**
 * Checks each response against its `include` with `zod`, an optional peer dependency.
 *
 * @module payments-data-client/validation
 */
export { type ZodValidatorOptions, zodValidator } from './zod-validator.js';
