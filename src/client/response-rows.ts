import { openEnvelope } from '../dialect/request-dialect.js';
import { ConfigurationError } from '../errors.js';
import type { CallProgress } from '../http/request-state.js';
import type { HttpResult } from '../http/response.js';
import type { SelectionNode } from '../query/include.js';
import { type ParsedListQuery, writeListQuery } from '../query/list-query.js';
import { describe, kindOf, shorten } from '../values/describe.js';
import { isPlainObject } from '../values/plain-object.js';
import type { RequestOptions } from './client-options.js';
import type { AnyRow, Endpoint } from './endpoint.js';
import type { WithResponse } from './request-sender.js';

interface RowsResult<Data> extends WithResponse<Data>, Pick<HttpResult, 'error'> {}

/** The error for a row that is not where its order and the position of its page put it. */
export const rowOrderError = ({ error }: Pick<HttpResult, 'error'>, { id }: AnyRow) =>
  error(
    `row ${describe(id)} is repeated or out of order. The service ignores \`orderBy\`, \`where\` or \`skip\`.`,
  );

/** The rows in a response, or a single one, with or without an envelope. */
export function parseRows<Many extends boolean>(
  result: HttpResult,
  selection: SelectionNode,
  { name, schema, sender, validator }: Endpoint,
  many: Many,
): RowsResult<Many extends true ? AnyRow[] : AnyRow>;
export function parseRows(
  result: HttpResult,
  selection: SelectionNode,
  { name, schema, sender, validator }: Endpoint,
  many: boolean,
): RowsResult<unknown> {
  const { error } = result;
  const { data, pagination } = openEnvelope(result.data, sender.dialect.envelope);
  if (!many) assertRow(data, '', error);
  else if (Array.isArray(data))
    data.forEach((row, index) => void assertRow(row, `row ${index}: `, error));
  else throw error(`expected an array of ${name}, got ${kindOf(data)}.${envelopeHint(data)}`);
  const issues = validator ? validator({ data, schema, selection, many }) : [];
  if (!Array.isArray(issues))
    throw new ConfigurationError(
      '`validator` must return an array of issues and must not be async. Use zodValidator().',
    );
  const [first] = issues;
  if (!first) return { ...result, data, pagination };
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  const at = first.path && `${first.path}: `;
  throw error(`the response does not match the query. ${at}${first.message}${more}.`, '', issues);
}

/** The service returns the `id` of every row, also if the include does not name it. */
function assertRow(row: unknown, place: string, error: HttpResult['error']): void {
  if (!isPlainObject(row) || typeof row.id !== 'string')
    throw error(`${place}expected a row with a string \`id\`, got ${kindOf(row)}.`);
}

function envelopeHint(data: unknown): string {
  const name = isPlainObject(data) && Object.keys(data).find((key) => Array.isArray(data[key]));
  return name ? ` Set \`dialect.envelope\` to '${shorten(name)}' if it has the rows.` : '';
}

/** Sends one list request. `call` is the progress of a call that sends several. */
export type SendList = (
  query: ParsedListQuery,
  options?: RequestOptions,
  call?: CallProgress,
) => Promise<ListResult>;

export type ListResult = RowsResult<AnyRow[]>;

export function createSendList(endpoint: Endpoint): SendList {
  const { sender, path } = endpoint;
  return async (query, options, call) => {
    const search = writeListQuery(query, sender.dialect);
    const parsed = parseRows(
      await sender.send({ method: 'GET', path, search, call }, options),
      query.selection,
      endpoint,
      true,
    );
    if (parsed.data.length > Number(query.take))
      throw parsed.error(
        `expected at most ${query.take} rows, got ${parsed.data.length}. The service ignores \`take\`. Set \`dialect.parameters.take\` to null.`,
      );
    return parsed;
  };
}
