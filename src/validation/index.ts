export { type ZodValidatorOptions, zodValidator } from './zod-validator.js';
