import type { RequestOptions } from '../http/call.js';
import { positiveInteger } from '../messages/check-options.js';
import type { IncludeOf, ListParameters, WithInclude } from '../query/query.js';
import type { Selected } from '../query/types/selected.js';
import type { InferredInclude } from '../query/types/valid-include.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import { checkRequestOptions } from './client-options.js';
import type { Endpoint, Row } from './endpoint.js';
import { type Plan, planPages } from './plan.js';
import { readPage } from './read-page.js';
import { beginReading, type Page } from './request-page.js';

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
   * exists throughout, with the same `orderBy` values, is returned exactly once and in order, or
   * the loop throws, whatever others write. A long `in` of UUIDs or integers is read in parts, and
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
    const reading = beginReading({ endpoint, plan, pageSize: size, options: rest });
    let page: Page = { rows: [], next: { part: 0, at: 'start' } };
    while (page.next) {
      page = await readPage(reading, page.next);
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
    return { [Symbol.asyncIterator]: () => eachRow(all) };
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

async function* eachRow(pages: AsyncIterable<Row[]>): AsyncGenerator<Row> {
  for await (const page of pages) yield* page;
}
