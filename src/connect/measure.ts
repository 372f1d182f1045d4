import type { Dialect } from '../dialect/dialect.js';

/** What can be read off the responses of a service. */
export interface Measured {
  readonly dialect: Dialect;
  /** What people should know, such as a resource that could not be read. */
  readonly notes: readonly string[];
}
