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

/** A query that the service would refuse, or that can't be meant so. Nothing was sent. */
export class QueryError extends Error {
  /** Where in the query, such as `where.OR[1].balance.gte`. */
  readonly path: string;
  /** What stands there. Not enumerable: it may be long, or nothing that JSON could hold; the message has it in short. */
  declare readonly value: unknown;

  constructor(path: string, problem: string, value?: unknown) {
    super(`${path}: ${problem}`);
    brand(this, 'QueryError');
    this.path = path;
    Object.defineProperty(this, 'value', { value });
  }
}

/** Whether `error` is a {@link QueryError}, also one of another copy of this package. */
export const isQueryError = (error: unknown): error is QueryError => hasBrand(error, 'QueryError');
