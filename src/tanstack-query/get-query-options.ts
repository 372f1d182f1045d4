import type { RequestOptions } from '../client/client-options.js';
import type { GetMethod, GetQuery } from '../client/get.js';
import type { TaggedResource } from '../client/resource-tag.js';
import type { Selected } from '../query/types/selected.js';
import type { InferredInclude } from '../query/types/valid-include.js';
import type { ResourceName } from '../schema/names.js';
import type { SchemaShape } from '../schema/resource.js';
import { checkOptions } from '../values/check-options.js';
import { type CachedQueryOptions, cachedQueryOptions } from './cached-query-options.js';
import {
  type DetailKey,
  type Missing,
  type NamedResource,
  queryKeys,
  type SessionOptions,
  sessionCheck,
  sessionInputs,
} from './query-keys.js';

/**
 * Returns the options of a query for one row, as in `client.*.get`.
 *
 * @param resource - A resource of a client with `get`, such as `client.balances`.
 * @param id - The id of the row. With `undefined` or `skipToken`, no request is sent.
 * @param query - `include`: the fields and relations to return.
 * @param options - `session`: who is signed in. With `undefined` or `skipToken`, no request is sent.
 * @throws ConfigurationError if `resource` is not a resource of a client.
 * @example
 * const { data } = useQuery(getQueryOptions(client.balances, balanceId, { include: { name: true } }));
 */
export function getQueryOptions<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema>,
  const Chosen extends InferredInclude<Name, Chosen, Schema>,
>(
  resource: TaggedResource<Name, Schema> & NoInfer<GetMethod<Name, Schema>>,
  id: string | Missing,
  query: GetQuery<Chosen>,
  options?: SessionOptions,
): CachedQueryOptions<DetailKey<Name>, Selected<Name, Chosen, Schema>>;
// An overload of its own, as ListMethod in client/list.ts explains.
/** Returns the options of a query for one row with its default fields. */
export function getQueryOptions<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>>(
  resource: TaggedResource<Name, Schema> & NoInfer<GetMethod<Name, Schema>>,
  id: string | Missing,
): CachedQueryOptions<DetailKey<Name>, Selected<Name, undefined, Schema>>;
export function getQueryOptions<Name extends string>(
  resource: NamedResource<Name> & AnyGet,
  id: unknown,
  query?: object,
  options: SessionOptions = {},
): CachedQueryOptions<DetailKey<Name>, unknown> {
  const queryKey = queryKeys.detail(resource, typeof id === 'string' ? id : '', query, options);
  return cachedQueryOptions(queryKey, [id, ...sessionInputs(options)], async ({ signal }) => {
    checkOptions('getQueryOptions', options, { session: sessionCheck });
    return resource.get(id, query, { signal });
  });
}

interface AnyGet {
  get(id: unknown, query: object | undefined, options: RequestOptions): Promise<unknown>;
}
