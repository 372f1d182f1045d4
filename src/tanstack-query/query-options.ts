import type { ListMethod } from '../client/list.js';
import type { RequestOptions } from '../client/request-options.js';
import type { TaggedResource } from '../client/resource-tag.js';
import type { ListQuery } from '../query/list-query.js';
import type { Selected } from '../query/types/selected.js';
import type { ValidInclude } from '../query/types/valid-include.js';
import type { ResourceName } from '../schema/names.js';
import type { SchemaShape } from '../schema/resource.js';
import { type CachedQueryOptions, tagged } from './cached-query.js';
import { type ListKey, type NamedResource, queryKeys } from './query-keys.js';

/**
 * Options of a query for the rows of a list. Other options go beside them:
 * `useQuery({ ...queryOptions(client.balances), staleTime: 60_000 })`.
 *
 * A query that can't be meant so fails as a query does, with a `QueryError`.
 *
 * @throws ConfigurationError where something else is given for the resource of a client.
 * @example
 * const { data } = useQuery(queryOptions(client.balances, { where: { type: 'main' }, include: { name: true } }));
 * // data: { id: string; name: string }[] | undefined
 */
export function queryOptions<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema>,
  const Chosen extends ValidInclude<Name, Chosen, Schema> | undefined,
>(
  resource: TaggedResource<Name, Schema> & NoInfer<ListMethod<Name, Schema>>,
  query: ListQuery<Name, Chosen, Schema>,
): CachedQueryOptions<ListKey<Name>, Selected<Name, Chosen, Schema>[]>;
/** Options of a query for all rows. By itself, for the reason given at `list`. */
export function queryOptions<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>>(
  resource: TaggedResource<Name, Schema> & NoInfer<ListMethod<Name, Schema>>,
): CachedQueryOptions<ListKey<Name>, Selected<Name, undefined, Schema>[]>;
export function queryOptions<Name extends string>(
  resource: NamedResource<Name> & Lists<unknown>,
  query?: object,
): CachedQueryOptions<ListKey<Name>, unknown[]> {
  return {
    queryKey: tagged(queryKeys.list(resource, query)),
    queryFn: ({ signal }) => resource.list(query, { signal }),
    retry: false,
  };
}

/** What reads the list, whatever it is a list of. */
export interface Lists<Row> {
  list(query: object | undefined, options: RequestOptions): Promise<Row[]>;
}
