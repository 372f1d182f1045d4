import type { JsonObject } from '../../../schema/field.js';
import type { FieldState, RelationState, ResourceState } from '../../protocol.js';
import { routeTo, routeToRows } from '../connection/route.js';

/** The order of the rows. */
export interface Sort {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

/** A column of the rows. */
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

/** The order after a click on a column: ascending, descending, none. */
export function nextSort(sort: Sort | undefined, field: string): Sort | undefined {
  if (sort?.field !== field) return { field, direction: 'asc' };
  return sort.direction === 'asc' ? { field, direction: 'desc' } : undefined;
}

/** A link to the related rows: by a `where` if it can contain the foreign key, otherwise by the relation. */
export function routeToMany(
  resource: string,
  { name: relation, target, foreignKey }: RelationState,
  id: string,
  resources: readonly ResourceState[],
): string {
  const key = resources.find(({ name }) => name === target)?.fields.find(({ name }) => name === foreignKey);
  return key && !key.isHidden
    ? routeToRows(target, foreignKey, id)
    : routeTo('data', { item: target, relatedTo: { resource, id, relation } });
}
