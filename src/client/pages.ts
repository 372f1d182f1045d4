import { ConfigurationError, QueryError } from '../errors.js';
import type { RequestOptions } from '../http/options.js';
import {
  type ListParameters,
  type Ordering,
  parseQuery,
  type Query,
  type WithInclude,
  writeQuery,
} from '../query/query.js';
import type { Selected } from '../query/types/selected.js';
import type { InferredInclude } from '../query/types/valid-include.js';
import type { JsonObject } from '../schema/field.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import { positiveInteger } from '../values/check-options.js';
import { checkRequestOptions } from './client-options.js';
import type { Plan, Position } from './position.js';
import { type Page, readPage } from './read-page.js';
import { type Endpoint, type Row, urlLength } from './resource.js';
import { splitIn } from './split-in.js';

/** The query of `pages`, `iterate` and `all`, which set `take` and the position themselves. */
export type PaginatedQuery<
  Name extends ResourceName<Schema>,
  Chosen,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = WithInclude<Pick<ListParameters<Name, Schema>, 'where' | 'orderBy'>, Chosen>;

/** Options of `pages` and `iterate`. They apply to the request of each page, `timeout` too. */
export interface PaginationOptions extends RequestOptions {
  /** The most rows of a page. Default 100. The service may return fewer. */
  readonly pageSize?: number | undefined;
}

/** Options of `all`. */
export interface AllOptions extends PaginationOptions {
  /** The maximum number of rows. Default: all. */
  readonly limit?: number | undefined;
}

/** The methods `pages`, `iterate` and `all` of a resource: all rows, with one request per page. */
export interface PaginationMethods<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> {
  /** Returns all rows page by page, with their default fields. */
  pages(): AsyncIterable<Selected<Name, undefined, Schema>[]>;
  /**
   * Returns all rows page by page; each page is requested when the loop asks for it. A row that
   * exists throughout, with the same `orderBy` values, is returned exactly once and in order, or
   * the loop throws, whatever others write meanwhile. A long `in` of ids or integers is read in
   * parts, and `orderBy` is then rejected.
   *
   * @param query - `where`, `orderBy` (default: by `id`) and `include`; all are optional.
   * @param options - `pageSize` (default 100), and `signal`, `timeout`, `headers` and `retry` of
   * each request.
   * @throws QueryError if the query is invalid, or if the service has no pages in this order.
   * @throws ResponseError if the service ignores a part of the query, or, with the reason
   * `'rows-changed'`, if others changed too many rows. That happens only in an order by text,
   * nullable or computed fields, of which pages are counted.
   * @example
   * for await (const page of client.balances.pages({ where: { type: 'main' } }, { pageSize: 500 }))
   *   console.log(page.length);
   */
  pages<const Chosen extends InferredInclude<Name, Chosen, Schema>>(
    query: PaginatedQuery<Name, Chosen, Schema>,
    options?: PaginationOptions,
  ): AsyncIterable<Selected<Name, Chosen, Schema>[]>;
  /** Returns all rows one by one, with their default fields. */
  iterate(): AsyncIterable<Selected<Name, undefined, Schema>>;
  /**
   * Returns all rows one by one, and requests them page by page. Parameters, order and errors are
   * those of `pages`.
   *
   * @example
   * for await (const { name } of client.balances.iterate({ orderBy: { created_at: 'desc' } }))
   *   console.log(name);
   */
  iterate<const Chosen extends InferredInclude<Name, Chosen, Schema>>(
    query: PaginatedQuery<Name, Chosen, Schema>,
    options?: PaginationOptions,
  ): AsyncIterable<Selected<Name, Chosen, Schema>>;
  /** Returns all rows as an array, with their default fields. */
  all(): Promise<Selected<Name, undefined, Schema>[]>;
  /**
   * Returns all rows as an array, or the first `limit` ones. Parameters, order and errors are those
   * of `pages`.
   *
   * @example
   * const main = await client.balances.all({ where: { type: 'main' }, include: { name: true } });
   */
  all<const Chosen extends InferredInclude<Name, Chosen, Schema>>(
    query: PaginatedQuery<Name, Chosen, Schema>,
    options?: AllOptions,
  ): Promise<Selected<Name, Chosen, Schema>[]>;
}

export function createPaginationMethods(endpoint: Endpoint) {
  const prepare = async (query: unknown, options: AllOptions, hasLimit: boolean) => {
    if (!hasLimit && Object(options).limit !== undefined)
      throw new ConfigurationError(
        '`limit` is not an option. Use all(), or leave the loop with `break`.',
        'pagination options',
      );
    const checks = { pageSize: positiveInteger, ...(hasLimit && { limit: positiveInteger }) };
    checkRequestOptions(options, 'pagination options', checks);
    return planPages(endpoint, query);
  };
  async function* read(plan: Plan, options: AllOptions): AsyncGenerator<Row[], void, undefined> {
    const { limit = Infinity, pageSize = 100, ...requestOptions } = options;
    const size = Math.min(pageSize, limit);
    let position: Position | undefined;
    do {
      const page: Page = await readPage(endpoint, plan, position, size, requestOptions);
      if (page.rows.length > 0) yield page.rows;
      position = page.next;
    } while (position);
  }
  const pages = (query: unknown = {}, options: PaginationOptions = {}): AsyncIterable<Row[]> => {
    // Before the iteration, so that the stack of an error has the caller's line.
    const plan = prepare(query, options, false);
    plan.catch(() => {}); // the iteration throws the error
    return {
      async *[Symbol.asyncIterator]() {
        yield* read(await plan, options);
      },
    };
  };
  const iterate = (query?: unknown, options?: PaginationOptions): AsyncIterable<Row> => {
    const all = pages(query, options);
    return {
      async *[Symbol.asyncIterator]() {
        for await (const page of all) yield* page;
      },
    };
  };
  const all = async (query: unknown = {}, options: AllOptions = {}): Promise<Row[]> => {
    const rows: Row[] = [];
    for await (const page of read(await prepare(query, options, true), options)) {
      for (const row of page) rows.push(row); // a spread of 200,000 arguments is a RangeError
      if (options.limit && rows.length >= options.limit) return rows.slice(0, options.limit);
    }
    return rows;
  };
  return { pages, iterate, all };
}

/**
 * Checks a query, and decides how its pages are found.
 *
 * @throws QueryError if the query is invalid, or if the service cannot be asked for its pages.
 */
export function planPages(endpoint: Endpoint, input: unknown): Plan {
  const { schema, name, fields, dialect } = endpoint;
  const problem = 'is not allowed in all(), iterate() or pages(). Use `pageSize`, or list().';
  const parsed = parseQuery(schema, name, input, ['where', 'include', 'orderBy'], problem);
  const { where, selection } = parsed;
  const total: Ordering[] = [...parsed.order, { field: 'id', direction: 'asc' }];
  total.splice(total.findIndex(({ field }) => field === 'id') + 1); // ids are unique
  const order = dialect.parameters.orderBy === null ? parsed.order : total;
  const way = wayOf(order, endpoint);
  const missing = order
    .map(({ field }) => field)
    .filter((name) => !selection.fields.includes(name));
  const query = missing.length > 0 ? withFields(parsed, missing, endpoint) : parsed;
  const room = { once: 0, cursor: 600, counting: 50, keyset: 200 * order.length }[way];
  const lengthOf = (filter: JsonObject | undefined) =>
    urlLength(endpoint, writeQuery({ ...query, order, where: filter }, dialect)) + room;
  const isLong = lengthOf(where) > dialect.maxUrlLength;
  const parts = isLong ? splitIn(where ?? {}, fields, lengthOf, dialect.maxUrlLength) : [where];
  if (parts.length > 1 && parsed.order.length > 0)
    throw new QueryError(
      'orderBy',
      'a long `in` is read in parts, one after the other. Omit `orderBy`, and sort the rows.',
    );
  return { query: { ...query, order }, way, parts, added: missing };
}

/** The first way that the service has. */
function wayOf(order: readonly Ordering[], { fields, dialect }: Endpoint): Plan['way'] {
  const { parameters, pageSize } = dialect;
  if (parameters.cursor !== null) return 'cursor';
  if (parameters.orderBy === null && parameters.take === null) return 'once';
  if (parameters.orderBy === null)
    throw new QueryError(
      'query',
      'pages need an order or a cursor, and the service has neither (`dialect.parameters`). Use list(). If it has no `take` either, set it to null, too.',
    );
  const isKeyset = order.every(({ field }, index) => {
    const { kind = 'json', nullable, computed } = fields[field] ?? {};
    if (nullable || computed) return false;
    return /^(uuid|decimal|integer)$/.test(kind) || (kind === 'date' && index === order.length - 2);
  });
  if (isKeyset && pageSize.max > 1) return 'keyset';
  if (parameters.skip !== null && pageSize.max > 1) return 'counting';
  throw new QueryError(
    'orderBy',
    'this service has no pages in this order. Order by `id`, a date or an amount, or use list().',
  );
}

/** A query that selects further fields. They are named with all the others: a computed one must be. */
function withFields(
  { include = {}, ...query }: Query,
  names: readonly string[],
  { schema, name, fields }: Endpoint,
): Query {
  const relations = Object.entries(include).filter(([key]) => !Object.hasOwn(fields, key));
  const chosen = [...query.selection.fields.slice(1), ...names].map((field) => [field, true]);
  const all = parseQuery(schema, name, { include: Object.fromEntries([...chosen, ...relations]) });
  return { ...query, include: all.include, selection: all.selection };
}
