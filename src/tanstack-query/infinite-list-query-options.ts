import type { DataTag, InfiniteData } from '@tanstack/query-core';
import type { AnyRow } from '../client/endpoint.js';
import type { ListMethod } from '../client/list.js';
import type { PagePosition } from '../client/page-order.js';
import type { PaginatedQuery, Pagination } from '../client/pagination.js';
import { type ResourceTag, resourceTag, type TaggedResource } from '../client/resource-tag.js';
import { QueryError } from '../errors.js';
import type { Selected } from '../query/types/selected.js';
import type { InferredInclude } from '../query/types/valid-include.js';
import type { ResourceName } from '../schema/names.js';
import type { SchemaShape } from '../schema/resource.js';
import { positiveInteger } from '../values/check-options.js';
import { isPlainObject } from '../values/plain-object.js';
import {
  type InfiniteListKey,
  type Missing,
  type NamedResource,
  queryKeys,
  type SessionOptions,
} from './query-keys.js';
import {
  type CachedQueryOptions,
  cachedQueryOptions,
  knownQuery,
  withDefaultQuery,
} from './query-options.js';

/**
 * Where a page begins; `null` for the first page. It is plain JSON, so that a cache can be stored.
 */
export type PageParam = PagePosition | null;

/** The options of an infinite query, for `useInfiniteQuery` and the like. */
export interface InfiniteListQueryOptions<Key, Row>
  extends Pick<CachedQueryOptions<Key, unknown>, 'retry' | 'enabled'> {
  /**
   * The key. It carries the type of the data, so that `getQueryData` and `setQueryData` infer it.
   */
  readonly queryKey: DataTag<Key, InfiniteData<Row[], PageParam>>;
  /** Requests one page. It is aborted once no component waits for it. */
  readonly queryFn: (context: {
    readonly signal: AbortSignal;
    readonly pageParam: PageParam;
  }) => Promise<Row[]>;
  readonly initialPageParam: PageParam;
  /**
   * The position after the last page. An empty page is the last; also one that is not full, if
   * `pageSize.max` is known.
   */
  readonly getNextPageParam: (
    page: Row[],
    pages: Row[][],
    pageParam: PageParam,
  ) => PageParam | undefined;
}

/** Options of {@link infiniteListQueryOptions} beside the query. */
export interface InfiniteListOptions extends SessionOptions {
  /** The maximum number of rows per page. Default 100. The service may return fewer. */
  readonly pageSize?: number | undefined;
}

/**
 * Returns the options of an infinite query: a list that is requested page by page, as in
 * `client.*.pages`. The cached rows also have the fields of `orderBy`. An invalid query makes the
 * query fail; it does not throw while a component renders.
 *
 * @param query - `where`, `orderBy` and `include`. With `undefined` or `skipToken`, no request is
 * sent.
 * @param options - `pageSize` (default 100), and `session`: who is signed in, or `undefined` to
 * send no request.
 * @throws ConfigurationError if `resource` is not a resource of a client.
 * @example
 * const options = infiniteListQueryOptions(client.transactions, { include: { lines: true } });
 * const { data, fetchNextPage } = useInfiniteQuery(options);
 */
export function infiniteListQueryOptions<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema>,
  const Chosen extends InferredInclude<Name, Chosen, Schema>,
>(
  resource: TaggedResource<Name, Schema> & NoInfer<ListMethod<Name, Schema>>,
  query: PaginatedQuery<Name, Chosen, Schema> | Missing,
  options?: InfiniteListOptions,
): InfiniteListQueryOptions<InfiniteListKey<Name>, Selected<Name, Chosen, Schema>>;
// An overload of its own, as ListMethod in client/list.ts explains.
/**
 * Returns the options of an infinite query for all rows of a resource, with their default fields.
 */
export function infiniteListQueryOptions<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema>,
>(
  resource: TaggedResource<Name, Schema> & NoInfer<ListMethod<Name, Schema>>,
): InfiniteListQueryOptions<InfiniteListKey<Name>, Selected<Name, undefined, Schema>>;
export function infiniteListQueryOptions<Name extends string>(
  resource: NamedResource<Name>,
  ...input: [query?: unknown, options?: InfiniteListOptions]
): object {
  const [query, options = {}] = withDefaultQuery(input);
  const { pageSize = 100 } = options ?? {}; // `queryFn` rejects null
  const keyQuery = isPlainObject(query) ? { ...query, pageSize } : null;
  const queryKey = queryKeys.infiniteList(resource, keyQuery as object, options);
  const tag: Partial<ResourceTag> = resource[resourceTag];
  const { pagination, wrap } = tag as ResourceTag & { readonly pagination: Pagination }; // the signatures require `list`
  const planQuery = () => pagination.plan(knownQuery(query));
  const checks = { pageSize: positiveInteger };
  const source = { name: 'infiniteListQueryOptions', input: query, options, checks };
  const cached = cachedQueryOptions(
    queryKey,
    source,
    async ({ signal, pageParam }: QueryContext) => {
      const plan = planQuery();
      const [where, second] = plan.wheres;
      if (second)
        throw new QueryError(
          'where',
          'is too long for one URL. Use listQueryOptions(), or increase `dialect.maxUrlLength`.',
          Reflect.get(Object(query), 'where'),
        );
      const page = { plan, where, pageSize, options: { signal } };
      return (await pagination.nextPage(page, pageParam ?? undefined)).data;
    },
  );
  const functions = {
    queryFn: cached.queryFn,
    getNextPageParam: (page: AnyRow[], _: AnyRow[][], pageParam: PageParam) =>
      pagination.nextPosition(planQuery(), page, pageParam ?? undefined, pageSize),
  };
  return {
    ...cached,
    ...wrap(functions),
    initialPageParam: null,
  } satisfies InfiniteListQueryOptions<InfiniteListKey<Name>, AnyRow>;
}

type QueryContext = Parameters<InfiniteListQueryOptions<unknown, unknown>['queryFn']>[0];
