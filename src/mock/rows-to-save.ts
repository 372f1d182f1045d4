import type { JsonObject } from '../schema/field.js';
import { setMember } from '../values/plain-object.js';
import type { MockInternals } from './internals.js';
import type { Store } from './rows/store.js';

/** Rows by resource, as the option `data` of `createMock` accepts them. */
type SavedRows = { readonly [resource: string]: readonly JsonObject[] };

/**
 * All rows of a mock with every stored field, so that a mock created with them has the same rows. Unlike
 * `db.<resource>.all()`, they include foreign keys that no response contains, such as `transaction_id` of a
 * transaction line. Do not change them: the mock uses the same objects.
 */
export function rowsToSave(store: Store): SavedRows {
  const saved: Record<string, readonly JsonObject[]> = {};
  for (const name of Object.keys(store.schema)) setMember(saved, name, store.table(name).all());
  return saved;
}

/**
 * Replaces all rows of a mock by those of another mock with the same schema, also for `reset`. API keys,
 * faults and recorded requests stay.
 */
export function replaceRows(mock: MockInternals, other: MockInternals): void {
  for (const name of Object.keys(mock.store.schema))
    mock.store.table(name).restore(other.store.table(name).rows);
  mock.keepRowsOnReset();
}
