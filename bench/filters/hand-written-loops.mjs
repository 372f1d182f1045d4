import { sharedLoop } from './six-filters.mjs';

/** One loop for each filter, without columns and indexes. Decimals are compared as floats. */
export const createLoops = (filters) =>
  Object.fromEntries(filters.map(({ name, loop }) => [name, loop]));

/** The same conditions as predicates of a shared loop. */
export const createPredicates = (filters, rows) =>
  Object.fromEntries(
    filters.map(({ name, resource, predicate }) => [
      name,
      () => sharedLoop(rows[resource], predicate),
    ]),
  );
