import { withDeadline } from '../http/deadline.js';
import { timeoutError } from '../http/map-errors.js';
import { type CheckedListQuery, writeListQuery } from '../query/list-query.js';
import type { JsonObject, JsonValue } from '../schema/field.js';
import { memberPath } from '../values/member-path.js';
import { isPlainObject } from '../values/plain-object.js';
import type { Endpoint } from './endpoint.js';
import type { ListResult } from './list.js';
import type { RequestOptions } from './request-options.js';
import { sentLength, tooLong } from './request-sender.js';

/** How many requests of one list are sent at a time. */
const CONCURRENCY = 4;

/** An `in` of a filter that can be split. */
interface ValueList {
  /** Such as `where.AND[0].id.in`. */
  readonly path: string;
  readonly items: readonly JsonValue[];
  /** The filter as a whole with other values in this place. */
  replace(items: JsonValue[]): JsonObject;
}

/**
 * Splits a list whose query string is too long into query strings that request parts of its longest `in`.
 * Together they return the same rows: the `in` is at the top level or under AND, and nothing orders or
 * limits the rows.
 *
 * @param maxLength - How many bytes a query string may have.
 * @throws QueryError with the reason if the list cannot be split.
 */
export function splitList(query: CheckedListQuery, maxLength: number): string[] {
  const { order, where = {} } = query;
  const [list] = valueLists(where, 'where', (filter) => filter).sort((a, b) => lengthOf(b) - lengthOf(a));
  const limit = order[0]
    ? 'orderBy'
    : (['take', 'skip', 'after', 'before'] as const).find((name) => query[name] !== undefined);
  const parts = list && !limit && split(query, list, maxLength);
  if (parts) return parts;
  const reason = limit
    ? `\`${limit}\` applies to all its rows`
    : list
      ? 'even a single value is too long'
      : 'it has no `in` directly in `where` or under AND';
  const advice = `It cannot be split: ${reason}. Request parts of it`;
  throw tooLong(list?.path ?? 'query', list?.items, writeListQuery(query), maxLength, advice);
}

/** The query strings of all parts, or `undefined` if a single value is too long. */
function split(
  query: CheckedListQuery,
  { items, replace }: ValueList,
  maxLength: number,
): string[] | undefined {
  const write = (part: JsonValue[]) => writeListQuery({ ...query, where: replace(part) });
  const empty = sentLength(write([]));
  const parts: JsonValue[][] = [];
  let left = 0;
  for (const item of new Set(items)) {
    const cost = sentLength(write([item])) - empty + 1; // with its comma
    if (empty + cost > maxLength + 1) return undefined;
    if (cost > left) {
      parts.push([]);
      left = maxLength + 1 - empty; // the first item has no comma
    }
    parts.at(-1)?.push(item);
    left -= cost;
  }
  return parts.map(write);
}

/**
 * Each `in` with values at the top level and under AND. No other member of a checked filter is an
 * object with `in`.
 */
function valueLists(
  where: JsonObject,
  path: string,
  replace: (filter: JsonObject) => JsonObject,
): ValueList[] {
  return Object.entries(where).flatMap(([key, value]) => {
    const at = memberPath(path, key);
    const put = (member: JsonValue) => replace({ ...where, [key]: member });
    if (key === 'AND' && Array.isArray(value))
      return (value as JsonObject[]).flatMap((filter, index) =>
        valueLists(filter, memberPath(at, index), (other) =>
          put(value.map((old) => (old === filter ? other : old))),
        ),
      );
    const items = isPlainObject(value) && key !== 'OR' && value.in;
    if (!Array.isArray(items) || items.length === 0) return [];
    return [{ path: `${at}.in`, items, replace: (others) => put({ ...(value as JsonObject), in: others }) }];
  });
}

const lengthOf = ({ items }: ValueList): number => JSON.stringify(items).length;

/**
 * Sends the requests of a split list, a few at a time and within one timeout, and joins their rows. If one
 * fails, the others are aborted.
 */
export async function requestInParts(
  searches: readonly string[],
  { sender, path }: Endpoint,
  options: RequestOptions | undefined,
  send: (search: string, options: RequestOptions, onAttempt: () => void) => Promise<ListResult>,
): Promise<ListResult> {
  const timeout = sender.timeoutOf(options);
  const request = { method: 'GET', path: `/v1${path}`, url: sender.baseUrl + path, attempts: 0 };
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
  const last = results.at(-1) as ListResult; // a list is split into at least two parts
  return { ...last, data: [...rows.values()] };
}
