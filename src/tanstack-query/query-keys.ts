import { resourceTag } from '../client/resource-tag.js';
import { ConfigurationError } from '../errors.js';
import { MAX_VALUES } from '../query/query-node.js';
import { isDateObject } from '../values/date.js';
import { kindOf } from '../values/describe.js';
import { isPlainObject } from '../values/plain-object.js';

/** A resource of a client, of which only the name matters. */
export interface NamedResource<Name extends string> {
  readonly [resourceTag]: { readonly name: Name };
}

const root = 'payments-data-client';

/** The beginning of every key of one resource, and what follows it. */
export type ResourceKey<Name extends string, Rest extends readonly unknown[] = []> = readonly [
  typeof root,
  Name,
  ...Rest,
];

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
  resource: <Name extends string>(resource: NamedResource<Name>) => keyOf(resource),
  /** The beginning of every key of a list. */
  lists: <Name extends string>(resource: NamedResource<Name>) => keyOf(resource, 'list'),
  /** The key of one list. Queries with the same meaning have the same key. */
  list: <Name extends string>(resource: NamedResource<Name>, query?: object) =>
    keyOf(resource, 'list', toKeyValue(query)),
  /** The beginning of every key of a list that is requested page by page. */
  infiniteLists: <Name extends string>(resource: NamedResource<Name>) =>
    keyOf(resource, 'infiniteList'),
  /** The key of one list that is requested page by page; `query` includes the `pageSize`. */
  infiniteList: <Name extends string>(resource: NamedResource<Name>, query?: object) =>
    keyOf(resource, 'infiniteList', toKeyValue(query)),
  /** The beginning of every key of a single row. */
  details: <Name extends string>(resource: NamedResource<Name>) => keyOf(resource, 'detail'),
  /** The key of one row. */
  detail: <Name extends string>(resource: NamedResource<Name>, id: string, query?: object) =>
    keyOf(resource, 'detail', id, toKeyValue(query)),
};

function keyOf<Name extends string, const Rest extends readonly (string | KeyValue)[]>(
  resource: Partial<NamedResource<Name>> | undefined,
  ...rest: Rest
): ResourceKey<Name, Rest> {
  const tag = resource?.[resourceTag];
  if (tag) return [root, tag.name, ...rest];
  throw new ConfigurationError(
    `expected a resource of a client, such as \`client.balances\`, got ${kindOf(resource)}.`,
  );
}

/** A query as part of a key: JSON, so that a cache can be hashed, stored and sent. */
export type KeyValue =
  | string
  | number
  | boolean
  | null
  | readonly KeyValue[]
  | { [member: string]: KeyValue };

/**
 * Converts a query to a part of a key, with a `Date` and a `bigint` as they are sent, and `orderBy`
 * as a list, because caches sort the members of objects. Members that are `undefined` are left out,
 * unless they are rejected. It never throws, because keys are created while a component renders:
 * values that cannot be sent are kept apart by name, so that `{ id: undefined }` never finds the
 * rows of a query without filter. What is no object becomes `null`.
 */
function toKeyValue(query: unknown = {}): KeyValue {
  if (typeof query !== 'object' || query === null) return null;
  const members = Object.entries(query)
    .filter(([name, value]) => value !== undefined || name === 'where' || name === 'orderBy')
    .map(([name, value]) =>
      name === 'orderBy' && isPlainObject(value) ? [name, Object.entries(value)] : [name, value],
    );
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
