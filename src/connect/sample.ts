import type { JsonObject } from '../schema/field.js';
import type { Resources } from '../schema/resources.js';

/** Rows of a service, to compare it with a mock that has the same rows. */
export interface Sample {
  /** Inferred by `connect`, given to `verify`. */
  readonly schema: Resources;
  /** The rows by resource, with the foreign keys that are known. */
  readonly rows: { readonly [resource: string]: readonly JsonObject[] };
  /** Resources of which all rows were read, and to-many relations whose related rows are complete. */
  readonly complete: readonly string[];
}
