import type { JsonObject } from '../../../schema/field.js';
import type { FieldState, ResourceState } from '../../protocol.js';

export interface Column {
  readonly name: string;
  /** Absent for a relation that `include` names. */
  readonly field: FieldState | undefined;
}

/** The columns of rows: the fields in the order of the schema, then the relations that `include` names. */
export function columnsOf({ fields, relations }: ResourceState, rows: readonly JsonObject[]): Column[] {
  const present = new Set(rows.flatMap((row) => Object.keys(row)));
  const columns = [
    ...fields.map((field) => ({ name: field.name, field })),
    ...relations.map(({ name }) => ({ name, field: undefined })),
  ];
  return columns.filter(({ name }) => present.has(name));
}

/** The order after a click on a column: ascending, descending, none. */
export function nextOrder(orderBy: string, field: string): string {
  if (orderBy === `${field}:asc`) return `${field}:desc`;
  return orderBy === `${field}:desc` ? '' : `${field}:asc`;
}
