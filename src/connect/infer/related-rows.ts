import { own } from '../../values/plain-object.js';
import type { Reading } from '../sample/read-resource.js';
import type { JsonRow } from '../service/read-pages.js';
import { isRow } from '../service/read-pages.js';
import { type Evidence, evidenceOf } from './field-evidence.js';

/** The values of a relation in the rows of a resource. */
export interface RelatedRows extends Evidence {
  readonly resource: string;
  readonly name: string;
  /** Whether the values are arrays; `undefined` if all of them are null. */
  readonly isMany: boolean | undefined;
  /** Each related row with its parent. */
  readonly pairs: readonly { readonly parent: JsonRow; readonly related: JsonRow }[];
}

/** Collects the related rows under a name; `undefined` if no row has the name, or a value is no related row. */
export function collectRelatedRows(reading: Reading, name: string): RelatedRows | undefined {
  const source = reading.treatments.get(name) === 'returned' ? reading.included : reading.rows;
  const rows = [...source.values()];
  const { values, ...evidence } = evidenceOf(rows, name);
  const forms = new Set(values.map(Array.isArray));
  if (evidence.seen === 0 || forms.size > 1 || !values.flat().every(isRow)) return undefined;
  const pairs = rows.flatMap((row) => {
    const related = [own(row, name) ?? []].flat() as JsonRow[]; // checked above
    // An include may leave out other fields of the row.
    return related.map((one) => ({ parent: { ...row, ...reading.rows.get(row.id) }, related: one }));
  });
  return { resource: reading.name, name, ...evidence, isMany: [...forms][0], pairs };
}
