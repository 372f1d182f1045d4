import { openEnvelope, type ResolvedDialect } from '../dialect.js';
import { ConfigurationError, QueryError } from '../errors.js';
import type { RequestOptions } from '../http/options.js';
import type { Result, Send } from '../http/send.js';
import type { SelectionNode, Validator } from '../query/include.js';
import { parseText } from '../query/operand.js';
import {
  type ListQuery,
  parseQuery,
  type Query,
  type WithInclude,
  writeQuery,
} from '../query/query.js';
import { QueryNode } from '../query/query-node.js';
import type { Selected } from '../query/types/selected.js';
import type { InferredInclude } from '../query/types/valid-include.js';
import type { Field } from '../schema/field.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import { type Resources, resourceOf } from '../schema/resources.js';
import { kindOf, shorten } from '../values/describe.js';
import { isPlainObject } from '../values/plain-object.js';
import { sentLength, VERSION } from '../values/service-url.js';
import { checkRequestOptions } from './client-options.js';

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
  readonly validator: Validator | undefined;
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
   * that `dialect.envelope` names; `undefined` if it sent nothing.
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
  const withResponse = () => {
    promise.catch(() => {}); // the caller receives the error from the promise below
    return result.then(({ data, response, pagination }) => ({ data, response, pagination }));
  };
  return Object.assign(promise, { withResponse });
}

/** The query of a single row: `include`. */
export type GetQuery<Chosen> = WithInclude<unknown, Chosen>;

/** The method `get` of a resource. */
export interface GetMethod<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> {
  /** Returns one row with its default fields. */
  get(id: string): ResponsePromise<Selected<Name, undefined, Schema>>;
  /**
   * Returns one row with the fields and relations of `include`.
   *
   * @param options - `signal`, `timeout`, `headers` and `retry` of this call.
   * @throws QueryError if the id or the include is invalid; ApiError with the status 404 if no row
   * has this id.
   * @example
   * const balance = await client.balances.get(balanceId, { include: { name: true, unit: true } });
   */
  get<const Chosen extends InferredInclude<Name, Chosen, Schema>>(
    id: string,
    query: GetQuery<Chosen>,
    options?: RequestOptions,
  ): ResponsePromise<Selected<Name, Chosen, Schema>>;
}

/** The method `list` of a resource. */
export interface ListMethod<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> {
  /**
   * Returns the rows of one response with their default fields. It may be only the first page;
   * `all`, `iterate` and `pages` return all rows.
   */
  list(): ResponsePromise<Selected<Name, undefined, Schema>[]>;
  /**
   * Returns the rows of one response, which may be only the first page; `all`, `iterate` and
   * `pages` return all rows.
   *
   * @param query - `where`, `include`, `orderBy`, `take`, `skip`, `after` and `before`; all are
   * optional.
   * @param options - `signal`, `timeout`, `headers` and `retry` of this call.
   * @throws QueryError if the query is invalid or too long; no request is sent.
   * @throws ApiError for an error status; ConnectionError, TimeoutError; ResponseError for an
   * invalid response.
   * @example
   * const main = await client.balances.list({ where: { type: 'main' }, include: { name: true } });
   */
  list<const Chosen extends InferredInclude<Name, Chosen, Schema>>(
    query: ListQuery<Name, Chosen, Schema>,
    options?: RequestOptions,
  ): ResponsePromise<Selected<Name, Chosen, Schema>[]>;
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
  const get = async (id: unknown, query: unknown, options?: RequestOptions) => {
    checkRequestOptions(options);
    const problem = 'is not allowed in get(). Use `include`, or filter with list().';
    const parsed = parseQuery(schema, name, query, ['include'], problem);
    return request<Row>(endpoint, parsed, options, `/${pathSegment(id)}`);
  };
  return (id: unknown, query: unknown = {}, options?: RequestOptions) =>
    responsePromise(get(id, query, options));
}

export function createList(endpoint: Endpoint) {
  const { name, schema, dialect } = endpoint;
  const list = async (query: unknown, options?: RequestOptions) => {
    checkRequestOptions(options);
    const parsed = parseQuery(schema, name, query);
    const { take = 0 } = parsed;
    const { max } = dialect.pageSize;
    if (take > max)
      throw new QueryError(
        'take',
        `expected at most ${max} (\`dialect.pageSize.max\`), got ${take}. Use all({ … }, { limit: ${take} }).`,
        take,
      );
    return requestList(endpoint, parsed, options);
  };
  return (query: unknown = {}, options?: RequestOptions) => responsePromise(list(query, options));
}

/** The rows of one response, or one row, and what came with them. */
export interface RowsResult<Data> extends WithResponse<Data>, Pick<Result, 'fail'> {
  /** The cursor of the next page, if the service has one. */
  readonly cursor: unknown;
}

/** Requests one page of rows. The options are checked. */
export async function requestList(
  endpoint: Endpoint,
  query: Query & { readonly cursor?: string | undefined },
  options?: RequestOptions,
): Promise<RowsResult<Row[]>> {
  const result = await request<Row[]>(endpoint, query, options);
  const { length } = result.data;
  if (length > Number(query.take))
    throw result.fail(
      `expected at most ${query.take} rows, got ${length}. The service ignores \`take\`. Set \`dialect.parameters.take\` to null.`,
    );
  return result;
}

/** The bytes of the URL of a list with an encoded query string. */
export const urlLength = ({ baseUrl, path }: Endpoint, search: string): number =>
  `${baseUrl}${VERSION}${path}?`.length + sentLength(search);

/** Writes the query, sends it, and checks the rows of the response: an array, or one with an id. */
async function request<Data>(
  endpoint: Endpoint,
  query: Query & { readonly cursor?: string | undefined },
  options: RequestOptions | undefined,
  id = '',
): Promise<RowsResult<Data>> {
  const { dialect, path, send } = endpoint;
  const search = writeQuery(query, dialect, query.cursor);
  const length = search && urlLength(endpoint, search) + id.length;
  if (Number(length) > dialect.maxUrlLength)
    throw new QueryError(
      'query',
      `the URL has ${length} bytes, more than \`dialect.maxUrlLength\` (${dialect.maxUrlLength}). ${query.where ? 'Use all() without `orderBy`, and sort the rows' : 'Include less'}.`,
    );
  const result = await send({ ...options, method: 'GET', path: path + id, search });
  const { data, pagination, cursor } = openEnvelope(result.data, dialect);
  checkRows(data, query.selection, endpoint, result, !id);
  return { data: data as Data, response: result.response, pagination, cursor, fail: result.fail };
}

/** @throws ResponseError for rows that no query selects; what the validator finds. */
function checkRows(
  data: unknown,
  selection: SelectionNode,
  { name, schema, validator }: Endpoint,
  { fail }: Result,
  many: boolean,
): void {
  if (many && !Array.isArray(data))
    throw fail(`expected an array of ${name}, got ${kindOf(data)}.${envelopeAdvice(data)}`);
  const rows: readonly unknown[] = many ? (data as unknown[]) : [data];
  for (const row of rows)
    if (!isPlainObject(row) || typeof row.id !== 'string')
      throw fail(
        `${many ? `row ${rows.indexOf(row)}: ` : ''}expected a row with a string \`id\`, got ${kindOf(row)}.`,
      );
  if (!validator) {
    const path = numberPath(rows, selection, schema);
    if (path === undefined) return;
    throw fail(
      `\`${path}\` is a JSON number, whose digits may be lost. Expected a decimal string. Declare it as number() with extendSchema(), or set a \`validator\`.`,
    );
  }
  const issues = validator({ data, schema, selection, many });
  if (!Array.isArray(issues))
    throw new ConfigurationError(
      '`validator` must return an array of issues and must not be async. Use zodValidator().',
    );
  const [issue] = issues;
  if (!issue) return;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  const place = issue.path && `${issue.path}: `;
  throw fail(
    `the response does not match the query. ${place}${issue.message}${more}.`,
    'invalid',
    issues,
  );
}

function envelopeAdvice(data: unknown): string {
  const name = isPlainObject(data) && Object.keys(data).find((key) => Array.isArray(data[key]));
  return name ? ` Set \`dialect.envelope\` to '${shorten(name)}' if it has the rows.` : '';
}

/** Where a decimal field has a JSON number: what its type calls a string, and without some digits. */
function numberPath(
  rows: readonly unknown[],
  { resource, fields, relations }: SelectionNode,
  schema: Resources,
): string | undefined {
  const declared = resourceOf(schema, resource).fields;
  const decimals = fields.filter((field) => declared[field]?.kind === 'decimal');
  for (const row of rows as Record<string, unknown>[])
    for (const name of decimals) if (typeof row[name] === 'number') return name;
  for (const { name, selection } of relations) {
    const related = (rows as Record<string, unknown>[]).flatMap((row) => row[name] ?? []);
    const path = numberPath(related.filter(isPlainObject), selection, schema);
    if (path !== undefined) return `${name}.${path}`;
  }
  return undefined;
}
