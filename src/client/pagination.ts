import { ConfigurationError } from '../errors.js';
import type { OptionHint } from '../query/hints.js';
import type { ListParameters, WithInclude } from '../query/list-query.js';
import type { Selected } from '../query/types/selected.js';
import type { InferredInclude } from '../query/types/valid-include.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import { type OptionChecks, positiveInteger } from '../values/check-options.js';
import type { OtherNames } from '../values/did-you-mean.js';
import { checkRequestOptions, type RequestHint, type RequestOptions } from './client-options.js';
import type { AnyRow, Endpoint } from './endpoint.js';
import { keyOf, type PagePosition, positionAfter } from './page-order.js';
import { type PagePlan, type PageRequest, planPages } from './plan-pages.js';
import { createPageReader } from './read-page.js';
import { type ListResult, rowOrderError, type SendList } from './response-rows.js';

/** The query of `pages`, `iterate` and `all`, which set `take` and the position themselves. */
export type PaginatedQuery<
  Name extends ResourceName<Schema>,
  Chosen,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = WithInclude<
  Pick<ListParameters<Name, Schema>, 'where' | 'orderBy'>,
  Chosen,
  PaginatedHint<Name, Schema>
>;

interface PaginatedHint<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>>
  extends Pick<ListParameters<Name, Schema>, 'where' | 'orderBy'>,
    OtherNames<'where' | 'include' | 'orderBy'>,
    OptionHint {
  include: never;
  readonly take?: 'Use `pageSize`, or list().';
  readonly skip?: 'Use `pageSize`, or list().';
}

/**
 * Options of `pages`, `iterate` and `all`. They apply to the request of each page, `timeout` too.
 */
export interface PaginationOptions extends RequestOptions {
  /** The most rows of a page. Default 100. The service may return fewer. */
  readonly pageSize?: number | undefined;
}

/** Options of `all`. */
export interface AllOptions extends PaginationOptions {
  /** The maximum number of rows. Default: all. */
  readonly limit?: number | undefined;
}

const limitHint = 'Use all(), or leave the loop with `break`.';

interface PaginationHint extends PaginationOptions, RequestHint {
  readonly limit?: typeof limitHint;
}

interface AllHint extends AllOptions, RequestHint {}

/** The methods `pages`, `iterate` and `all` of a resource: all rows, with one request per page. */
export interface PaginationMethods<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> {
  // Overloads without a query, as ListMethod in list.ts explains.
  /**
   * Returns all rows page by page, with their default fields. See the other signature for details.
   */
  pages(): AsyncIterable<Selected<Name, undefined, Schema>[]>;
  /**
   * Returns all rows page by page; each page is requested when the loop asks for it. A row that
   * exists throughout, with the same `orderBy` values, is returned exactly once and in order, even
   * if others are inserted or deleted meanwhile. If a long `in` is split, the rows of its first
   * part come first, and `orderBy` is rejected.
   *
   * @param query - `where`, `orderBy` (default: by `id`) and `include`; all are optional.
   * @param options - `pageSize` (default 100), and `signal`, `timeout`, `headers` and `retry` of
   * each request.
   * @throws QueryError if the query is invalid, or if the service lacks what pages need, as
   * `dialect` says.
   * @throws ResponseError if the service ignores the page size, the order or the position.
   * @example
   * for await (const page of client.balances.pages({ where: { type: 'main' } }, { pageSize: 500 }))
   *   console.log(page.length);
   */
  pages<const Chosen extends InferredInclude<Name, Chosen, Schema>>(
    query: PaginatedQuery<Name, Chosen, Schema>,
    options?: PaginationOptions | PaginationHint,
  ): AsyncIterable<Selected<Name, Chosen, Schema>[]>;
  /**
   * Returns all rows one by one, with their default fields. See the other signature for details.
   */
  iterate(): AsyncIterable<Selected<Name, undefined, Schema>>;
  /**
   * Returns all rows one by one, and requests them page by page. Parameters, order and errors are
   * those of `pages`.
   *
   * @example
   * for await (const { name } of client.balances.iterate({ orderBy: { created_at: 'desc' } })) console.log(name);
   */
  iterate<const Chosen extends InferredInclude<Name, Chosen, Schema>>(
    query: PaginatedQuery<Name, Chosen, Schema>,
    options?: PaginationOptions | PaginationHint,
  ): AsyncIterable<Selected<Name, Chosen, Schema>>;
  /**
   * Returns all rows as an array, with their default fields. See the other signature for details.
   */
  all(): Promise<Selected<Name, undefined, Schema>[]>;
  /**
   * Returns all rows as an array, or the first `limit` ones. Parameters, order and errors are those
   * of `pages`.
   *
   * @example
   * const balances = await client.balances.all({ where: { type: 'main' }, include: { name: true } });
   */
  all<const Chosen extends InferredInclude<Name, Chosen, Schema>>(
    query: PaginatedQuery<Name, Chosen, Schema>,
    options?: AllOptions | AllHint,
  ): Promise<Selected<Name, Chosen, Schema>[]>;
}

export function createPaginationMethods(pagination: Pagination) {
  const prepare = async (query: unknown = {}, options: AllOptions = {}, more?: OptionChecks) => {
    if (!more && Object(options).limit !== undefined)
      throw new ConfigurationError(
        `\`limit\` is not an option. ${limitHint}`,
        'pagination options',
      );
    checkRequestOptions(options, 'pagination options', { pageSize: positiveInteger, ...more });
    const { pageSize = 100, limit = Infinity, ...requestOptions } = options;
    return { plan: pagination.plan(query), pageSize: Math.min(pageSize, limit), requestOptions };
  };
  const pages = (
    query?: unknown,
    options?: AllOptions,
    more?: OptionChecks,
  ): AsyncIterable<AnyRow[]> => {
    // Checks before the iteration, so that the stack of an error begins at the caller's line.
    const prepared = prepare(query, options, more);
    prepared.catch(() => {}); // the iteration throws the error
    return {
      async *[Symbol.asyncIterator]() {
        const { plan, pageSize, requestOptions } = await prepared;
        yield* readPages(pagination, plan, pageSize, requestOptions);
      },
    };
  };
  const iterate = (query?: unknown, options?: PaginationOptions): AsyncIterable<AnyRow> => {
    const all = pages(query, options);
    return {
      async *[Symbol.asyncIterator]() {
        for await (const page of all) yield* page;
      },
    };
  };
  const all = async (query?: unknown, options?: AllOptions): Promise<AnyRow[]> => {
    const rows: AnyRow[] = [];
    for await (const page of pages(query, options, { limit: positiveInteger })) {
      for (const row of page) rows.push(row); // a spread of 200,000 arguments is a RangeError
      if (options?.limit && rows.length >= options.limit) return rows.slice(0, options.limit);
    }
    return rows;
  };
  return { pages, iterate, all };
}

/**
 * Requests the pages of a resource. Used by `pages`, `iterate`, `all`, a long `in` of other values
 * than ids, and the TanStack Query entry.
 */
export interface Pagination {
  /** @throws QueryError for an invalid query, and if the service lacks what its pages need. */
  plan(query: unknown): PagePlan;
  /**
   * Requests one page. Its rows contain the `added` fields of the plan. It has no rows at the end.
   */
  nextPage(page: PageRequest, position: PagePosition | undefined): Promise<ListResult>;
  /** The position after a page; `undefined` if it is known to be the last. */
  nextPosition(
    plan: PagePlan,
    rows: readonly AnyRow[],
    position: PagePosition | undefined,
    pageSize: number | undefined,
  ): PagePosition | undefined;
}

export function createPagination(endpoint: Endpoint, request: SendList): Pagination {
  const reader = createPageReader(endpoint, request);
  return {
    plan: (query) => planPages(endpoint, query, reader),
    nextPage: reader.nextPage,
    nextPosition(plan, rows, position, pageSize) {
      if (reader.isSingleResponse || rows.length < reader.fullPageSize(pageSize, position))
        return undefined;
      return positionAfter(plan, rows, position);
    },
  };
}

export async function* readPages(
  { nextPage, nextPosition }: Pagination,
  plan: PagePlan,
  pageSize: number | undefined,
  options: RequestOptions,
): AsyncGenerator<AnyRow[], void, undefined> {
  const before = new Set<string>(); // ids of the parts before, because equal values may be in several
  for (const where of plan.wheres) {
    let position: PagePosition | undefined;
    let landmark: string | undefined; // a page that begins as an earlier one repeats it
    let count = 0;
    do {
      const result = await nextPage({ plan, where, pageSize, options }, position);
      const { data: rows } = result;
      const key = rows[0] && keyOf(rows[0], plan);
      if (rows[0] && key === landmark) throw rowOrderError(result, rows[0]);
      count++;
      if ((count & (count - 1)) === 0) landmark = key; // after 1, 2, 4, 8 … pages, so that it finds any cycle
      position = nextPosition(plan, rows, position, pageSize);
      const page = rows.filter(({ id }) => !before.has(id));
      for (const { id } of plan.wheres.length > 1 ? page : []) before.add(id);
      for (const row of page) for (const name of plan.added) Reflect.deleteProperty(row, name);
      if (page.length > 0) yield page;
    } while (position);
  }
}
