import { counted } from '../../values/describe.js';
import type { JsonRow } from '../service/read-pages.js';

/** How often rows have a name. */
export interface Evidence {
  /** How many rows were read. */
  readonly rows: number;
  /** In how many of them the name is present. */
  readonly seen: number;
  /** In how many of them its value is null. */
  readonly nulls: number;
}

/** What rows show about one field. */
export interface FieldEvidence extends Evidence {
  /** Its values that are not null. */
  readonly values: readonly unknown[];
}

/** What rows show of a field or a relation. */
export interface Finding<Declaration> {
  /** As declared, or as the values require; `undefined` if nothing fits them. */
  readonly declaration?: Declaration;
  /** The evidence, if it is declared in another way. */
  readonly comment?: string;
  /** Why there is no declaration. */
  readonly undeclared?: string;
}

/** Collects the evidence for one name. */
export function evidenceOf(rows: readonly JsonRow[], name: string): FieldEvidence {
  const all = rows.filter((row) => Object.hasOwn(row, name)).map((row) => row[name]);
  const values = all.filter((value) => value !== null);
  return { rows: rows.length, seen: all.length, nulls: all.length - values.length, values };
}

/**
 * How often a name was seen, in words.
 *
 * @example
 * describeEvidence({ rows: 120, seen: 120, nulls: 3 }) // => '120 of 120 rows; null in 3'
 */
export const describeEvidence = ({ rows, seen, nulls }: Evidence): string =>
  `${seen} of ${counted(rows, 'row')}${nulls > 0 ? `; null in ${nulls}` : ''}`;
