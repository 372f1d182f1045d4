import type { MockInternals } from './internals.js';

/**
 * Replaces all rows of a mock by those of another mock with the same schema, also for `reset`. API keys,
 * faults and recorded requests stay.
 */
export function replaceRows(mock: MockInternals, other: MockInternals): void {
  for (const name of Object.keys(mock.store.schema))
    mock.store.table(name).restore(other.store.table(name).rows);
  mock.keepRowsOnReset();
}
