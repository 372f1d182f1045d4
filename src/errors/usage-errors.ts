import { brand, hasBrand } from './brand.js';

/** An option of a client, a schema or a mock is invalid. No request was sent. */
export class ConfigurationError extends Error {
  /**
   * What is wrong: the message without the name of the function. Not enumerable, because `message`
   * contains it.
   */
  declare readonly problem: string;

  constructor(problem: string, source?: string) {
    super(source ? `${source}: ${problem}` : problem);
    brand(this, 'ConfigurationError');
    Object.defineProperty(this, 'problem', { value: problem, configurable: true });
  }
}

/**
 * Whether `error` is a {@link ConfigurationError}, including one from another copy of this package.
 */
export const isConfigurationError = (error: unknown): error is ConfigurationError =>
  hasBrand(error, 'ConfigurationError');

/** The query is invalid. No request was sent. */
export class QueryError extends Error {
  /** Where in the query, such as `where.OR[1].balance.gte`. */
  declare readonly path: string;
  /** What is wrong: the message without the path. */
  declare readonly problem: string;
  /**
   * The invalid value; a copy of an object without API keys, or `[redacted]` if it has no JSON. Not
   * enumerable, because it may be long.
   */
  declare readonly value: unknown;

  constructor(path: string, problem: string, value?: unknown) {
    super(`${path}: ${problem}`);
    brand(this, 'QueryError');
    this.path = path;
    this.problem = problem;
    Object.defineProperty(this, 'value', { value, configurable: true });
  }
}

/** Whether `error` is a {@link QueryError}, including one from another copy of this package. */
export const isQueryError = (error: unknown): error is QueryError => hasBrand(error, 'QueryError');
