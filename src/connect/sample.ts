import type { JsonObject } from '../schema/field.js';
import type { Resources } from '../schema/resources.js';

/** Rows of a service, to compare it with a mock that has the same rows. */
export interface Sample {
  /** Inferred by `connect`, given to `verify`. */
  readonly schema: Resources;
  /** The rows by resource, with the foreign keys that are known. A mock accepts them as `data`. */
  readonly rows: { readonly [resource: string]: readonly JsonObject[] };
  /**
   * The ids to which queries can be restricted: all related rows of these rows are there, and the to-one rows of
   * the related rows. Other rows are only related to them, so that their own to-many relations may be incomplete.
   */
  readonly roots: { readonly [resource: string]: readonly string[] };
  /** Resources of which all rows were read, and to-many relations such as `accounts.balances` that are complete. */
  readonly complete: readonly string[];
}
