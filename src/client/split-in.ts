import { QueryError } from '../errors.js';
import { encodeQueryValue, writeValue } from '../query/relaxed-json.js';
import type { JsonObject, JsonValue } from '../schema/field.js';
import { isPlainObject } from '../values/plain-object.js';
import { sentLength } from '../values/service-url.js';
import type { Fields } from './position.js';

/** An `in` of a filter. */
interface LongIn {
  readonly path: string;
  readonly field: string;
  readonly values: readonly JsonValue[];
  /** The filter as a whole with other values in this place. */
  replace(values: JsonValue[]): JsonObject;
}

/**
 * Splits the longest `in` of a filter, so that each part fits a URL. Spellings of one value stay
 * together, so that no row is in two parts.
 *
 * @param lengthOf - The bytes of the URL with a filter.
 * @throws QueryError if the filter cannot be split, or if a part does not fit.
 */
export function splitIn(
  where: JsonObject,
  fields: Fields,
  lengthOf: (where: JsonObject) => number,
  limit: number,
): JsonObject[] {
  const [longIn] = findIns(where, fields, 'where', (filter) => filter).sort(
    (left, right) => sizeOf(right.values) - sizeOf(left.values),
  );
  const tooLong = `the URL has ${lengthOf(where)} bytes with room for the position of a page, at most ${limit} are allowed (\`dialect.maxUrlLength\`).`;
  if (!longIn) throw new QueryError('where', tooLong);
  const room = limit - lengthOf(longIn.replace([]));
  const parts: JsonValue[][] = [];
  let left = 0;
  for (const spellings of groupSpellings(longIn.values)) {
    const size = sizeOf(spellings);
    if (size > left || parts.length === 0) {
      parts.push([]);
      left = room;
    }
    parts.at(-1)?.push(...spellings);
    left -= size;
    if (left < 0) break; // even a single value is too long
  }
  if (left >= 0 && /^(uuid|integer)$/.test(`${fields[longIn.field]?.kind}`))
    return parts.map((values) => longIn.replace(values));
  const fitting = left < 0 ? 'none' : `about ${parts[0]?.length}`;
  throw new QueryError(
    longIn.path,
    `${tooLong} Of ${longIn.values.length} values, ${fitting} fit. Only an \`in\` of UUIDs or integers is split. Call all() with parts of it, and merge the rows by \`id\`.`,
    longIn.values,
  );
}

/** The lists directly in a filter and in the members of its AND. */
function findIns(
  filter: JsonObject,
  fields: Fields,
  path: string,
  replace: (filter: JsonObject) => JsonObject,
): LongIn[] {
  return Object.entries(filter).flatMap(([field, member]) => {
    const put = (value: JsonValue) => replace({ ...filter, [field]: value });
    if (field === 'AND' && Array.isArray(member))
      return (member as JsonObject[]).flatMap(
        (
          inner,
          index, // as checked
        ) =>
          findIns(inner, fields, `${path}.AND[${index}]`, (other) =>
            put(member.with(index, other)),
          ),
      );
    const values = Object.hasOwn(fields, field) && isPlainObject(member) && member.in;
    if (!Array.isArray(values)) return [];
    const withValues = (others: JsonValue[]) => put({ ...(member as JsonObject), in: others }); // as checked
    return [{ path: `${path}.${field}.in`, field, values, replace: withValues }];
  });
}

/** The bytes of values in a URL, with their commas. */
const sizeOf = (values: readonly JsonValue[]): number =>
  sentLength(values.map((value) => `${encodeQueryValue(writeValue(value))},`).join(''));

/** The values in order, once each, with those that differ only in letter case side by side. */
function groupSpellings(values: readonly JsonValue[]): Iterable<JsonValue[]> {
  const groups = new Map<string, JsonValue[]>();
  for (const value of [...new Set(values)].sort()) {
    const key = `${value}`.toLowerCase();
    groups.set(key, [...(groups.get(key) ?? []), value]);
  }
  return [...groups].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, group]) => group);
}
