import type * as tanstack from '@tanstack/query-core';
import type { RequestOptions } from '../client/client-options.js';
import type { GetMethod, GetQuery } from '../client/get.js';
import type { ListMethod } from '../client/list.js';
import type { TaggedResource } from '../client/resource-tag.js';
import { QueryError } from '../errors.js';
import type { ListQuery } from '../query/list-query.js';
import type { Selected } from '../query/types/selected.js';
import type { InferredInclude } from '../query/types/valid-include.js';
import type { ResourceName } from '../schema/names.js';
import type { SchemaShape } from '../schema/resource.js';
import { checkOptions, type OptionChecks } from '../values/check-options.js';
import {
  type DetailKey,
  isMissing,
  type ListKey,
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
 * @param id - The id of the row. With `undefined` or `skipToken`, no request is sent.
 * @param query - `include`: the fields and relations to return.
 * @param options - `session`: who is signed in, or `undefined` to send no request.
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
export function getQueryOptions<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema>,
>(
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
  const source = { name: 'getQueryOptions', input: id, options };
  return cachedQueryOptions(queryKey, source, ({ signal }) => resource.get(id, query, { signal }));
}

interface AnyGet {
  get(id: unknown, query: object | undefined, options: RequestOptions): Promise<unknown>;
}

/**
 * Returns the options of a query for a list: one request, as in `client.*.list`. An invalid query
 * makes the query fail with a `QueryError`; it does not throw while a component renders.
 *
 * @param query - As for `list`. With `undefined` or `skipToken`, no request is sent.
 * @param options - `session`: who is signed in, or `undefined` to send no request.
 * @throws ConfigurationError if `resource` is not a resource of a client.
 * @example
 * const { data } = useQuery({ ...listQueryOptions(client.balances), staleTime: 60_000 });
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
export function listQueryOptions<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema>,
>(
  resource: TaggedResource<Name, Schema> & NoInfer<ListMethod<Name, Schema>>,
): CachedQueryOptions<ListKey<Name>, Selected<Name, undefined, Schema>[]>;
export function listQueryOptions<Name extends string>(
  resource: NamedResource<Name> & AnyList,
  ...input: [query?: unknown, options?: SessionOptions]
): CachedQueryOptions<ListKey<Name>, unknown[]> {
  const [query, options = {}] = withDefaultQuery(input);
  // In a key, what is no object becomes null.
  const queryKey = queryKeys.list(resource, (query ?? null) as object, options);
  const source = { name: 'listQueryOptions', input: query, options };
  return cachedQueryOptions(queryKey, source, ({ signal }) =>
    resource.list(knownQuery(query), { signal }),
  );
}

interface AnyList {
  list(query: object, options: RequestOptions): Promise<unknown[]>;
}

/** The options of one query, for `useQuery`, `fetchQuery` and the like. */
export interface CachedQueryOptions<Key, Data> {
  /**
   * The key. It carries the type of the data, so that `getQueryData` and `setQueryData` infer it.
   */
  readonly queryKey: tanstack.DataTag<Key, Data>;
  /** Sends the request. It is aborted once no component waits for it. */
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Data>;
  /** Off, because the client itself retries; together, the numbers of attempts would multiply. */
  readonly retry: false;
  /** `false` as long as the query, the id of the row, or the session, is missing. */
  readonly enabled?: false;
}

/** Without a query, all rows; `undefined` waits for one. */
export const withDefaultQuery = <Input extends [query?: unknown, options?: unknown]>(
  input: Input,
) => (input.length > 0 ? input : ([{}] as unknown as Input));

interface QuerySource {
  /** The function that creates the options. */
  readonly name: string;
  readonly input: unknown;
  readonly options: SessionOptions;
  readonly checks?: OptionChecks;
}

/**
 * What the options of all queries have in common. A query waits as long as its input or its session
 * is missing.
 */
export const cachedQueryOptions = <Key, Context, Data>(
  queryKey: Key,
  { name, input, options, checks }: QuerySource,
  queryFn: (context: Context) => Promise<Data>,
) => ({
  queryKey: queryKey as tanstack.DataTag<Key, never>, // the tag is a phantom
  queryFn: async (context: Context) => {
    checkOptions(name, options, { ...checks, session: sessionCheck });
    return queryFn(context);
  },
  retry: false as const,
  ...([input, ...sessionInputs(options)].some(isMissing) && { enabled: false as const }),
});

/** The query to send, also if a query that waits is made to run. */
export function knownQuery(query: unknown): object {
  if (!isMissing(query)) return query as object; // `list` rejects other values
  const problem =
    'is missing, which would return every row. Leave it disabled, or pass {} for all rows.';
  throw new QueryError('query', problem);
}
