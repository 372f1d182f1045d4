import type { RequestOptions } from '../client/client-options.js';
import type { ListMethod } from '../client/list.js';
import type { TaggedResource } from '../client/resource-tag.js';
import type { ListQuery } from '../query/list-query.js';
import type { Selected } from '../query/types/selected.js';
import type { InferredInclude } from '../query/types/valid-include.js';
import type { ResourceName } from '../schema/names.js';
import type { SchemaShape } from '../schema/resource.js';
import { checkOptions } from '../values/check-options.js';
import { type CachedQueryOptions, cachedQueryOptions, knownQuery } from './cached-query-options.js';
import {
  type ListKey,
  type Missing,
  type NamedResource,
  queryKeys,
  type SessionOptions,
  sessionCheck,
  sessionInputs,
} from './query-keys.js';

/**
 * Returns the options of a query for a list: one request, as in `client.*.list`. Add other options
 * beside them: `useQuery({ ...listQueryOptions(client.balances), staleTime: 60_000 })`.
 *
 * An invalid query makes the query fail with a `QueryError`; it does not throw here, while
 * a component renders.
 *
 * @param resource - A resource of a client, such as `client.balances`.
 * @param query - `where`, `include`, `orderBy`, `take`, `skip`, `after` and `before`; all are optional. With
 * `undefined` or `skipToken`, no request is sent.
 * @param options - `session`: who is signed in. With `undefined` or `skipToken`, no request is sent.
 * @throws ConfigurationError if `resource` is not a resource of a client.
 * @example
 * const { data } = useQuery(listQueryOptions(client.balances, { where: { type: 'main' } }));
 * // data: Balance[] | undefined
 */
export function listQueryOptions<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema>,
  const Chosen extends InferredInclude<Name, Chosen, Schema>,
>(
  resource: TaggedResource<Name, Schema> & NoInfer<ListMethod<Name, Schema>>,
  query: ListQuery<Name, Chosen, Schema> | Missing,
  options?: SessionOptions,
): CachedQueryOptions<ListKey<Name>, Selected<Name, Chosen, Schema>[]>;
// An overload of its own, as ListMethod in client/list.ts explains.
/** Returns the options of a query for a list of a resource, with its default fields. */
export function listQueryOptions<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>>(
  resource: TaggedResource<Name, Schema> & NoInfer<ListMethod<Name, Schema>>,
): CachedQueryOptions<ListKey<Name>, Selected<Name, undefined, Schema>[]>;
export function listQueryOptions<Name extends string>(
  resource: NamedResource<Name> & AnyList,
  ...input: [query?: unknown, options?: SessionOptions]
): CachedQueryOptions<ListKey<Name>, unknown[]> {
  // Without a query, all rows; `undefined` waits for one.
  const [query, options = {}] = input.length > 0 ? input : [{}];
  // In a key, what is no object becomes null.
  const queryKey = queryKeys.list(resource, (query ?? null) as object, options);
  return cachedQueryOptions(queryKey, [query, ...sessionInputs(options)], async ({ signal }) => {
    checkOptions('listQueryOptions', options, { session: sessionCheck });
    return resource.list(knownQuery(query), { signal });
  });
}

interface AnyList {
  list(query: object, options: RequestOptions): Promise<unknown[]>;
}
