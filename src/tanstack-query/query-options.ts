import type { ListMethod } from '../client/list.js';
import type { RequestOptions } from '../client/request-options.js';
import type { TaggedResource } from '../client/resource-tag.js';
import type { ListQuery } from '../query/list-query.js';
import type { Selected } from '../query/types/selected.js';
import type { InferredInclude } from '../query/types/valid-include.js';
import type { ResourceName } from '../schema/names.js';
import type { SchemaShape } from '../schema/resource.js';
import { type CachedQueryOptions, tagKey } from './cached-query-options.js';
import { type ListKey, type NamedResource, queryKeys } from './query-keys.js';

/**
 * Returns the options of a query for a list: one request, as in `client.*.list`. Add other options
 * beside them: `useQuery({ ...queryOptions(client.balances), staleTime: 60_000 })`.
 *
 * An invalid query makes the query fail with a `QueryError`; it does not throw here, while
 * a component renders.
 *
 * @param resource - A resource of a client, such as `client.balances`.
 * @param query - `where`, `include`, `orderBy`, `take`, `skip`, `after` and `before`; all are optional.
 * @throws ConfigurationError if `resource` is not a resource of a client.
 * @example
 * const { data } = useQuery(queryOptions(client.balances, { where: { type: 'main' } }));
 * // data: { id: string; name: string }[] | undefined
 */
export function queryOptions<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema>,
  const Chosen extends InferredInclude<Name, Chosen, Schema>,
>(
  resource: TaggedResource<Name, Schema> & NoInfer<ListMethod<Name, Schema>>,
  query: ListQuery<Name, Chosen, Schema>,
): CachedQueryOptions<ListKey<Name>, Selected<Name, Chosen, Schema>[]>;
// An overload of its own, for the reason given at `list`.
/** Returns the options of a query for a list of a resource, with its default properties. */
export function queryOptions<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>>(
  resource: TaggedResource<Name, Schema> & NoInfer<ListMethod<Name, Schema>>,
): CachedQueryOptions<ListKey<Name>, Selected<Name, undefined, Schema>[]>;
export function queryOptions<Name extends string>(
  resource: NamedResource<Name> & AnyList,
  query?: object,
): CachedQueryOptions<ListKey<Name>, unknown[]> {
  return {
    queryKey: tagKey(queryKeys.list(resource, query)),
    queryFn: ({ signal }) => resource.list(query, { signal }),
    retry: false,
  };
}

interface AnyList {
  list(query: object | undefined, options: RequestOptions): Promise<unknown[]>;
}
