import type { ListParameters } from '../query/list-query.js';
import type { Selected } from '../query/types/selected.js';
import type { ValidInclude } from '../query/types/valid-include.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import { isOrderedById } from './after-id.js';
import { checkPaginatedQuery } from './check-walk.js';
import { checkPaginationOptions } from './client-options.js';
import type { ReadList } from './list.js';
import type { AnyRow } from './parse-rows.js';
import type { RequestOptions } from './request-options.js';
import { pagesById, pagesBySkip } from './walk.js';

/** What a walk asks for: a query of a list without what cuts it, which the walk sets itself. Two shapes, as `ListQuery`. */
export type PaginatedQuery<
  Name extends ResourceName<Schema>,
  Chosen,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> =
  | (undefined extends Chosen ? PaginatedParameters<Name, Schema> & { readonly include?: undefined } : never)
  | (PaginatedParameters<Name, Schema> & {
      /** What comes back of each row; the default set by default. */
      readonly include: Chosen;
    });

type PaginatedParameters<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>> = Pick<
  ListParameters<Name, Schema>,
  'where' | 'orderBy'
>;

/** Options of each request of a walk. */
export interface PaginationOptions extends RequestOptions {
  /** How many rows a page has at most; 100 by default. The service may give fewer. */
  readonly pageSize?: number | undefined;
}

/** All rows that a query asks for, however many. Each page is requested when it is wanted, none ahead. */
export interface PaginationMethods<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> {
  /** Reads all rows, page after page. By itself, for the reason given at `list`. */
  pages(): AsyncIterable<Selected<Name, undefined, Schema>[]>;
  /**
   * Reads page after page. Without `orderBy` by id, and then each row that is there throughout comes exactly once,
   * whatever is inserted or deleted meanwhile; with `orderBy` by counting, which can't promise that (decision 2).
   * `timeout` is for each page.
   *
   * @throws ResponseError where the service does not honour the order, which would make the walk endless.
   */
  pages<const Chosen extends ValidInclude<Name, Chosen, Schema> | undefined>(
    query: PaginatedQuery<Name, Chosen, Schema>,
    options?: PaginationOptions,
  ): AsyncIterable<Selected<Name, Chosen, Schema>[]>;
  /** Reads all rows, one after another. By itself, for the reason given at `list`. */
  iterate(): AsyncIterable<Selected<Name, undefined, Schema>>;
  /**
   * Reads row after row, as `pages` does page after page.
   *
   * @example
   * for await (const balance of client.balances.iterate({ where: { type: 'main' } })) console.log(balance.name);
   */
  iterate<const Chosen extends ValidInclude<Name, Chosen, Schema> | undefined>(
    query: PaginatedQuery<Name, Chosen, Schema>,
    options?: PaginationOptions,
  ): AsyncIterable<Selected<Name, Chosen, Schema>>;
}

/** The walks of a resource, as the run time sees them. */
export function createPaginationMethods(read: ReadList) {
  async function* walk(given: unknown = {}, options: PaginationOptions = {}) {
    checkPaginationOptions(options);
    const { pageSize = 100, ...rest } = options;
    const query = checkPaginatedQuery(given);
    yield* (isOrderedById(query.orderBy) ? pagesById : pagesBySkip)(read, query, pageSize, rest);
  }
  const pages = (query?: unknown, options?: PaginationOptions): AsyncIterable<AnyRow[]> => ({
    [Symbol.asyncIterator]: () => walk(query, options),
  });
  async function* rows(query?: unknown, options?: PaginationOptions) {
    for await (const page of pages(query, options)) yield* page;
  }
  const iterate = (query?: unknown, options?: PaginationOptions): AsyncIterable<AnyRow> => ({
    [Symbol.asyncIterator]: () => rows(query, options),
  });
  return { pages, iterate };
}
