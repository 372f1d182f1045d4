import type { AnyRow } from '../client/parse-rows.js';
import { isPlainObject, own } from '../values/plain-object.js';
import type { Reading } from './read-resource.js';

/** The values of a relation in the rows of a resource. */
export interface RelatedRows {
  /** How many rows were read with the name in the include. */
  readonly total: number;
  /** In how many of them the name is present. */
  readonly seen: number;
  readonly nulls: number;
  /** Whether the values are arrays; `undefined` if all of them are null, or neither rows nor arrays of rows. */
  readonly isMany: boolean | undefined;
  /** Each related row with its parent. */
  readonly pairs: readonly { readonly parent: AnyRow; readonly related: AnyRow }[];
}

/** Collects the related rows under a name; `undefined` if no row has the name, or a value is no related row. */
export function collectRelatedRows(reading: Reading, name: string): RelatedRows | undefined {
  const source = reading.treatments.get(name) === 'returned' ? reading.included : reading.rows;
  const pairs: RelatedRows['pairs'][number][] = [];
  const forms = new Set<boolean>();
  let seen = 0;
  let nulls = 0;
  for (const row of source.values()) {
    if (!Object.hasOwn(row, name)) continue;
    seen++;
    const value = own(row, name);
    if (value === null) {
      nulls++;
      continue;
    }
    forms.add(Array.isArray(value));
    // An include may leave out other fields of the row.
    const parent = { ...row, ...reading.rows.get(row.id) };
    for (const related of Array.isArray(value) ? value : [value]) {
      if (!isRow(related)) return undefined;
      pairs.push({ parent, related });
    }
  }
  if (seen === 0 || forms.size > 1) return undefined;
  return { total: source.size, seen, nulls, isMany: [...forms][0], pairs };
}

const isRow = (value: unknown): value is AnyRow => isPlainObject(value) && typeof value.id === 'string';
