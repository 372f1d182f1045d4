import type { JsonObject, JsonValue } from '../../../schema/field.js';
import type { FieldState, RequestSummary, ResourceState } from '../protocol.js';

/**
 * The requests whose method, path, status or query contains a text in any letter case, newest first. `4xx` stands for the
 * statuses from 400 to 499.
 */
export function searchRequests(requests: readonly RequestSummary[], text: string): RequestSummary[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [...requests].reverse();
  return requests.filter((request) => textOf(request).toLowerCase().includes(wanted)).reverse();
}

/** How many requests are newer than those that are listed. Ids continue after a reset, so they count nothing. */
export function countNewer(requests: readonly RequestSummary[], listed: readonly RequestSummary[]): number {
  const last = listed.at(-1)?.id ?? 0;
  return requests.filter(({ id }) => id > last).length;
}

const textOf = ({ method, path, status, parameters }: RequestSummary): string =>
  [
    `${method} ${path} ${status ?? 'none'}`,
    `${path} ${String(status).charAt(0)}xx`,
    ...parameters.map(({ name, text }) => `${name}=${text}`),
  ].join('\n');

/** The fields that a new row may have, or that an edit of a row may change. */
export const writableFields = ({ fields }: ResourceState, row?: JsonObject): FieldState[] =>
  fields.filter(({ name, computed }) => !computed && (!row || (name !== 'id' && Object.hasOwn(row, name))));

/** What a field contains: `status: active or closed`, `unit_id: id of units or null`. */
export function describeField({ name, kind, nullable, values, foreignKeyOf }: FieldState): string {
  const types =
    foreignKeyOf === undefined ? (values.length > 0 ? values : [kind]) : [`id of ${foreignKeyOf}`];
  return `${name}: ${[...types, ...(nullable ? ['null'] : [])].join(' or ')}`;
}

/**
 * The members of a row in JSON that it did not have before, so that saving writes nothing else.
 *
 * @throws Error for text that is no JSON object.
 */
export function changedFields(text: string, before: JsonObject): JsonObject {
  const row = parseJson(text);
  if (!(row instanceof Object) || Array.isArray(row))
    throw new Error('The row is not a JSON object. Write its fields in braces.');
  const isChanged = ([name, value]: [string, JsonValue]) =>
    JSON.stringify(value) !== JSON.stringify(before[name]);
  return Object.fromEntries(Object.entries(row).filter(isChanged));
}

function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`Invalid JSON: ${(error as Error).message}`);
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
