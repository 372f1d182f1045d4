import { MAX_FILTER_DEPTH } from '../query/query-node.js';
import { isDate } from '../values/date.js';
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
 * A query as part of a key. Queries with the same meaning give the same key, and queries with another meaning another:
 *
 * - a `Date` is its ISO text and a `bigint` its digits, as they are sent;
 * - a member that is `undefined` is as if it were not there;
 * - the order of `orderBy` counts, and caches sort the members of objects, so it becomes a list.
 *
 * It refuses nothing, because a key is made while a page is drawn: the call itself refuses. What can't be sent is kept
 * apart by name, so that `{ id: undefined }` never finds the rows of a query for everything.
 */
export function queryKeyValue(query: object = {}): QueryKeyValue {
  const members = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    members.map(([name, value]) => [
      name,
      plain(name === 'orderBy' && isPlainObject(value) ? Object.entries(value) : value, []),
    ]),
  );
}

function plain(value: unknown, ancestors: readonly unknown[]): QueryKeyValue {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'bigint') return `${value}`;
  if (isDate(value) && !Number.isNaN(value.getTime())) return value.toISOString();
  if (ancestors.length < MAX_FILTER_DEPTH && !ancestors.includes(value)) {
    const path = [...ancestors, value];
    if (Array.isArray(value)) return value.map((item) => plain(item, path));
    if (isPlainObject(value)) {
      const copy: { [member: string]: QueryKeyValue } = {};
      for (const [name, member] of Object.entries(value)) setMember(copy, name, plain(member, path));
      return copy;
    }
  }
  return [`not sent: ${typeof value === 'number' ? value : typeof value}`]; // no operand is a list of one text like this
}
