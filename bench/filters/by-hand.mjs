import { sharedLoop } from './six-filters.mjs';

/** Loops that know their filter: what JavaScript can do without columns and indexes. Decimals as floats. */
export const createLoops = (filters) => Object.fromEntries(filters.map(({ name, loop }) => [name, loop]));

/** The same conditions as predicates handed to one loop. */
export const createPredicates = (filters, rows) =>
  Object.fromEntries(
    filters.map(({ name, resource, predicate }) => [name, () => sharedLoop(rows[resource], predicate)]),
  );
