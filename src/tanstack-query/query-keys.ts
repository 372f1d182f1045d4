import type * as tanstack from '@tanstack/query-core';
import { resourceTag } from '../client/resource-tag.js';
import { ConfigurationError } from '../errors.js';
import { MAX_VALUES } from '../query/query-node.js';
import { isNonEmptyString, type OptionCheck } from '../values/check-options.js';
import { isDateObject } from '../values/date.js';
import { kindOf } from '../values/describe.js';
import { isPlainObject } from '../values/plain-object.js';

/** A resource of a client, of which only the name matters. */
export interface NamedResource<Name extends string> {
  readonly [resourceTag]: { readonly name: Name };
}

type Root = 'payments-data-client';

/** The beginning of every key of one resource. */
export type ResourceKey<Name extends string> = readonly [Root, Name];
/** The key of one list. */
export type ListKey<Name extends string> = readonly [Root, Name, 'list', ...QueryPart];
/** The key of one list that is requested page by page. */
export type InfiniteListKey<Name extends string> = readonly [
  Root,
  Name,
  'infiniteList',
  ...QueryPart,
];
/** The key of one row. */
export type DetailKey<Name extends string> = readonly [Root, Name, 'detail', string, ...QueryPart];

type QueryPart = readonly [QueryKeyValue, SessionKey?];

/**
 * What stands for a query or an id that is not known yet: `undefined`, or TanStack's `skipToken`.
 */
export type Missing = SkipToken | undefined;

/** `never` before TanStack Query 5.25, which has no `skipToken`. */
type SkipToken = typeof tanstack extends { skipToken: infer Token } ? Token : never;

export const isMissing = (input: unknown): input is Missing =>
  input === undefined || typeof input === 'symbol';

/** Who is signed in, as part of a key. */
export type SessionKey = string | number;

/** The option `session` of keys and of query options. */
export interface SessionOptions {
  /**
   * Who is signed in, such as the id of a user: each session has cached rows of its own. Part of
   * the key, never sent. Default: all share them.
   */
  readonly session?: SessionKey | Missing;
}

/**
 * The cache keys, from general to specific: each begins with those above it, so that one
 * `invalidateQueries` reaches all below. They contain names, ids, queries and the `session`, but no
 * API key, header or address: two workspaces need a `QueryClient` each.
 *
 * @throws ConfigurationError if an argument is not a resource of a client.
 * @example
 * await queryClient.invalidateQueries({ queryKey: queryKeys.resource(client.balances) });
 */
export const queryKeys: QueryKeys = {
  all: () => ['payments-data-client'],
  resource: (resource) => ['payments-data-client', nameOf(resource)],
  lists: (resource) => [...queryKeys.resource(resource), 'list'],
  list: (resource, query, options) => [...queryKeys.lists(resource), ...queryPart(query, options)],
  infiniteLists: (resource) => [...queryKeys.resource(resource), 'infiniteList'],
  infiniteList: (resource, query, options) => [
    ...queryKeys.infiniteLists(resource),
    ...queryPart(query, options),
  ],
  details: (resource) => [...queryKeys.resource(resource), 'detail'],
  detail: (resource, id, query, options) => [
    ...queryKeys.details(resource),
    id,
    ...queryPart(query, options),
  ],
};

/** A query fails for another session. */
export const sessionCheck: OptionCheck = [
  (value) => isNonEmptyString(value) || Number.isFinite(value) || isMissing(value),
  'a non-empty string or a number',
];

/** The session if there is one to wait for: a session that is left out is shared by all. */
export const sessionInputs = (options: SessionOptions): unknown[] =>
  Object.hasOwn(Object(options), 'session') ? [options.session] : [];

/** Keys are created while a component renders: invalid options are rejected by the query. */
function queryPart(query: object | undefined, options: SessionOptions | undefined): QueryPart {
  const { session }: SessionOptions = Object(options);
  return isMissing(session) ? [queryKeyValue(query)] : [queryKeyValue(query), session];
}

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
  list<Name extends string>(
    resource: NamedResource<Name>,
    query?: object,
    options?: SessionOptions,
  ): ListKey<Name>;
  /** The beginning of every key of a list that is requested page by page. */
  infiniteLists<Name extends string>(
    resource: NamedResource<Name>,
  ): readonly [Root, Name, 'infiniteList'];
  /** The key of one list that is requested page by page; `query` includes the `pageSize`. */
  infiniteList<Name extends string>(
    resource: NamedResource<Name>,
    query?: object,
    options?: SessionOptions,
  ): InfiniteListKey<Name>;
  /** The beginning of every key of a single row. */
  details<Name extends string>(resource: NamedResource<Name>): readonly [Root, Name, 'detail'];
  /** The key of one row. */
  detail<Name extends string>(
    resource: NamedResource<Name>,
    id: string,
    query?: object,
    options?: SessionOptions,
  ): DetailKey<Name>;
}

/** A query as part of a key: JSON, so that a cache can be hashed, stored and sent. */
export type QueryKeyValue =
  | string
  | number
  | boolean
  | null
  | readonly QueryKeyValue[]
  | { [member: string]: QueryKeyValue };

/**
 * Converts a query to a part of a key. Queries with the same meaning have the same key, and queries
 * with different meanings have different keys:
 *
 * - a `Date` becomes its ISO text and a `bigint` its digits, as in the request;
 * - a member that is `undefined` counts as left out, unless it is rejected, such as `where`;
 * - `orderBy` becomes a list, because its order matters and caches sort the members of objects.
 *
 * It never throws, because keys are created while a component renders; the request reports invalid
 * queries. Values that cannot be sent are kept apart by name, so that `{ id: undefined }` never
 * finds the cached rows of a query without filter. What is no object, such as a query that is not
 * known yet, becomes `null`.
 */
function queryKeyValue(query: unknown = {}): QueryKeyValue {
  if (typeof query !== 'object' || query === null) return null;
  const members = Object.entries(query)
    .filter(([name, value]) => value !== undefined || name === 'where' || name === 'orderBy')
    .map(([name, value]) => [
      name,
      name === 'orderBy' && isPlainObject(value) ? Object.entries(value) : value,
    ]);
  let left = 2 * MAX_VALUES; // a pair of `orderBy` counts, too
  function toJson(this: Readonly<Record<string, unknown>>, name: string): unknown {
    if (left-- < 0) throw new Error();
    const value = this[name]; // and not what its `toJSON` returned
    if (isDateObject(value) && !Number.isNaN(value.getTime())) return value.toISOString();
    if (isPlainObject(value) || Array.isArray(value) || value === null || Number.isFinite(value))
      return value;
    const type = typeof value;
    if (type === 'string' || type === 'boolean') return value;
    if (type === 'bigint') return `${value}`;
    return [`not sent: ${type === 'number' ? value : type}`]; // no valid operand is a list of one such string
  }
  try {
    return JSON.parse(JSON.stringify(Object.fromEntries(members), toJson));
  } catch {
    return ['not sent: too many values']; // or circular
  }
}
