import type { Row } from './rows-in-body.js';

/** Whether a row matches a filter, in one possible meaning of the filter. */
export type Reading = (row: Row) => boolean;

/** The meaning of a filter, and other meanings that a service could give it. */
export interface Readings {
  /** The meaning that the rules give it. */
  readonly matches: Reading;
  /** Other readings that the probe does not test: they agree on every chosen row. */
  readonly same?: readonly Reading[];
  /** Readings that the probe tests: each disagrees on a chosen row. */
  readonly other?: readonly Reading[];
  /** Whether the filter may match all chosen rows, or none of them. */
  readonly isOneSided?: boolean;
}

/** The number of ids with which a URL is short enough for every service. */
const MOST_ROWS = 8;

/**
 * Chooses at most eight rows, of which some match a filter and others do not, and that tell
 * the readings of the filter apart.
 *
 * @returns `undefined` if the rows do not allow that.
 */
export function divideRows(
  rows: readonly Row[],
  { matches, same = [], other = [], isOneSided = false }: Readings,
): Row[] | undefined {
  const usable = rows.filter((row) => same.every((reading) => reading(row) === matches(row)));
  const chosen = new Set<Row>();
  for (const reading of other) {
    const row = usable.find((candidate) => reading(candidate) !== matches(candidate));
    if (!row) return undefined;
    chosen.add(row);
  }
  const matching = usable.filter(matches);
  const rest = usable.filter((row) => !matches(row));
  const isDivided = matching.length > 0 && rest.length > 0;
  if (!isDivided && !isOneSided) return undefined;
  for (let index = 0; index < usable.length && chosen.size < MOST_ROWS; index++) {
    for (const row of [matching[index], rest[index]]) if (row && chosen.size < MOST_ROWS) chosen.add(row);
  }
  return chosen.size > 0 ? [...chosen] : undefined;
}
