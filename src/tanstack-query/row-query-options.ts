import type { GetMethod, GetQuery } from '../client/get.js';
import type { RequestOptions } from '../client/request-options.js';
import type { TaggedResource } from '../client/resource-tag.js';
import type { Selected } from '../query/types/selected.js';
import type { ValidInclude } from '../query/types/valid-include.js';
import type { ResourceName } from '../schema/names.js';
import type { SchemaShape } from '../schema/resource.js';
import { type CachedQueryOptions, tagged } from './cached-query.js';
import { type DetailKey, type NamedResource, queryKeys } from './query-keys.js';

/**
 * Options of a query for one row by its id, as {@link queryOptions} are for a list.
 *
 * @throws ConfigurationError where something else is given for the resource of a client.
 * @example
 * const { data } = useQuery(rowQueryOptions(client.balances, balanceId, { include: { name: true, unit: true } }));
 */
export function rowQueryOptions<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema>,
  const Chosen extends ValidInclude<Name, Chosen, Schema> | undefined,
>(
  resource: TaggedResource<Name, Schema> & NoInfer<GetMethod<Name, Schema>>,
  id: string,
  query: GetQuery<Chosen>,
): CachedQueryOptions<DetailKey<Name>, Selected<Name, Chosen, Schema>>;
/** Options of a query for one row as it comes by default. By itself, for the reason given at `list`. */
export function rowQueryOptions<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>>(
  resource: TaggedResource<Name, Schema> & NoInfer<GetMethod<Name, Schema>>,
  id: string,
): CachedQueryOptions<DetailKey<Name>, Selected<Name, undefined, Schema>>;
export function rowQueryOptions<Name extends string>(
  resource: NamedResource<Name> & Gets,
  id: string,
  query?: object,
): CachedQueryOptions<DetailKey<Name>, unknown> {
  return {
    queryKey: tagged(queryKeys.detail(resource, id, query)),
    queryFn: ({ signal }) => resource.get(id, query, { signal }),
    retry: false,
  };
}

/** What reads the row, whatever it is a row of. */
interface Gets {
  get(id: string, query: object | undefined, options: RequestOptions): Promise<unknown>;
}
