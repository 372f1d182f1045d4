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

const brandOf = (name: string) => Symbol.for(`payments-data-client:${name}`);

/**
 * Sets an error's `name` and marks it for {@link hasBrand}. `JSON.stringify` of a branded error
 * contains its name and message. Called by the constructors, because anything at the top level of a
 * module would keep unused classes in a bundle.
 */
export function brand(error: Error, name: string): void {
  Object.defineProperties(error, {
    name: { value: name, configurable: true, writable: true },
    toJSON: { value: toJson },
    [brandOf(name)]: { value: true },
  });
}

function toJson(this: Error): object {
  return Object.assign({ name: this.name, message: this.message }, this);
}

/** Whether `error` is an error of this copy of the package. */
export const isBranded = (error: unknown): error is Error => Object(error).toJSON === toJson;

/**
 * Whether `error` is an instance of the named class or a subclass, from this or another copy of the
 * package.
 */
export const hasBrand = (error: unknown, name: string): boolean => brandOf(name) in Object(error);
