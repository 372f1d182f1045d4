import { withDeadline } from '../http/deadline.js';
import { timeoutError } from '../http/map-errors.js';
import { type CheckedListQuery, writeListQuery } from '../query/list-query.js';
import type { JsonObject, JsonValue } from '../schema/field.js';
import { memberPath } from '../values/member-path.js';
import type { Endpoint } from './endpoint.js';
import type { ListResult } from './list.js';
import type { RequestOptions } from './request-options.js';
import { sentLength, tooLong } from './request-sender.js';

/** How many requests of one list are sent at a time. */
const CONCURRENCY = 4;

/** A list of values in a query. */
interface ValueList {
  /** Such as `where.AND[0].id.in`. */
  readonly path: string;
  readonly items: readonly JsonValue[];
  /** The filter with other values in this place. Only for a list that can be split. */
  readonly replace: ((items: JsonValue) => JsonValue) | undefined;
}

/**
 * Splits a list whose query string is too long into query strings that request parts of its longest `in`. Together they
 * return the same rows: the `in` is at the top level or under AND, and nothing orders or limits the rows.
 *
 * @param maxLength - How many bytes a query string may have.
 * @throws QueryError with the reason if the list cannot be split.
 */
export function splitList(query: CheckedListQuery, maxLength: number): string[] {
  const { order, take, skip, after, before, where = null, include = null } = query;
  const inWhere = listsIn(where, 'where', 'filter', (json) => json);
  const list = longest([...inWhere, ...listsIn(include, 'include')]);
  const error = (reason: string) =>
    tooLong(list?.path ?? 'query', list?.items, writeListQuery(query), maxLength, reason);
  if (!list) throw error('Shorten the query');
  const cannot = (reason: string) =>
    error(`The list of ${list.items.length} cannot be split: ${reason}. Request its parts one by one`);

  const limit = Object.entries({ orderBy: order[0], take, skip, after, before }).find(
    ([, value]) => value !== undefined,
  );
  if (limit) throw cannot(`\`${limit[0]}\` applies to the list as a whole`);
  const splittable = longest(inWhere.filter(({ replace }) => replace));
  if (!splittable) throw cannot('only an `in` at the top level of `where` or under AND can be');
  const parts = split(query, splittable, maxLength);
  if (!parts) throw cannot('the rest of the query with a single value is too long');
  return parts;
}

/** The query strings of all parts, or `undefined` if a single value is too long. */
function split(query: CheckedListQuery, { items, replace }: ValueList, limit: number): string[] | undefined {
  const write = (part: JsonValue[]) => writeListQuery({ ...query, where: replace?.(part) as JsonObject }); // the root of a filter
  const empty = sentLength(write([]));
  const parts: JsonValue[][] = [];
  let left = 0;
  for (const item of new Set(items)) {
    const cost = sentLength(write([item])) - empty + 1; // with its comma
    if (empty + cost > limit + 1) return undefined;
    if (cost > left) {
      parts.push([]);
      left = limit + 1 - empty; // the first item has no comma
    }
    parts.at(-1)?.push(item);
    left -= cost;
  }
  return parts.map(write);
}

/**
 * The lists of values in a part of a query.
 *
 * @param level - What the part is, as long as its lists may be split: a filter, or the comparators of a property.
 * @param replace - The filter as a whole with another value in the place of this part.
 */
function listsIn(
  json: JsonValue,
  path: string,
  level?: 'filter' | 'comparators',
  replace?: ValueList['replace'],
): ValueList[] {
  if (typeof json !== 'object' || json === null) return [];
  if (Array.isArray(json) && typeof json[0] !== 'object')
    return json[0] === undefined ? [] : [{ path, items: json, replace }];
  return Object.entries(json).flatMap(([key, value]) => {
    const at = memberPath(path, Array.isArray(json) ? Number(key) : key);
    const isFilter = Array.isArray(json) || key === 'AND';
    const canSplit = replace && (level === 'filter' ? key !== 'OR' : key === 'in');
    if (!canSplit) return listsIn(value, at);
    const put = (member: JsonValue) =>
      replace(
        Array.isArray(json)
          ? json.map((other) => (other === value ? member : other))
          : { ...json, [key]: member },
      );
    return listsIn(value, at, isFilter ? 'filter' : 'comparators', put);
  });
}

const longest = (lists: readonly ValueList[]): ValueList | undefined =>
  lists.reduce<ValueList | undefined>(
    (long, list) => (long && lengthOf(long) >= lengthOf(list) ? long : list),
    undefined,
  );

const lengthOf = ({ items }: ValueList): number => JSON.stringify(items).length;

/**
 * Sends the requests of a split list, a few at a time and within one timeout, and joins their rows. If one fails, the
 * others are aborted.
 */
export async function requestInParts(
  searches: readonly string[],
  { sender, path }: Endpoint,
  options: RequestOptions | undefined,
  send: (search: string, options: RequestOptions, onAttempt: () => void) => Promise<ListResult>,
): Promise<ListResult> {
  const timeout = sender.timeoutOf(options);
  const request = { method: 'GET', path: `/v1${path}`, attempts: 0 };
  const countAttempt = () => {
    request.attempts++;
  };
  const results: ListResult[] = [];
  const pending = searches.entries();
  await withDeadline(
    timeout,
    options?.signal,
    () => timeoutError(request, timeout),
    (signal) =>
      Promise.all(
        Array.from({ length: CONCURRENCY }, async () => {
          for (const [index, search] of pending)
            results[index] = await send(search, { ...options, signal }, countAttempt);
        }),
      ),
  );
  const rows = new Map(results.flatMap(({ data }) => data.map((row) => [row.id, row])));
  const last = results.reduce((_, result) => result);
  return { ...last, data: [...rows.values()] };
}
