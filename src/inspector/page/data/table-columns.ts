import type { FieldState, RelationState, ResourceState } from '../../mock/server/inspector/protocol.js';
import type { JsonObject } from '../../schema/field.js';

/** The order of the rows. */
export interface Sort {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

/** A column of the table. */
export interface Column {
  readonly name: string;
  /** Absent for a relation that `include` names. */
  readonly field: FieldState | undefined;
}

/** The columns of rows: the fields in the order of the schema, then the relations that `include` names. */
export function columnsOf({ fields, relations }: ResourceState, rows: readonly JsonObject[]): Column[] {
  const present = new Set(rows.flatMap((row) => Object.keys(row)));
  return [
    ...fields.filter(({ name }) => present.has(name)).map((field) => ({ name: field.name, field })),
    ...relations.filter(({ name }) => present.has(name)).map(({ name }) => ({ name, field: undefined })),
  ];
}

/** The to-many relations, which are links of each row. */
export const linksOf = ({ relations }: ResourceState): RelationState[] =>
  relations.filter(({ cardinality }) => cardinality === 'many');

/** The order after a click on a column: ascending, descending, none. */
export function nextSort(sort: Sort | undefined, field: string): Sort | undefined {
  if (sort?.field !== field) return { field, direction: 'asc' };
  return sort.direction === 'asc' ? { field, direction: 'desc' } : undefined;
}
