import { QueryError } from '../errors/usage-errors.js';
import { type CheckedListQuery, writeListQuery } from '../query/list-query.js';
import type { JsonObject, JsonValue } from '../schema/field.js';
import { memberPath } from '../values/member-path.js';
import { isPlainObject } from '../values/plain-object.js';

/** A list in a filter, and how the filter reads with another in its place. */
interface Place {
  /** Such as `where.AND[0].id.in`. */
  readonly path: string;
  readonly items: readonly JsonValue[];
  with(items: JsonValue[]): JsonObject;
}

/**
 * The query strings to send for a list: one, or where it is too long several that ask for parts of its longest `in`. That
 * changes nothing but the order of rows where the `in` stands at the top level or under AND, and nothing cuts or orders
 * the whole.
 *
 * @param room - How many bytes the query string may have as it is sent.
 * @throws QueryError where it is too long and can't be split.
 */
export function splitList(query: CheckedListQuery, room: number): string[] {
  const whole = writeListQuery(query);
  if (whole.length * 3 <= room || sentLength(whole) <= room) return [whole];
  const { order, take, skip, after, before, where, include } = query;
  const cut = order.length > 0 || [take, skip, after, before].some((value) => value !== undefined);
  const place = cut || !where ? undefined : longest(placesIn(where, 'where'));
  const strings = place && split(query, place, room);
  if (strings) return strings;
  const long = longest(Object.entries({ where, include }).flatMap(([path, json]) => listsIn(json, path)));
  throw new QueryError(
    long?.path ?? 'query',
    `${long ? `a list of ${long.items.length} makes the query` : 'the query is'} too long: ${sentLength(whole)} bytes where \`maxUrlLength\` leaves ${room}. Only one list is split by itself, where it is an \`in\` at the top level or under AND, and take, skip, orderBy, after and before are not used; a walk uses them. Ask for its parts one by one, or raise \`maxUrlLength\`.`,
    long?.items,
  );
}

/** As many parts as it takes, or `undefined` where one item alone is too much. */
function split(query: CheckedListQuery, place: Place, room: number): string[] | undefined {
  const write = (items: JsonValue[]) => writeListQuery({ ...query, where: place.with(items) });
  const empty = sentLength(write([]));
  const parts: JsonValue[][] = [];
  let left = 0;
  for (const item of new Set(place.items)) {
    const cost = sentLength(write([item])) - empty + 1; // with its comma
    if (empty + cost > room + 1) return undefined;
    if (cost > left) {
      parts.push([]);
      left = room + 1 - empty; // the first has no comma
    }
    parts.at(-1)?.push(item);
    left -= cost;
  }
  return parts.map(write);
}

/** Each `in` at the top level and under AND. No other member of a checked filter is an object with `in`. */
function placesIn(where: JsonValue, path: string): Place[] {
  if (!isPlainObject(where)) return [];
  return Object.entries(where).flatMap(([key, value]): Place[] => {
    const at = memberPath(path, key);
    const put = (member: JsonValue): JsonObject => ({ ...where, [key]: member });
    if (key === 'AND' && Array.isArray(value)) {
      return value.flatMap((item, index) =>
        placesIn(item, memberPath(at, index)).map((place) => ({
          ...place,
          with: (items) =>
            put(value.map((other, position) => (position === index ? place.with(items) : other))),
        })),
      );
    }
    if (key === 'OR' || !isPlainObject(value)) return [];
    const list = value.in;
    return Array.isArray(list)
      ? [{ path: `${at}.in`, items: list, with: (items) => put({ ...value, in: items }) }]
      : [];
  });
}

/** Every list of values, wherever it stands. */
function listsIn(json: JsonValue | undefined, path: string): Pick<Place, 'path' | 'items'>[] {
  if (typeof json !== 'object' || json === null) return [];
  if (Array.isArray(json) && typeof json[0] !== 'object') return [{ path, items: json }];
  return Object.entries(json).flatMap(([key, value]) =>
    listsIn(value, memberPath(path, Array.isArray(json) ? Number(key) : key)),
  );
}

const longest = <Some extends Pick<Place, 'items'>>(places: readonly Some[]): Some | undefined =>
  places.reduce<Some | undefined>(
    (long, place) => (long && weight(long) >= weight(place) ? long : place),
    undefined,
  );

const weight = ({ items }: Pick<Place, 'items'>): number => JSON.stringify(items).length;

/** Bytes as `fetch` sends them: it writes `'` as `%27`, and everything else stays as it is. */
const sentLength = (encoded: string): number => encoded.length + 2 * (encoded.split("'").length - 1);
