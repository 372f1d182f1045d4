import type { GetOperation, GetQuery } from '../client/get.js';
import type { MarkedResource } from '../client/marked-resource.js';
import type { RequestOptions } from '../client/request-options.js';
import type { Selected } from '../query/selected.js';
import type { ValidInclude } from '../query/valid-include.js';
import type { ResourceName } from '../schema/names.js';
import type { SchemaShape } from '../schema/resource.js';
import { type CachedQuery, tagged } from './cached-query.js';
import { type NamedResource, queryKeys, type RowKey } from './query-keys.js';

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
  resource: MarkedResource<Name, Schema> & NoInfer<GetOperation<Name, Schema>>,
  id: string,
  query: GetQuery<Chosen>,
): CachedQuery<RowKey<Name>, Selected<Name, Chosen, Schema>>;
/** Options of a query for one row as it comes by default. By itself, for the reason given at `list`. */
export function rowQueryOptions<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>>(
  resource: MarkedResource<Name, Schema> & NoInfer<GetOperation<Name, Schema>>,
  id: string,
): CachedQuery<RowKey<Name>, Selected<Name, undefined, Schema>>;
export function rowQueryOptions<Name extends string>(
  resource: NamedResource<Name> & Gets,
  id: string,
  query?: object,
): CachedQuery<RowKey<Name>, unknown> {
  return {
    queryKey: tagged(queryKeys.row(resource, id, query)),
    queryFn: ({ signal }) => resource.get(id, query, { signal }),
    retry: false,
  };
}

/** What reads the row, whatever it is a row of. */
interface Gets {
  get(id: string, query: object | undefined, options: RequestOptions): Promise<unknown>;
}
