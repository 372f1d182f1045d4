import { ConfigurationError } from '../errors/usage-errors.js';
import type { HttpResult } from '../http/parse-response.js';
import type { SelectionNode } from '../query/include.js';
import { isPlainObject } from '../values/plain-object.js';
import type { Endpoint } from './endpoint.js';
import type { WithResponse } from './response-promise.js';

/** A row of a response. */
export interface AnyRow extends Readonly<Record<string, unknown>> {
  readonly id: string;
}

/**
 * The row in a response, with or without an envelope.
 *
 * @throws ResponseError if there is no row, and for the issues that the validator finds.
 */
export function parseRow(
  result: HttpResult,
  selection: SelectionNode,
  endpoint: Endpoint,
): WithResponse<AnyRow> {
  const { data, pagination } = unwrap(result.data, endpoint.envelope);
  assertRow(data, '', result);
  validate(result, data, selection, endpoint, false);
  return { data, response: result.response, pagination };
}

/** The rows in a response; see {@link parseRow}. */
export function parseRows(
  result: HttpResult,
  selection: SelectionNode,
  endpoint: Endpoint,
): WithResponse<AnyRow[]> {
  const { data, pagination } = unwrap(result.data, endpoint.envelope);
  if (!Array.isArray(data)) {
    throw result.error(`expected an array of ${endpoint.name}, got ${kindOf(data)}.`);
  }
  for (const [index, row] of data.entries()) assertRow(row, `[${index}]: `, result);
  validate(result, data, selection, endpoint, true);
  return { data, response: result.response, pagination };
}

/** The service returns the `id` of every row, also if the include does not name it. */
function assertRow(row: unknown, place: string, { error }: HttpResult): asserts row is AnyRow {
  if (!isPlainObject(row) || typeof row.id !== 'string')
    throw error(
      `${place}expected an object with a string \`id\`, got ${isPlainObject(row) ? 'one without' : kindOf(row)}.`,
    );
}

function validate(
  result: HttpResult,
  data: unknown,
  selection: SelectionNode,
  { schema, validator }: Endpoint,
  many: boolean,
): void {
  const issues = validator?.({ data, schema, selection, many }) ?? [];
  if (!Array.isArray(issues))
    throw new ConfigurationError(
      '`validator` must return an array of issues and must not be async. Pass the result of zodValidator().',
    );
  const [first] = issues;
  if (!first) return;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  const at = first.path && `${first.path}: `;
  throw result.error(`the response does not match the query. ${at}${first.message}${more}.`, issues);
}

/** A row always has an `id`: an object without it whose member has the name of the envelope is one. */
function unwrap(data: unknown, envelope: string): { data: unknown; pagination: unknown } {
  if (isPlainObject(data) && Object.hasOwn(data, envelope) && !Object.hasOwn(data, 'id'))
    return { data: data[envelope], pagination: data.pagination };
  return { data, pagination: undefined };
}

/** The kind of a value, and nothing of its content: messages reach more people than the data should. */
function kindOf(value: unknown): string {
  if (typeof value !== 'object') return value === undefined ? 'nothing' : `a ${typeof value}`;
  return value === null ? 'null' : Array.isArray(value) ? 'an array' : 'an object';
}
