import { resourceTag } from '../client/resource-tag.js';
import { ConfigurationError } from '../errors/usage-errors.js';
import { describe } from '../values/describe.js';
import { type QueryKeyValue, queryKeyValue } from './plain-key.js';

/** A resource of a client, of which only the name is looked at. */
export interface NamedResource<Name extends string> {
  readonly [resourceTag]: { readonly name: Name };
}

/** The first part of every key. */
type Root = 'payments-data-client';

/** Everything of one resource. */
export type ResourceKey<Name extends string> = readonly [Root, Name];
/** One list. */
export type ListKey<Name extends string> = readonly [Root, Name, 'list', QueryKeyValue];
/** One list that is read page after page. */
export type InfiniteListKey<Name extends string> = readonly [Root, Name, 'pages', QueryKeyValue];
/** One row. */
export type DetailKey<Name extends string> = readonly [Root, Name, 'row', string, QueryKeyValue];

/**
 * The keys under which answers are cached, from general to particular: each is the beginning of those below it, so that
 * one `invalidateQueries` reaches all of them. They hold names, ids and queries: no API key, no header and no address, so
 * that clients of two workspaces need a `QueryClient` each.
 *
 * @throws ConfigurationError where something else is given for the resource of a client.
 * @example
 * await queryClient.invalidateQueries({ queryKey: queryKeys.resource(client.balances) });
 */
export const queryKeys: QueryKeys = {
  all: () => ['payments-data-client'],
  resource: (resource) => ['payments-data-client', nameOf(resource)],
  lists: (resource) => [...queryKeys.resource(resource), 'list'],
  list: (resource, query) => [...queryKeys.lists(resource), queryKeyValue(query)],
  infiniteLists: (resource) => [...queryKeys.resource(resource), 'pages'],
  infiniteList: (resource, query) => [...queryKeys.infiniteLists(resource), queryKeyValue(query)],
  details: (resource) => [...queryKeys.resource(resource), 'row'],
  detail: (resource, id, query) => [...queryKeys.details(resource), id, queryKeyValue(query)],
};

function nameOf<Name extends string>(resource: Partial<NamedResource<Name>> | undefined): Name {
  const mark = resource?.[resourceTag];
  if (mark) return mark.name;
  throw new ConfigurationError(
    `Expected a resource of a client such as \`client.balances\`, not ${describe(resource)}.`,
  );
}

/** What {@link queryKeys} holds. */
export interface QueryKeys {
  /** Everything of this package. */
  all(): readonly [Root];
  /** Everything of a resource. */
  resource<Name extends string>(resource: NamedResource<Name>): ResourceKey<Name>;
  /** All lists of a resource. */
  lists<Name extends string>(resource: NamedResource<Name>): readonly [Root, Name, 'list'];
  /** One list. Queries that mean the same have the same key. */
  list<Name extends string>(resource: NamedResource<Name>, query?: object): ListKey<Name>;
  /** All lists of a resource that are read page after page. */
  infiniteLists<Name extends string>(resource: NamedResource<Name>): readonly [Root, Name, 'pages'];
  /** One list that is read page after page, by its query and its `pageSize`. */
  infiniteList<Name extends string>(resource: NamedResource<Name>, query?: object): InfiniteListKey<Name>;
  /** All rows of a resource that are read by their ids. */
  details<Name extends string>(resource: NamedResource<Name>): readonly [Root, Name, 'row'];
  /** One row. */
  detail<Name extends string>(resource: NamedResource<Name>, id: string, query?: object): DetailKey<Name>;
}
