import { type ParsedListQuery, writeListQuery } from '../query/list-query.js';
import { encodeQueryValue, writeValue } from '../query/relaxed-json.js';
import type { JsonObject, JsonValue } from '../schema/field.js';
import { memberPath } from '../values/describe.js';
import { isPlainObject } from '../values/plain-object.js';
import { sentLength } from '../values/service-url.js';
import { type Endpoint, identifiesRows, queryLengthError } from './endpoint.js';

/** An `in` of a filter that can be split, or a part of its values. */
export interface LongIn {
  /** Such as `where.AND[0].id.in`. */
  readonly path: string;
  readonly field: string;
  readonly values: JsonValue[];
  /** The filter as a whole with other values in this place. */
  replace(values: JsonValue[]): JsonObject;
}

/** How many bytes of a query string the position by `id`, the order and `take` may need. */
const POSITION_LENGTH = 200;

/**
 * Splits a list whose query string is too long into parts of its longest `in`; `undefined` if it is
 * short enough. Their filters together match the same rows: the `in` is at the top level or under
 * AND, and nothing orders or limits the rows. If the list is paginated, each request also has a
 * position.
 */
export function splitList(
  { sender: { dialect, searchLimit }, path, fields }: Endpoint,
  query: ParsedListQuery,
  isPaginated = false,
): LongIn[] | undefined {
  const { order, where = {} } = query;
  const measure = (filter: JsonObject) =>
    sentLength(writeListQuery({ ...query, where: filter }, dialect));
  const maxLength = searchLimit(path) - (isPaginated ? POSITION_LENGTH : 0);
  const length = measure(where);
  if (length <= maxLength) return undefined;
  const [list, second] = longInsOf(where, 'where', (filter) => filter).sort(
    (a, b) => lengthOf(b) - lengthOf(a),
  );
  const limit = order[0]
    ? 'orderBy'
    : (['take', 'skip', 'after', 'before'] as const).find((name) => query[name] !== undefined);
  // Only parts of ids need no pagination.
  const partLength =
    isPaginated || (list && identifiesRows(list.field, fields))
      ? maxLength
      : maxLength - POSITION_LENGTH;
  const parts = list && !limit && split(list, measure, partLength, dialect.pageSize.max);
  if (parts) return parts;
  const reason = limit
    ? `\`${limit}\` applies to all its rows`
    : !list
      ? 'it has no `in` directly in `where` or under AND'
      : second && lengthOf(second) > maxLength / 2
        ? `\`${second.path}\` is too long, too`
        : 'even a single value is too long';
  const advice = `It cannot be split: ${reason}. Call list() with parts of an \`in\` and merge the rows by \`id\``;
  throw queryLengthError(list?.path ?? 'query', list?.values, length, maxLength, advice);
}

/**
 * The parts of a list, or `undefined` if a single value is too long. A part has at most as many ids
 * as a page has rows.
 */
function split(
  list: LongIn,
  measure: (where: JsonObject) => number,
  maxLength: number,
  maxItems: number,
): LongIn[] | undefined {
  const empty = measure(list.replace([]));
  const parts: JsonValue[][] = [];
  let left = 0;
  for (const item of new Set(list.values)) {
    const cost = sentLength(encodeQueryValue(writeValue(item))) + 1; // with its comma
    if (empty + cost > maxLength + 1) return undefined;
    if (cost > left || parts.at(-1)?.length === maxItems) {
      parts.push([]);
      left = maxLength + 1 - empty; // the first item has no comma
    }
    parts.at(-1)?.push(item);
    left -= cost;
  }
  return parts.map((values) => ({ ...list, values }));
}

/**
 * Each `in` with values at the top level and under AND. No other member of a checked filter is an
 * object with `in`.
 */
function longInsOf(
  where: JsonObject,
  path: string,
  replace: (filter: JsonObject) => JsonObject,
): LongIn[] {
  return Object.entries(where).flatMap(([key, value]) => {
    const at = memberPath(path, key);
    const put = (member: JsonValue) => replace({ ...where, [key]: member });
    if (key === 'AND' && Array.isArray(value))
      return (value as JsonObject[]).flatMap((filter, index) =>
        longInsOf(filter, memberPath(at, index), (other) =>
          put((value as JsonObject[]).with(index, other)),
        ),
      );
    const values = isPlainObject(value) && key !== 'OR' && value.in;
    if (!Array.isArray(values) || values.length === 0) return [];
    const replaceValues = (others: JsonValue[]) => put({ ...(value as JsonObject), in: others });
    return [{ path: `${at}.in`, field: key, values, replace: replaceValues }];
  });
}

const lengthOf = ({ values }: LongIn): number => JSON.stringify(values).length;
