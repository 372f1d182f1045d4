import { QueryError } from '../errors.js';
import type { RequestOptions } from '../http/call.js';
import { urlLength } from '../http/service-url.js';
import { positiveInteger } from '../messages/check-options.js';
import {
  type IncludeOf,
  type ListParameters,
  parseQuery,
  type WithInclude,
  writeQuery,
} from '../query/query.js';
import type { Selected } from '../query/types/selected.js';
import type { InferredInclude } from '../query/types/valid-include.js';
import type { JsonObject } from '../schema/field.js';
import { traits } from '../schema/kinds.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import { checkRequestOptions } from './client-options.js';
import type { Endpoint, Row } from './endpoint.js';
import type { Order, Plan } from './position.js';
import { type Page, readPage } from './read-page.js';
import { splitIn } from './split-in.js';

/** The query of `pages`, `iterate` and `all`, which set `take` and the position themselves. */
export type PaginatedQuery<
  Name extends ResourceName<Schema>,
  Chosen,
  Input,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = WithInclude<Pick<ListParameters<Name, Schema>, 'where' | 'orderBy'>, Chosen, Input>;

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
   * exists throughout, with the same `orderBy` values, is returned exactly once and in order, or the
   * loop throws, whatever others write. A long `in` of UUIDs or integers is read in parts, and
   * `orderBy` is then rejected.
   *
   * @param query - `where`, `orderBy` (default: by `id`) and `include`; all are optional.
   * @param options - `pageSize` (default 100); `signal`, `timeout`, `headers`, `retry` per request.
   * @throws QueryError if the query is invalid, or if the service has no pages in this order.
   * @throws ResponseError if the service is seen to ignore a part of the query; with the reason
   * `'rows-changed'` if others changed rows, in an order by text, null or computed fields.
   * @example
   * for await (const page of client.balances.pages({ where: { type: 'main' } }, { pageSize: 500 }))
   *   console.log(page.length);
   */
  pages<const Chosen extends InferredInclude<Name, Chosen, Schema>, Input>(
    query: PaginatedQuery<Name, Chosen, Input, Schema>,
    options?: PaginationOptions,
  ): AsyncIterable<Selected<Name, IncludeOf<Chosen, Input>, Schema>[]>;
  /** Returns all rows one by one, with their default fields. */
  iterate(): AsyncIterable<Selected<Name, undefined, Schema>>;
  /**
   * Returns all rows one by one, requested page by page. Parameters and errors: as `pages`.
   *
   * @example
   * for await (const { name } of client.balances.iterate()) console.log(name);
   */
  iterate<const Chosen extends InferredInclude<Name, Chosen, Schema>, Input>(
    query: PaginatedQuery<Name, Chosen, Input, Schema>,
    options?: PaginationOptions,
  ): AsyncIterable<Selected<Name, IncludeOf<Chosen, Input>, Schema>>;
  /** Returns all rows as an array, with their default fields. */
  all(): Promise<Selected<Name, undefined, Schema>[]>;
  /**
   * Returns all rows as an array, or the first `limit` ones. Parameters and errors: as `pages`.
   *
   * @example
   * const main = await client.balances.all({ where: { type: 'main' }, include: { name: true } });
   */
  all<const Chosen extends InferredInclude<Name, Chosen, Schema>, Input>(
    query: PaginatedQuery<Name, Chosen, Input, Schema>,
    options?: AllOptions,
  ): Promise<Selected<Name, IncludeOf<Chosen, Input>, Schema>[]>;
}

export function createPaginationMethods(endpoint: Endpoint) {
  const prepare = async (query: unknown, options?: AllOptions, more?: object): Promise<Plan> => {
    checkRequestOptions(options, 'pagination options', { pageSize: positiveInteger, ...more });
    return planPages(endpoint, query);
  };
  async function* read(prepared: Promise<Plan>, options: AllOptions) {
    const plan = await prepared;
    const { limit = Infinity, pageSize = 100, ...rest } = options;
    const size = Math.min(pageSize, limit);
    for (let page: Page = { rows: [], next: { part: 0, at: 'start' } }; page.next; ) {
      page = await readPage(endpoint, plan, page.next, size, rest);
      if (page.rows.length > 0) yield page.rows;
    }
  }
  const pages = (query: unknown = {}, options: PaginationOptions = {}): AsyncIterable<Row[]> => {
    const plan = prepare(query, options); // now: the stack of an error has the caller's line
    plan.catch(() => {}); // the iteration throws the error
    return { [Symbol.asyncIterator]: () => read(plan, options) };
  };
  const iterate = (query?: unknown, options?: PaginationOptions): AsyncIterable<Row> => {
    const all = pages(query, options);
    return { [Symbol.asyncIterator]: () => rowsOf(all) };
  };
  const all = async (query: unknown = {}, options: AllOptions = {}): Promise<Row[]> => {
    const rows: Row[] = [];
    const plan = prepare(query, options, { limit: positiveInteger });
    for await (const page of read(plan, options)) {
      for (const row of page) rows.push(row); // a spread of 200,000 arguments is a RangeError
      if (options.limit && rows.length >= options.limit) return rows.slice(0, options.limit);
    }
    return rows;
  };
  return { pages, iterate, all };
}

async function* rowsOf(pages: AsyncIterable<Row[]>): AsyncGenerator<Row> {
  for await (const page of pages) yield* page;
}

/**
 * Checks a query, and decides how its pages are found.
 *
 * @throws QueryError if the query is invalid, or if the service cannot be asked for its pages.
 */
export function planPages(endpoint: Endpoint, input: unknown): Plan {
  const { schema, name, path, baseUrl, fields, dialect } = endpoint;
  const problem = 'is not allowed in all(), iterate() or pages(). Use `pageSize`, or list().';
  const parsed = parseQuery(schema, name, input, ['where', 'include', 'orderBy'], problem);
  const { where, selection, include = {} } = parsed;
  const total: Order = [...parsed.order, { field: 'id', direction: 'asc' }];
  const end = total.findIndex(({ field }) => field === 'id') + 1; // ids are unique
  const order = dialect.parameters.orderBy === null ? parsed.order : total.slice(0, end);
  const names = order.map(({ field }) => field);
  const added = names.filter((field) => !selection.fields.includes(field));
  // All fields are named if one is added: a computed field must be, and then the others must be.
  const named = [...selection.fields, ...added].map((field) => [field, true]);
  const relations = Object.entries(include).filter(([key]) => !Object.hasOwn(fields, key));
  const more = { include: Object.fromEntries([...named, ...relations]) };
  const selected = added.length > 0 ? parseQuery(schema, name, more) : parsed;
  const query = { ...parsed, include: selected.include, selection: selected.selection, order };
  const way = wayOf(order, endpoint);
  const room = { once: 0, cursor: 600, counting: 50, keyset: 200 * order.length }[way];
  const lengthOf = (filter: JsonObject | undefined) =>
    urlLength(baseUrl, path, writeQuery({ ...query, where: filter }, dialect)) + room;
  const isLong = lengthOf(where) > dialect.maxUrlLength;
  const parts = isLong ? splitIn(where ?? {}, endpoint, lengthOf) : [where];
  if (parts.length > 1 && parsed.order.length > 0)
    throw new QueryError('orderBy', 'a long `in` is read in parts. Sort the rows instead.');
  return { query, way, parts, added };
}

/** The first way that the service has. */
function wayOf(order: Order, { fields, dialect }: Endpoint): Plan['way'] {
  const { parameters, pageSize } = dialect;
  if (parameters.cursor !== null) return 'cursor';
  if (parameters.orderBy === null && parameters.take === null) return 'once';
  const isKeyset = order.every(({ field }, index) => {
    const { kind = 'json', nullable, computed } = fields[field] ?? {};
    const { isExact } = traits[kind];
    return !nullable && !computed && (isExact || (kind === 'date' && index === order.length - 2));
  });
  const isOrdered = parameters.orderBy !== null && pageSize.max > 1;
  if (isOrdered && isKeyset) return 'keyset';
  if (isOrdered && parameters.skip !== null) return 'counting';
  const problem = isOrdered
    ? 'this service has no pages in this order. Order by `id`, a date or an amount, or use list().'
    : 'pages need an order or a cursor, which `dialect.parameters` does not name. Use list().';
  throw new QueryError('orderBy', problem);
}
