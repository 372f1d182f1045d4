import type { Row } from './rows-in-body.js';

/** Whether a row matches a filter, as one service or another could read it. */
export type Reading = (row: Row) => boolean;

/** What a filter means, and what else it could mean. */
export interface Readings {
  /** What the filter means by the rules. */
  readonly matches: Reading;
  /** Other readings that the probe is not about: they agree on every chosen row. */
  readonly same?: readonly Reading[];
  /** Readings that the probe is about: each disagrees on a chosen row. */
  readonly other?: readonly Reading[];
  /** Whether a filter will do that matches all chosen rows, or none of them. */
  readonly isOneSided?: boolean;
}

/** A URL with so many ids is short enough for every service. */
const MOST_ROWS = 8;

/**
 * Chooses at most eight rows that a filter divides into rows that match and rows that do not, and that tell
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
