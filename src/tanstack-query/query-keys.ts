import { resourceTag } from '../client/resource-tag.js';
import { ConfigurationError } from '../errors/usage-errors.js';
import { kindOf } from '../values/describe.js';
import { type QueryKeyValue, queryKeyValue } from './query-key-value.js';

/** A resource of a client, of which only the name matters. */
export interface NamedResource<Name extends string> {
  readonly [resourceTag]: { readonly name: Name };
}

/** The first part of every key. */
type Root = 'payments-data-client';

/** The beginning of every key of one resource. */
export type ResourceKey<Name extends string> = readonly [Root, Name];
/** The key of one list. */
export type ListKey<Name extends string> = readonly [Root, Name, 'list', QueryKeyValue];
/** The key of one list that is requested page by page. */
export type InfiniteListKey<Name extends string> = readonly [Root, Name, 'infiniteList', QueryKeyValue];
/** The key of one row. */
export type DetailKey<Name extends string> = readonly [Root, Name, 'detail', string, QueryKeyValue];

/**
 * The cache keys, from general to specific: each begins with those above it, so that one `invalidateQueries`
 * reaches all below. Keys contain names, ids and queries, but no API key, header or address: two workspaces
 * need a `QueryClient` each.
 *
 * @throws ConfigurationError if an argument is not a resource of a client.
 * @example
 * await queryClient.invalidateQueries({ queryKey: queryKeys.resource(client.balances) });
 */
export const queryKeys: QueryKeys = {
  all: () => ['payments-data-client'],
  resource: (resource) => ['payments-data-client', nameOf(resource)],
  lists: (resource) => [...queryKeys.resource(resource), 'list'],
  list: (resource, query) => [...queryKeys.lists(resource), queryKeyValue(query)],
  infiniteLists: (resource) => [...queryKeys.resource(resource), 'infiniteList'],
  infiniteList: (resource, query) => [...queryKeys.infiniteLists(resource), queryKeyValue(query)],
  details: (resource) => [...queryKeys.resource(resource), 'detail'],
  detail: (resource, id, query) => [...queryKeys.details(resource), id, queryKeyValue(query)],
};

function nameOf<Name extends string>(resource: Partial<NamedResource<Name>> | undefined): Name {
  const tag = resource?.[resourceTag];
  if (tag) return tag.name;
  throw new ConfigurationError(
    `expected a resource of a client, such as \`client.balances\`, got ${kindOf(resource)}.`,
  );
}

/** The members of {@link queryKeys}. */
export interface QueryKeys {
  /** The beginning of every key of this package. */
  all(): readonly [Root];
  /** The beginning of every key of a resource. */
  resource<Name extends string>(resource: NamedResource<Name>): ResourceKey<Name>;
  /** The beginning of every key of a list. */
  lists<Name extends string>(resource: NamedResource<Name>): readonly [Root, Name, 'list'];
  /** The key of one list. Queries with the same meaning have the same key. */
  list<Name extends string>(resource: NamedResource<Name>, query?: object): ListKey<Name>;
  /** The beginning of every key of a list that is requested page by page. */
  infiniteLists<Name extends string>(resource: NamedResource<Name>): readonly [Root, Name, 'infiniteList'];
  /** The key of one list that is requested page by page; `query` includes the `pageSize`. */
  infiniteList<Name extends string>(resource: NamedResource<Name>, query?: object): InfiniteListKey<Name>;
  /** The beginning of every key of a single row. */
  details<Name extends string>(resource: NamedResource<Name>): readonly [Root, Name, 'detail'];
  /** The key of one row. */
  detail<Name extends string>(resource: NamedResource<Name>, id: string, query?: object): DetailKey<Name>;
}
