import type { AnyRow } from '../client/parse-rows.js';

/** What the rows of a resource show about one field. */
export interface FieldEvidence {
  /** How many rows were read. */
  readonly rows: number;
  /** In how many of them the field is present. */
  readonly seen: number;
  /** In how many of them it is null. */
  readonly nulls: number;
  /** Its values that are not null. */
  readonly values: readonly unknown[];
}

/** Collects the evidence for each field of some rows. */
export function collectEvidence(rows: readonly AnyRow[]): Map<string, FieldEvidence> {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  return new Map(
    [...names].map((name) => {
      const all = rows.filter((row) => Object.hasOwn(row, name)).map((row) => row[name]);
      const values = all.filter((value) => value !== null);
      return [name, { rows: rows.length, seen: all.length, nulls: all.length - values.length, values }];
    }),
  );
}

/** The evidence of a field that no row has. */
export const noEvidence = (rows: number): FieldEvidence => ({ rows, seen: 0, nulls: 0, values: [] });

/**
 * How often a field was seen, in words.
 *
 * @example
 * describeEvidence({ rows: 120, seen: 120, nulls: 3 }) // => '120 of 120 rows; null in 3'
 */
export const describeEvidence = ({
  rows,
  seen,
  nulls,
}: Pick<FieldEvidence, 'rows' | 'seen' | 'nulls'>): string =>
  `${seen} of ${rows} ${rows === 1 ? 'row' : 'rows'}${nulls > 0 ? `; null in ${nulls}` : ''}`;
