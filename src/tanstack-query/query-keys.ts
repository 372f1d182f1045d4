import { resourceMark } from '../client/marked-resource.js';
import { ConfigurationError } from '../errors/configuration-error.js';
import { describe } from '../query/plain-json.js';
import { type PlainKey, plainKey } from './plain-key.js';

/** A resource of a client, of which only the name is looked at. */
export interface NamedResource<Name extends string> {
  readonly [resourceMark]: { readonly name: Name };
}

/** The first part of every key. */
type Root = 'payments-data-client';

/** Everything of one resource. */
export type ResourceKey<Name extends string> = readonly [Root, Name];
/** One list. */
export type ListKey<Name extends string> = readonly [Root, Name, 'list', PlainKey];
/** One list that is read page after page. */
export type PagesKey<Name extends string> = readonly [Root, Name, 'pages', PlainKey];
/** One row. */
export type RowKey<Name extends string> = readonly [Root, Name, 'row', string, PlainKey];

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
  list: (resource, query) => [...queryKeys.lists(resource), plainKey(query)],
  allPages: (resource) => [...queryKeys.resource(resource), 'pages'],
  pages: (resource, query) => [...queryKeys.allPages(resource), plainKey(query)],
  rows: (resource) => [...queryKeys.resource(resource), 'row'],
  row: (resource, id, query) => [...queryKeys.rows(resource), id, plainKey(query)],
};

function nameOf<Name extends string>(resource: Partial<NamedResource<Name>> | undefined): Name {
  const mark = resource?.[resourceMark];
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
  allPages<Name extends string>(resource: NamedResource<Name>): readonly [Root, Name, 'pages'];
  /** One list that is read page after page, by its query and its `pageSize`. */
  pages<Name extends string>(resource: NamedResource<Name>, query?: object): PagesKey<Name>;
  /** All rows of a resource that are read by their ids. */
  rows<Name extends string>(resource: NamedResource<Name>): readonly [Root, Name, 'row'];
  /** One row. */
  row<Name extends string>(resource: NamedResource<Name>, id: string, query?: object): RowKey<Name>;
}
