import type { JsonObject, JsonValue } from '../../../schema/field.js';
import type { FieldState, ResourceState } from '../protocol.js';

/** A value as the text of an input. */
export const writeFieldText = (value: JsonValue | undefined): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value, undefined, 2) : String(value);
};

/** The name of the box that sets a field to null. */
export const nullName = (field: string): string => `${field} is null`;

/**
 * The value of a text. Text that is not a value of the field stays text, so that the mock rejects it with its
 * own message.
 *
 * @throws Error for text of a JSON field that is not JSON.
 */
export function parseFieldText({ name, kind }: Pick<FieldState, 'name' | 'kind'>, text: string): JsonValue {
  if (kind === 'json') return parseJson(name, text);
  if (kind === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  const isNumber =
    (kind === 'number' || kind === 'integer') && text.trim() !== '' && Number.isFinite(Number(text));
  return isNumber ? Number(text) : text;
}

function parseJson(name: string, text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${name}: Invalid JSON: ${(error as Error).message}`);
  }
}

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
