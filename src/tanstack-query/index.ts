/**
 * Query options and cache keys for TanStack Query. The types need `@tanstack/query-core`.
 *
 * @module payments-data-client/tanstack-query
 */

import type * as tanstack from '@tanstack/query-core';
import { type ResourceTag, resourceTag } from '../client/endpoint-tag.js';
import type {
  GetMethod,
  GetQuery,
  ListInput,
  ListMethod,
  PaginatedQuery,
} from '../client/methods.js';
import type { Position } from '../client/position.js';
import type { Page } from '../client/request-page.js';
import { ConfigurationError, QueryError } from '../errors.js';
import { checkOptions, positiveInteger } from '../messages/check-options.js';
import { kindOf } from '../messages/describe.js';
import { MAX_VALUES } from '../query/query-node.js';
import type { Selected } from '../query/types/selected.js';
import type { InferredInclude } from '../query/types/valid-include.js';
import type { IncludeOf } from '../query/types/with-include.js';
import type { JsonValue } from '../schema/field.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import { isDateObject } from '../values/date.js';
import { isPlainObject } from '../values/plain-object.js';

export type { Page as InfiniteListPage };

/** A resource of a client, of which only the name matters. */
export interface NamedResource<Name extends string> {
  readonly [resourceTag]?: { readonly name: Name };
}

const root = 'payments-data-client';

/** The beginning of every key of one resource, and what follows it. */
type ResourceKey<Name, Rest extends unknown[] = []> = readonly [typeof root, Name, ...Rest];

/**
 * The cache keys, from general to specific: each begins with those above it, so that one
 * `invalidateQueries` reaches all below. They have names, ids and queries, and no API key, address
 * or user: each workspace and each session needs a `QueryClient`.
 *
 * @throws ConfigurationError if an argument is not a resource of a client.
 * @example
 * await queryClient.invalidateQueries({ queryKey: queryKeys.resource(client.balances) });
 */
export const queryKeys = {
  /** The beginning of every key of this package. */
  all: () => [root] as const,
  /** The beginning of every key of a resource. */
  resource: <Name extends string>(resource: NamedResource<Name>) => createKey(resource),
  /** The beginning of every key of a list. */
  lists: <Name extends string>(resource: NamedResource<Name>) => createKey(resource, 'list'),
  /** The key of one list. Queries with the same meaning have the same key. */
  list: <Name extends string>(resource: NamedResource<Name>, query?: object) =>
    createKey(resource, 'list', toKeyValue(query)),
  /** The beginning of every key of a list that is requested page by page. */
  infiniteLists: <Name extends string>(resource: NamedResource<Name>) =>
    createKey(resource, 'infiniteList'),
  /** The key of one list that is requested page by page; `query` includes the `pageSize`. */
  infiniteList: <Name extends string>(resource: NamedResource<Name>, query?: object) =>
    createKey(resource, 'infiniteList', toKeyValue(query)),
  /** The beginning of every key of a single row. */
  details: <Name extends string>(resource: NamedResource<Name>) => createKey(resource, 'detail'),
  /** The key of one row. */
  detail: <Name extends string>(resource: NamedResource<Name>, id: string, query?: object) =>
    createKey(resource, 'detail', id, toKeyValue(query)),
};

function createKey<Name extends string, const Rest extends JsonValue[]>(
  resource: Partial<NamedResource<Name>> | undefined,
  ...rest: Rest
): ResourceKey<Name, Rest> {
  const tag = resource?.[resourceTag];
  if (tag) return [root, tag.name, ...rest];
  const found = kindOf(resource);
  const isStub = isPlainObject(resource) && ('list' in resource || 'get' in resource);
  const advice = isStub ? ' A stub has no cache key: use a client of createMock().' : '';
  throw new ConfigurationError(
    `expected a resource of a client, such as \`client.balances\`, got ${found}.${advice}`,
  );
}

/**
 * Converts a query to JSON, with `orderBy` as a list, because caches sort the members of objects.
 * It never throws, because keys are created while a component renders: values that cannot be sent
 * are kept apart by name, so that `{ id: undefined }` never finds the rows of a query without
 * filter.
 */
function toKeyValue(query: unknown = {}): JsonValue {
  let left = 2 * MAX_VALUES; // a pair of `orderBy` counts, too
  function toJson(this: Readonly<Record<string, unknown>>, name: string): unknown {
    if (left-- < 0) throw new Error();
    const value = this[name]; // and not what its `toJSON` returned
    if (this === query && name === 'orderBy' && isPlainObject(value)) return Object.entries(value);
    const type = typeof value;
    if (this === query && type === 'undefined' && !/^(where|orderBy)$/.test(name)) return undefined;
    if (isDateObject(value) && !Number.isNaN(value.getTime())) return value.toISOString();
    if (isPlainObject(value) || Array.isArray(value) || value === null) return value;
    if (type === 'string' || type === 'boolean' || Number.isFinite(value)) return value;
    if (type === 'bigint') return `${value}`;
    // No valid operand is a list of one such string.
    return [`not sent: ${type === 'number' ? value : type}`];
  }
  try {
    return JSON.parse(JSON.stringify(query, toJson));
  } catch {
    return ['not sent: too many values']; // or circular
  }
}

/** Stands for a query or an id that is not there yet: `undefined`, or TanStack's `skipToken`. */
type Missing =
  | (typeof tanstack extends { skipToken: infer Token } ? Token : never) // new in 5.25
  | undefined;

/** The options of one query, for `useQuery`, `fetchQuery` and the like. */
export interface CachedQueryOptions<Name, Rest extends unknown[], Data> {
  /** The key, with the type of the data, so that `getQueryData` and `setQueryData` infer it. */
  readonly queryKey: tanstack.DataTag<ResourceKey<Name, [...Rest, JsonValue]>, Data>;
  /** Sends the request. It is aborted once no component waits for it. */
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Data>;
  /** Off, because the client itself retries; together, the numbers of attempts would multiply. */
  readonly retry: false;
  /** `false` as long as the query, or the id of the row, is missing. */
  readonly enabled?: false;
}

/** Where a page begins; `null` for the first page. Plain JSON, so that a cache can be stored. */
type PageParam = Position | null;

type Pages<Row> = tanstack.InfiniteData<Page<Row>, PageParam>;

/** The options of an infinite query, for `useInfiniteQuery` and the like. */
export interface InfiniteListQueryOptions<Name, Row>
  extends Omit<CachedQueryOptions<Name, ['infiniteList'], Pages<Row>>, 'queryFn'> {
  /** Requests one page. It is aborted once no component waits for it. */
  readonly queryFn: (context: PageContext) => Promise<Page<Row>>;
  readonly initialPageParam: PageParam;
  /** Returns where the page after this one begins; `undefined` after the last one. */
  readonly getNextPageParam: (page: Page<Row>) => PageParam | undefined;
}

interface PageContext {
  readonly signal: AbortSignal;
  readonly pageParam: PageParam;
}

/**
 * Returns the options of a query for one row, as in `client.*.get`. With `undefined` or `skipToken`
 * as the id or the query, no request is sent.
 *
 * @throws ConfigurationError if `resource` is not a resource of a client that has `get`.
 * @example
 * const include = { name: true };
 * const { data } = useQuery(getQueryOptions(client.balances, balanceId, { include }));
 */
export function getQueryOptions<
  Schema extends SchemaShape<Schema> = PaymentsSchema, // for messages about what is no resource
  Name extends ResourceName<Schema> = ResourceName<Schema>,
  const Chosen extends InferredInclude<Name, Chosen, Schema> = undefined,
  Input = undefined,
>(
  resource: GetMethod<Name, Schema>,
  id: string | Missing,
  ...input: [query?: GetQuery<Chosen, Input> | Missing]
): CachedQueryOptions<Name, ['detail', string], Selected<Name, IncludeOf<Input>, Schema>> {
  const [query, ...more] = input.length > 0 ? input : [{}]; // `undefined` waits for a query
  const queryKey = queryKeys.detail(resource, typeof id === 'string' ? id : '', toKeyQuery(query));
  const get = methodOf('getQueryOptions', resource, 'get', more);
  return cached(queryKey, isMissing(id) ? id : query, async ({ signal }) =>
    get(id, present(query, 'its default fields'), { signal }),
  );
}

/**
 * Returns the options of a query for a list: one request, as in `client.*.list`. An invalid query
 * makes the query fail with a `QueryError`; it does not throw while a component renders.
 *
 * @param input - `query`, as for `list`. With `undefined` or `skipToken`, no request is sent.
 * @throws ConfigurationError if `resource` is not a resource of a client that has `list`.
 * @example
 * const { data } = useQuery({ ...listQueryOptions(client.balances), staleTime: 60_000 });
 */
export function listQueryOptions<
  Schema extends SchemaShape<Schema> = PaymentsSchema, // for messages about what is no resource
  Name extends ResourceName<Schema> = ResourceName<Schema>,
  const Chosen extends InferredInclude<Name, Chosen, Schema> = undefined,
  Input = undefined,
>(
  resource: ListMethod<Name, Schema>,
  ...input: [query?: ListInput<Name, Chosen, Input, Schema> | Missing]
): CachedQueryOptions<Name, ['list'], Selected<Name, IncludeOf<Input>, Schema>[]> {
  const [query, ...more] = input.length > 0 ? input : [{}];
  const queryKey = queryKeys.list(resource, toKeyQuery(query));
  const list = methodOf('listQueryOptions', resource, 'list', more);
  return cached(queryKey, query, async ({ signal }) => list(present(query), { signal }));
}

/**
 * Returns the options of an infinite query: a list that is requested page by page, as in
 * `client.*.pages`. An invalid query makes the query fail.
 *
 * @param input - `query`, as for `pages`: with `undefined` or `skipToken`, no request is sent. Then
 * `options` with the `pageSize` (default 100).
 * @throws ConfigurationError as `listQueryOptions` does, and if an option is invalid.
 * @example
 * const options = infiniteListQueryOptions(client.transactions, { include: { lines: true } });
 * const { data, fetchNextPage } = useInfiniteQuery(options);
 */
export function infiniteListQueryOptions<
  Schema extends SchemaShape<Schema> = PaymentsSchema, // for messages about what is no resource
  Name extends ResourceName<Schema> = ResourceName<Schema>,
  const Chosen extends InferredInclude<Name, Chosen, Schema> = undefined,
  Input = undefined,
>(
  resource: ListMethod<Name, Schema>,
  ...input: [
    query?: PaginatedQuery<Name, Chosen, Input, Schema> | Missing,
    options?: { readonly pageSize?: number | undefined },
  ]
): InfiniteListQueryOptions<Name, Selected<Name, IncludeOf<Input>, Schema>> {
  const [query, options = {}, ...more] = input.length > 0 ? input : [{}, {}];
  checkOptions('infiniteListQueryOptions', options, { pageSize: positiveInteger });
  const { pageSize = 100 } = options as { pageSize?: number }; // as checked
  const queryKey = queryKeys.infiniteList(resource, toKeyQuery(query, { pageSize }));
  methodOf('infiniteListQueryOptions', resource, 'list', more);
  const { readPage } = resource[resourceTag] as unknown as ResourceTag; // `tagResource` sets it
  const send = async ({ signal, pageParam }: PageContext) =>
    readPage(present(query), pageParam ?? undefined, pageSize, { signal });
  const getNextPageParam = ({ next }: Page) => next;
  return cached(queryKey, query, send, { initialPageParam: null, getNextPageParam });
}

/** A method of a resource, which checks its arguments. Rejects what a compiler would reject. */
function methodOf(
  source: string,
  resource: NamedResource<string>,
  name: 'get' | 'list',
  more: readonly unknown[],
) {
  const method: unknown = Reflect.get(resource, name);
  const [option = 'an argument'] = more.flatMap((argument) => Object.keys(Object(argument)));
  if (typeof method === 'function' && more.length === 0) return method;
  const problem =
    more.length > 0
      ? `\`${option}\` is not an option. Add it to the result: { ...${source}(…), ${option}: … }.`
      : `${resource[resourceTag]?.name} cannot be requested with ${name}().`;
  throw new ConfigurationError(problem, source);
}

/** A query for a key; `null` for what is none, as long as the query is missing. */
const toKeyQuery = (query: unknown, options?: object) =>
  (isPlainObject(query) ? { ...query, ...options } : null) as object; // a key may have `null`

function cached(key: unknown, input: unknown, send: (context: PageContext) => unknown, more = {}) {
  const disabled = isMissing(input) && { enabled: false };
  // Each signature says what the methods return.
  return { queryKey: key, queryFn: send, retry: false, ...disabled, ...more } as never;
}

const isMissing = (input: unknown): boolean => input === undefined || typeof input === 'symbol';

/** The query to send, also if a query that waits is made to run. */
function present(query: unknown, all = 'every row'): unknown {
  if (!isMissing(query)) return query; // the client rejects other values
  const fix = `Leave it disabled, or pass {} for ${all}.`;
  throw new QueryError('query', `is missing, which would return ${all}. ${fix}`);
}
