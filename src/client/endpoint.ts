import { openEnvelope, type ResolvedDialect } from '../dialect.js';
import {
  ConfigurationError,
  isApiError,
  QueryError,
  ResponseError,
  type ResponseIssue,
} from '../errors.js';
import type { RequestOptions, Result, Send } from '../http/call.js';
import { urlLength } from '../http/service-url.js';
import { describe, kindOf, shorten } from '../messages/describe.js';
import type { ErrorKeyHider } from '../messages/hide-keys.js';
import type { Validator } from '../query/include.js';
import { parseText } from '../query/operand.js';
import { parseQuery, type Query, writeQuery } from '../query/query.js';
import { QueryNode } from '../query/query-node.js';
import type { Field, JsonObject } from '../schema/field.js';
import { type Resources, rowPath } from '../schema/lookup.js';
import { isPlainObject } from '../values/plain-object.js';
import { checkRequestOptions } from './client-options.js';
import { isBefore } from './row-order.js';
import { splitIn, tooLong } from './split-in.js';

/** A resource of a client: how it is requested, and what its responses are checked against. */
export interface Endpoint {
  readonly name: string;
  /** Below the version: `/balances`. */
  readonly path: string;
  readonly schema: Resources;
  readonly fields: { readonly [name: string]: Field };
  readonly baseUrl: string;
  readonly dialect: ResolvedDialect;
  readonly send: Send;
  readonly hideKeyInErrors: ErrorKeyHider;
  readonly validator: Validator;
}

/** A row whose fields are not known to the compiler. */
export interface Row extends Record<string, unknown> {
  readonly id: string;
}

/** Data with the response that it was in. */
export interface WithResponse<Data> {
  readonly data: Data;
  /** The HTTP response: status and headers. Its body has been read. */
  readonly response: Response;
  /**
   * What the service sent beside a list, such as the total: the member `pagination`, or the one
   * that `dialect.envelope` names, or the numbers beside the rows; `undefined` if it sent nothing.
   */
  readonly pagination: unknown;
}

/** A promise of data. */
export interface ResponsePromise<Data> extends Promise<Data> {
  /**
   * Returns the data together with the HTTP response.
   *
   * @example
   * const { data, response } = await client.balances.list().withResponse();
   */
  withResponse(): Promise<WithResponse<Data>>;
}

/** A promise of the data of a result, which also has the response. */
export function responsePromise<Data>(
  result: Promise<Omit<WithResponse<Data>, 'pagination'> & { readonly pagination?: unknown }>,
): ResponsePromise<Data> {
  const promise = result.then(({ data }) => data);
  // From `promise`: if both began at `result`, V8 could not find the caller, for the stack of an
  // error.
  const withResponse = () =>
    promise.then(async () => {
      const { data, response, pagination } = await result;
      return { data, response, pagination };
    });
  return Object.assign(promise, { withResponse });
}

/** The most characters of an id: more would only fill an error message. */
const LONGEST_ID = 1_000;

/**
 * Encodes an id as a segment of a path. Rejects those that lead to another path: an empty one, `.`
 * and `..`.
 */
export function pathSegment(id: unknown): string {
  const node = new QueryNode('id', id);
  if (typeof id !== 'string' || /^\.{0,2}$/.test(id))
    throw node.typeError(
      `a non-empty string${id === '.' || id === '..' ? ' other than "." and ".."' : ''}`,
    );
  if (id.length > LONGEST_ID) throw node.error(`is too long: ${id.length} characters.`);
  return encodeURIComponent(parseText(id, node));
}

export function createGet(endpoint: Endpoint) {
  const { name, schema } = endpoint;
  const read = async (id: unknown, query: unknown, options?: RequestOptions) => {
    const problem = 'is not allowed in get(). Use `include`, or filter with list().';
    const [parsed, segment] = endpoint.hideKeyInErrors(() => {
      if (options) checkRequestOptions(options);
      return [parseQuery(schema, name, query, ['include'], problem), pathSegment(id)] as const;
    });
    const result = await requestRows<Row>(endpoint, parsed, options, segment);
    const { data, fail } = result;
    if (data.id.toLowerCase() === `${id}`.toLowerCase()) return result;
    throw fail(`expected the row ${describe(id)}, got ${describe(data.id)}.`);
  };
  const get = (id: unknown, query: unknown = {}, options?: RequestOptions) =>
    responsePromise(read(id, query, options));
  return get; // named, for a client that is printed
}

export function createList(endpoint: Endpoint) {
  const { name, schema, dialect } = endpoint;
  const read = async (query: unknown, options?: RequestOptions) => {
    const parsed = endpoint.hideKeyInErrors(() => {
      if (options) checkRequestOptions(options);
      return parseQuery(schema, name, query);
    });
    const { take = 0 } = parsed;
    const { max } = dialect.pageSize;
    if (take <= max) return requestRows(endpoint, parsed, options);
    throw new QueryError(
      'take',
      `expected at most ${max} (\`dialect.pageSize.max\`), got ${take}. ` +
        `Use all({ … }, { limit: ${take} }).`,
      take,
    );
  };
  const list = (query: unknown = {}, options?: RequestOptions) =>
    responsePromise(read(query, options));
  return list;
}

/** The rows of one response, or one row, and what came with them. */
export interface RowsResult<Data> extends WithResponse<Data>, Pick<Result, 'fail'> {
  /** The cursor of the next page, if the service has one. */
  readonly cursor: unknown;
}

/** A query as it is sent, with the cursor of a page. */
type PageQuery = Query & { readonly cursor?: string | undefined };

/**
 * Requests a page of rows, or one row: writes the query, sends it, and checks the response.
 *
 * @param id - The segment of the path for one row; empty for a list.
 */
export async function requestRows<Data = Row[]>(
  endpoint: Endpoint,
  query: PageQuery,
  options?: RequestOptions,
  id = '',
): Promise<RowsResult<Data>> {
  const { baseUrl, dialect, send } = endpoint;
  const path = id ? rowPath(endpoint.path, id) : endpoint.path;
  const search = writeQuery(query, dialect, query.cursor);
  const lengthOf = (where: JsonObject | undefined) =>
    urlLength(baseUrl, path, writeQuery({ ...query, where }, dialect, query.cursor));
  if (urlLength(baseUrl, path, search) > dialect.maxUrlLength)
    throw tooLongError(endpoint, query, lengthOf);
  const isBehind = dialect.parameters.page !== null && Number(query.skip) > 0;
  const call = send({ ...options, method: 'GET', path, search });
  const { data: body, response, fail } = await (isBehind ? call.catch(noRows) : call);
  const { data, pagination, cursor } = openEnvelope(body, dialect);
  const problem = id ? rowProblem(data) : listProblem(data, query, endpoint);
  if (problem) throw fail(problem);
  const { schema, validator } = endpoint;
  const issues = validator({ data, schema, selection: query.selection, many: !id });
  if (!Array.isArray(issues))
    throw new ConfigurationError(
      '`validator` must return an array of issues and must not be async. Use zodValidator().',
    );
  if (issues[0]) throw fail(issuesReason(issues), 'invalid', issues);
  return { data: data as Data, response, pagination, cursor, fail }; // it was checked
}

/** No rows for a 404: some services with numbered pages have none behind the last one. */
function noRows(error: unknown): Result {
  if (!isApiError(error, 404)) throw error;
  const { status, headers } = error;
  const fail: Result['fail'] = (...problem) => new ResponseError(error, ...problem);
  return { data: [], response: new Response(null, { status, headers }), fail };
}

/** @throws QueryError about the filter, if all() does not split it either. */
function tooLongError(
  { fields, dialect }: Endpoint,
  { where, order }: Query,
  lengthOf: (where: JsonObject | undefined) => number,
): QueryError {
  splitIn(where, fields, dialect, lengthOf);
  const advice = order[0] ? 'Use all() without `orderBy`, and sort the rows.' : 'Use all().';
  return new QueryError('query', `${tooLong(lengthOf(where), dialect)} ${advice}`);
}

/** The service returns the `id` of each row, even if no include names it (decision 39). */
const rowProblem = (row: unknown): string | undefined =>
  isPlainObject(row) && typeof row.id === 'string'
    ? undefined
    : `expected a row with a string \`id\`, got ${kindOf(row)}.`;

function listProblem(
  data: unknown,
  { take, order }: Query,
  { name, fields }: Endpoint,
): string | undefined {
  if (!Array.isArray(data))
    return `expected an array of ${name}, got ${kindOf(data)}.${envelopeAdvice(data)}`;
  if (data.length > Number(take))
    return (
      `expected at most ${take} rows, got ${data.length}. The service ignores \`take\`. ` +
      'Set `dialect.parameters.take` to null.'
    );
  for (const [index, row] of data.entries()) {
    const problem = rowProblem(row);
    if (problem) return `row ${index}: ${problem}`;
    if (index > 0 && order[0] && isBefore(row, data[index - 1], order, fields))
      return `row ${describe(row.id)} is out of order. The service ignores \`orderBy\`.`;
  }
  return undefined;
}

function envelopeAdvice(data: unknown): string {
  const name = isPlainObject(data) && Object.keys(data).find((key) => Array.isArray(data[key]));
  return name ? ` Set \`dialect.envelope\` to '${shorten(name)}' if it has the rows.` : '';
}

function issuesReason([first, ...rest]: readonly ResponseIssue[]): string {
  const more = rest.length > 0 ? ` (and ${rest.length} more)` : '';
  const place = first?.path && `${first.path}: `;
  return `the response does not match the query. ${place}${first?.message}${more}.`;
}
