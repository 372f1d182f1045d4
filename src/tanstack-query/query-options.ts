import type * as tanstack from '@tanstack/query-core';
import type { GetMethod, GetQuery, ListMethod } from '../client/create-client.js';
import type { PaginatedQuery } from '../client/pages.js';
import type { Position } from '../client/position.js';
import { type ResourceTag, resourceTag, type TaggedResource } from '../client/resource-tag.js';
import { ConfigurationError, QueryError } from '../errors.js';
import type { IncludeOf, ListParameters, WithInclude } from '../query/query.js';
import type { Selected } from '../query/types/selected.js';
import type { InferredInclude } from '../query/types/valid-include.js';
import type { ResourceName } from '../schema/names.js';
import type { SchemaShape } from '../schema/resource.js';
import { checkOptions, isFunction, positiveInteger } from '../values/check-options.js';
import { isPlainObject } from '../values/plain-object.js';
import { type KeyValue, type NamedResource, queryKeys, type ResourceKey } from './query-keys.js';

/** What stands for a query or an id that is not known yet: `undefined`, or TanStack's `skipToken`. */
export type Missing = SkipToken | undefined;

/** `never` before TanStack Query 5.25, which has no `skipToken`. */
type SkipToken = typeof tanstack extends { skipToken: infer Token } ? Token : never;

/** The options of one query, for `useQuery`, `fetchQuery` and the like. */
export interface CachedQueryOptions<Key, Data> {
  /** The key, with the type of the data, so that `getQueryData` and `setQueryData` infer it. */
  readonly queryKey: tanstack.DataTag<Key, Data>;
  /** Sends the request. It is aborted once no component waits for it. */
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Data>;
  /** Off, because the client itself retries; together, the numbers of attempts would multiply. */
  readonly retry: false;
  /** `false` as long as the query, or the id of the row, is missing. */
  readonly enabled?: false;
}

/** Where a page begins; `null` for the first page. Plain JSON, so that a cache can be stored. */
export type PageParam = Position | null;

/** A page of an infinite query. */
export interface InfiniteListPage<Row> {
  /** The rows, with the fields of `orderBy`. */
  readonly rows: Row[];
  /** Where the next page begins; absent in the last one. */
  readonly next?: Position | undefined;
}

/** The options of an infinite query, for `useInfiniteQuery` and the like. */
export interface InfiniteListQueryOptions<Key, Row>
  extends Omit<
    CachedQueryOptions<Key, tanstack.InfiniteData<InfiniteListPage<Row>, PageParam>>,
    'queryFn'
  > {
  /** Requests one page. It is aborted once no component waits for it. */
  readonly queryFn: (context: {
    readonly signal: AbortSignal;
    readonly pageParam: PageParam;
  }) => Promise<InfiniteListPage<Row>>;
  readonly initialPageParam: PageParam;
  /** Returns where the page after this one begins; `undefined` after the last one. */
  readonly getNextPageParam: (page: InfiniteListPage<Row>) => PageParam | undefined;
}

/**
 * Returns the options of a query for one row, as in `client.*.get`.
 *
 * @param id - The id of the row. With `undefined` or `skipToken`, no request is sent.
 * @param query - `include`: the fields and relations to return.
 * @throws ConfigurationError if `resource` is not a resource of a client that has `get`.
 * @example
 * const { data } = useQuery(getQueryOptions(client.balances, balanceId, { include: { name: true } }));
 */
export function getQueryOptions<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema>,
  const Chosen extends InferredInclude<Name, Chosen, Schema>,
  Input,
>(
  resource: TaggedResource<Name, Schema> & NoInfer<GetMethod<Name, Schema>>,
  id: string | Missing,
  query: GetQuery<Chosen, Input>,
): CachedQueryOptions<
  ResourceKey<Name, ['detail', string, KeyValue]>,
  Selected<Name, IncludeOf<Chosen, Input>, Schema>
>;
/** Returns the options of a query for one row with its default fields. */
export function getQueryOptions<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema>,
>(
  resource: TaggedResource<Name, Schema> & NoInfer<GetMethod<Name, Schema>>,
  id: string | Missing,
): CachedQueryOptions<
  ResourceKey<Name, ['detail', string, KeyValue]>,
  Selected<Name, undefined, Schema>
>;
export function getQueryOptions<Name extends string>(
  resource: NamedResource<Name> & Partial<Methods>,
  id: unknown,
  query?: object,
  ...more: unknown[]
): unknown {
  const queryKey = queryKeys.detail(resource, typeof id === 'string' ? id : '', query);
  checkCall('getQueryOptions', resource, 'get', more);
  return cached(queryKey, id, ({ signal }: Context) => resource.get(id, query, { signal }));
}

/**
 * Returns the options of a query for a list: one request, as in `client.*.list`. An invalid query
 * makes the query fail with a `QueryError`; it does not throw while a component renders.
 *
 * @param query - As for `list`. With `undefined` or `skipToken`, no request is sent.
 * @throws ConfigurationError if `resource` is not a resource of a client that has `list`.
 * @example
 * const { data } = useQuery({ ...listQueryOptions(client.balances), staleTime: 60_000 });
 */
export function listQueryOptions<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema>,
  const Chosen extends InferredInclude<Name, Chosen, Schema> = undefined,
  Input = unknown,
>(
  resource: TaggedResource<Name, Schema> & NoInfer<ListMethod<Name, Schema>>,
  query?: WithInclude<ListParameters<Name, Schema>, Chosen, Input> | Missing,
): CachedQueryOptions<
  ResourceKey<Name, ['list', KeyValue]>,
  Selected<Name, IncludeOf<Chosen, Input>, Schema>[]
>;
export function listQueryOptions<Name extends string>(
  resource: NamedResource<Name> & Partial<Methods>,
  ...input: unknown[]
): unknown {
  const [query, ...more] = withDefaultQuery(input);
  const queryKey = queryKeys.list(resource, (query ?? null) as object); // what is no object becomes null
  checkCall('listQueryOptions', resource, 'list', more);
  return cached(queryKey, query, async ({ signal }: Context) =>
    resource.list(knownQuery(query), { signal }),
  );
}

/**
 * Returns the options of an infinite query: a list that is requested page by page, as in
 * `client.*.pages`. An invalid query makes the query fail.
 *
 * @param query - `where`, `orderBy` and `include`. With `undefined` or `skipToken`, no request is
 * sent.
 * @param options - `pageSize` (default 100).
 * @throws ConfigurationError if `resource` is not a resource of a client that has `list`, or if an
 * option is invalid.
 * @example
 * const options = infiniteListQueryOptions(client.transactions, { include: { lines: true } });
 * const { data, fetchNextPage } = useInfiniteQuery(options);
 * const rows = data?.pages.flatMap((page) => page.rows);
 */
export function infiniteListQueryOptions<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema>,
  const Chosen extends InferredInclude<Name, Chosen, Schema> = undefined,
  Input = unknown,
>(
  resource: TaggedResource<Name, Schema> & NoInfer<ListMethod<Name, Schema>>,
  query?: PaginatedQuery<Name, Chosen, Input, Schema> | Missing,
  options?: { readonly pageSize?: number | undefined },
): InfiniteListQueryOptions<
  ResourceKey<Name, ['infiniteList', KeyValue]>,
  Selected<Name, IncludeOf<Chosen, Input>, Schema>
>;
export function infiniteListQueryOptions<Name extends string>(
  resource: NamedResource<Name> & Partial<Methods>,
  ...input: unknown[]
): unknown {
  const [query, options = {}, ...more] = withDefaultQuery(input);
  const { pageSize = 100 } = Object(options) as { pageSize?: number };
  const keyQuery = isPlainObject(query) ? { ...query, pageSize } : null;
  const queryKey = queryKeys.infiniteList(resource, keyQuery as object);
  checkCall('infiniteListQueryOptions', resource, 'list', more);
  checkOptions('infiniteListQueryOptions', options, { pageSize: positiveInteger });
  const tag = resource[resourceTag] as unknown as ResourceTag; // `tagResource` sets it
  return {
    ...cached(queryKey, query, async ({ signal, pageParam }: Context) =>
      tag.readPage(knownQuery(query), pageParam ?? undefined, pageSize, { signal }),
    ),
    initialPageParam: null,
    getNextPageParam: ({ next }: InfiniteListPage<unknown>) => next,
  };
}

/** The methods of a resource, which check their arguments. */
interface Methods {
  get(id: unknown, query: unknown, options: object): Promise<unknown>;
  list(query: unknown, options: object): Promise<unknown>;
}

interface Context {
  readonly signal: AbortSignal;
  readonly pageParam?: PageParam;
}

/** Without a query, all rows; `undefined` waits for one. */
const withDefaultQuery = (input: unknown[]): unknown[] => (input.length > 0 ? input : [{}]);

/** What a compiler would reject in the arguments of a function. */
function checkCall<Method extends keyof Methods>(
  source: string,
  resource: NamedResource<string> & Partial<Methods>,
  method: Method,
  more: readonly unknown[],
): asserts resource is NamedResource<string> & Pick<Methods, Method> {
  if (!isFunction(resource[method]))
    throw new ConfigurationError(
      `${resource[resourceTag].name} cannot be requested with ${method}().`,
      source,
    );
  const [name = 'an argument'] = more.flatMap((argument) => Object.keys(Object(argument)));
  if (more.length > 0)
    throw new ConfigurationError(
      `\`${name}\` is not an option. Add it to the result: { ...${source}(…), ${name}: … }.`,
      source,
    );
}

const cached = <Key>(
  queryKey: Key,
  input: unknown,
  queryFn: (context: Context) => Promise<unknown>,
) => ({
  queryKey,
  queryFn,
  retry: false,
  ...(isMissing(input) && { enabled: false }),
});

const isMissing = (input: unknown): boolean => input === undefined || typeof input === 'symbol';

/** The query to send, also if a query that waits is made to run. */
function knownQuery(query: unknown): unknown {
  if (!isMissing(query)) return query; // `list` rejects other values
  throw new QueryError(
    'query',
    'is missing, which would return every row. Leave it disabled, or pass {} for all rows.',
  );
}
