import { MAX_FILTER_DEPTH, MAX_VALUES } from '../query/query-node.js';
import { isDateObject } from '../values/date.js';
import { isPlainObject, setMember } from '../values/plain-object.js';

/** A query as part of a key: JSON, so that a cache can be hashed, stored and sent. */
export type QueryKeyValue =
  | string
  | number
  | boolean
  | null
  | readonly QueryKeyValue[]
  | { [member: string]: QueryKeyValue };

/**
 * Converts a query to a part of a key. Queries with the same meaning have the same key, and queries with
 * different meanings have different keys:
 *
 * - a `Date` becomes its ISO text and a `bigint` its digits, as in the request;
 * - a member that is `undefined` counts as left out, unless it is rejected, such as `where`;
 * - `orderBy` becomes a list, because its order matters and caches sort the members of objects.
 *
 * It never throws, because keys are created while a component renders; the request reports invalid queries.
 * Values that cannot be sent are kept apart by name, so that `{ id: undefined }` never finds the cached rows
 * of a query without filter. What is no object, such as a query that is not known yet, becomes `null`.
 */
export function queryKeyValue(query: unknown = {}): QueryKeyValue {
  if (typeof query !== 'object' || query === null) return null;
  const members = Object.entries(query).filter(
    ([name, value]) => value !== undefined || name === 'where' || name === 'orderBy',
  );
  return Object.fromEntries(
    members.map(([name, value]) => [
      name,
      toJson(name === 'orderBy' && isPlainObject(value) ? Object.entries(value) : value, {
        ancestors: new Set(),
        values: 0,
      }),
    ]),
  );
}

/** What limits a value: the objects and arrays that it is in, and how many values came before. */
interface Position {
  readonly ancestors: Set<unknown>;
  values: number;
}

function toJson(value: unknown, position: Position): QueryKeyValue {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'bigint') return `${value}`;
  if (isDateObject(value) && !Number.isNaN(value.getTime())) return value.toISOString();
  const { ancestors } = position;
  if (
    (Array.isArray(value) || isPlainObject(value)) &&
    ancestors.size < MAX_FILTER_DEPTH &&
    !ancestors.has(value)
  ) {
    position.values += Object.keys(value).length;
    if (position.values > MAX_VALUES) return ['not sent: too many values'];
    ancestors.add(value);
    const copy = Array.isArray(value)
      ? value.map((item) => toJson(item, position))
      : copyMembers(value, position);
    ancestors.delete(value);
    return copy;
  }
  // No valid operand is a list of one such string.
  return [`not sent: ${typeof value === 'number' ? value : typeof value}`];
}

function copyMembers(object: object, position: Position): QueryKeyValue {
  const copy: { [member: string]: QueryKeyValue } = {};
  for (const [name, member] of Object.entries(object)) setMember(copy, name, toJson(member, position));
  return copy;
}
