import type { DataTag, InfiniteData } from '@tanstack/query-core';
import { afterId, isOrderedById } from '../client/after-id.js';
import { checkPaginatedQuery } from '../client/check-walk.js';
import type { ListMethod } from '../client/list.js';
import type { PaginatedQuery } from '../client/pages.js';
import type { TaggedResource } from '../client/resource-tag.js';
import type { Selected } from '../query/types/selected.js';
import type { ValidInclude } from '../query/types/valid-include.js';
import type { ResourceName } from '../schema/names.js';
import type { SchemaShape } from '../schema/resource.js';
import { checkOptions, positiveInteger } from '../values/check-options.js';
import { type CachedQueryOptions, tagged } from './cached-query.js';
import { type InfiniteListKey, type NamedResource, queryKeys } from './query-keys.js';
import type { Lists } from './query-options.js';

/** Where a page begins: after the row of an id, or with `orderBy` after so many rows; `null` for the first. */
export type PageParam = string | number | null;

/** Options of a query that is read page after page. */
export interface InfiniteListQueryOptions<Key, Row> extends Pick<CachedQueryOptions<Key, unknown>, 'retry'> {
  /** Knows the type of the data, so that `getQueryData` and `setQueryData` know it too. */
  readonly queryKey: DataTag<Key, InfiniteData<Row[], PageParam>>;
  /** Reads one page. */
  readonly queryFn: (context: {
    readonly signal: AbortSignal;
    readonly pageParam: PageParam;
  }) => Promise<Row[]>;
  readonly initialPageParam: PageParam;
  /** An empty page is the last: how many rows the service gives at most is unknown. */
  readonly getNextPageParam: (page: Row[], pages: Row[][]) => PageParam | undefined;
}

/** How much of a list one page holds. */
export interface InfiniteListOptions {
  /** How many rows a page has at most; 100 by default. The service may give fewer. */
  readonly pageSize?: number | undefined;
}

/**
 * Options of a query that reads a list page after page, by the rules of `client.*.pages`: by id, so that each row comes
 * once whatever is inserted or deleted meanwhile, or with `orderBy` by counting, which can't promise that (decision 2).
 * A query that a walk refuses, and options that there are not, fail as a query does.
 *
 * @throws ConfigurationError where something else is given for the resource of a client.
 * @example
 * const { data, fetchNextPage } = useInfiniteQuery(infiniteQueryOptions(client.transactions, { include: { lines: true } }));
 */
export function infiniteQueryOptions<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema>,
  const Chosen extends ValidInclude<Name, Chosen, Schema> | undefined,
>(
  resource: TaggedResource<Name, Schema> & NoInfer<ListMethod<Name, Schema>>,
  query: PaginatedQuery<Name, Chosen, Schema>,
  options?: InfiniteListOptions,
): InfiniteListQueryOptions<InfiniteListKey<Name>, Selected<Name, Chosen, Schema>>;
/** Options of a query that reads all rows page after page. By itself, for the reason given at `list`. */
export function infiniteQueryOptions<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>>(
  resource: TaggedResource<Name, Schema> & NoInfer<ListMethod<Name, Schema>>,
): InfiniteListQueryOptions<InfiniteListKey<Name>, Selected<Name, undefined, Schema>>;
export function infiniteQueryOptions<Name extends string>(
  resource: NamedResource<Name> & Lists<AnyRow>,
  query: { readonly where?: unknown; readonly orderBy?: unknown } = {},
  options: InfiniteListOptions = {},
): InfiniteListQueryOptions<InfiniteListKey<Name>, AnyRow> {
  const { pageSize = 100 } = options ?? {}; // a page that is drawn never breaks: `queryFn` refuses what is wrong
  return {
    queryKey: tagged(queryKeys.infiniteList(resource, { ...query, pageSize })),
    queryFn: async ({ signal, pageParam }) => {
      checkOptions('infiniteQueryOptions', options, { pageSize: positiveInteger });
      const checked = checkPaginatedQuery(query);
      return resource.list({ ...checked, ...place(query, pageParam), take: pageSize }, { signal });
    },
    initialPageParam: null,
    getNextPageParam: (page, pages) =>
      page.length === 0 || isOrderedById(query.orderBy) ? page.at(-1)?.id : pages.flat().length,
    retry: false,
  };
}

/** What makes a query begin where a page does. */
const place = (
  { where, orderBy }: { readonly where?: unknown; readonly orderBy?: unknown },
  begin: PageParam,
) => (isOrderedById(orderBy) ? afterId(where, begin ?? undefined) : { skip: begin ?? 0 });

/** A row of which only this is known. */
interface AnyRow {
  readonly id: string;
}
