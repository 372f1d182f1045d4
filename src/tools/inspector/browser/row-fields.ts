import type { JsonObject } from '../../../schema/field.js';
import type { FieldState, ResourceState } from '../protocol.js';

/** The fields that a new row may have, or that an edit of a row may change. */
export const writableFields = ({ fields }: ResourceState, row?: JsonObject): FieldState[] =>
  fields.filter(
    ({ name, computed }) => !computed && (!row || (name !== 'id' && Object.hasOwn(row, name))),
  );

/** What a field contains: `status: active or closed`, `unit_id: id of units or null`. */
export function describeField({ name, kind, nullable, values, foreignKeyOf }: FieldState): string {
  const types =
    foreignKeyOf === undefined ? (values.length > 0 ? values : [kind]) : [`id of ${foreignKeyOf}`];
  return `${name}: ${[...types, ...(nullable ? ['null'] : [])].join(' or ')}`;
}

export interface Column {
  readonly name: string;
  /** Absent for a relation that `include` names. */
  readonly field: FieldState | undefined;
}

/**
 * The columns of rows: the fields in the order of the schema, then the relations that `include`
 * names.
 */
export function columnsOf(
  { fields, relations }: ResourceState,
  rows: readonly JsonObject[],
): Column[] {
  const present = new Set(rows.flatMap((row) => Object.keys(row)));
  const columns = [
    ...fields.map((field) => ({ name: field.name, field })),
    ...relations.map(({ name }) => ({ name, field: undefined })),
  ];
  return columns.filter(({ name }) => present.has(name));
}

/** A filter of the resource, such as `name:{like:'text'}`. */
export function whereExample({ fields }: ResourceState): string {
  const text = fields.find(({ kind, computed }) => kind === 'string' && !computed)?.name;
  const valued = fields.find(({ values }) => values.length > 0);
  return valued
    ? `${valued.name}:'${valued.values[0]}'`
    : text
      ? `${text}:{like:'text'}`
      : "id:'…'";
}

/** A field and a relation, such as `identifier:true,unit:true`. */
export const includeExample = ({ fields, relations }: ResourceState): string =>
  [fields.find(({ name }) => name !== 'id'), relations[0]]
    .flatMap((member) => (member ? [`${member.name}:true`] : []))
    .join(',');
