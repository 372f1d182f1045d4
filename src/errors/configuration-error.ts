import { brand, hasBrand } from './brand.js';

/** Something that is given when a client, a schema or a mock is made can't be right. Nothing was sent. */
export class ConfigurationError extends Error {
  constructor(message: string) {
    super(message);
    brand(this, 'ConfigurationError');
  }
}

/** Whether `error` is a {@link ConfigurationError}, also one of another copy of this package. */
export const isConfigurationError = (error: unknown): error is ConfigurationError =>
  hasBrand(error, 'ConfigurationError');
