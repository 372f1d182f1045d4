import type { GetMethod, GetQuery } from '../client/get.js';
import type { RequestOptions } from '../client/request-options.js';
import type { TaggedResource } from '../client/resource-tag.js';
import type { Selected } from '../query/types/selected.js';
import type { InferredInclude } from '../query/types/valid-include.js';
import type { ResourceName } from '../schema/names.js';
import type { SchemaShape } from '../schema/resource.js';
import { type CachedQueryOptions, type SkippableQueryOptions, tagKey } from './cached-query-options.js';
import { type DetailKey, type NamedResource, queryKeys } from './query-keys.js';

/** The id of a row; `undefined` or TanStack's `skipToken` if it is not known yet. */
export type RowId = string | undefined | symbol;

/**
 * The options of a query for one row. If its id may be missing, use them with `useQuery`,
 * not with `useSuspenseQuery`.
 */
export type RowQueryOptions<Name extends string, Row, Id extends RowId> = [Id] extends [string]
  ? CachedQueryOptions<DetailKey<Name>, Row>
  : SkippableQueryOptions<DetailKey<Name>, Row, Extract<Id, symbol>>;

/**
 * Returns the options of a query for one row, as in `client.*.get`.
 *
 * @param resource - A resource of a client with `get`, such as `client.balances`.
 * @param id - The id of the row. With `undefined` or `skipToken`, the query does not run.
 * @param query - `include`: the properties and relations to return.
 * @throws ConfigurationError if `resource` is not a resource of a client.
 * @example
 * const { data } = useQuery(rowQueryOptions(client.balances, balanceId, { include: { name: true } }));
 */
export function rowQueryOptions<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema>,
  Id extends RowId,
  const Chosen extends InferredInclude<Name, Chosen, Schema>,
>(
  resource: TaggedResource<Name, Schema> & NoInfer<GetMethod<Name, Schema>>,
  id: Id,
  query: GetQuery<Chosen>,
): RowQueryOptions<Name, Selected<Name, Chosen, Schema>, Id>;
// An overload of its own, for the reason given at `list`.
/** Returns the options of a query for one row with its default properties. */
export function rowQueryOptions<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema>,
  Id extends RowId,
>(
  resource: TaggedResource<Name, Schema> & NoInfer<GetMethod<Name, Schema>>,
  id: Id,
): RowQueryOptions<Name, Selected<Name, undefined, Schema>, Id>;
export function rowQueryOptions<Name extends string>(
  resource: NamedResource<Name> & AnyGet,
  id: RowId,
  query?: object,
): SkippableQueryOptions<DetailKey<Name>, unknown, symbol> {
  const isMissing = id === undefined || typeof id === 'symbol';
  return {
    queryKey: tagKey(queryKeys.detail(resource, isMissing ? '' : id, query)),
    queryFn: typeof id === 'symbol' ? id : ({ signal }) => resource.get(id, query, { signal }),
    retry: false,
    ...(isMissing && { enabled: false }),
  };
}

interface AnyGet {
  get(id: string | undefined, query: object | undefined, options: RequestOptions): Promise<unknown>;
}
