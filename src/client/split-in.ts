import type { ResolvedDialect } from '../dialect.js';
import { QueryError } from '../errors.js';
import { sentLength } from '../http/service-url.js';
import { memberPath } from '../messages/describe.js';
import { encodeQueryValue, writeValue } from '../query/relaxed-json.js';
import type { JsonObject, JsonValue } from '../schema/field.js';
import { traits } from '../schema/kinds.js';
import type { Fields } from './row-order.js';

/** An `in` or `not_in` of a filter. */
interface ValueList {
  readonly values: readonly JsonValue[];
  /** Where it is: the names of members, and the indexes of items. */
  readonly keys: readonly (string | number)[];
  /** The bytes of the values in a URL. */
  readonly length: number;
}

/**
 * Splits the longest `in` of UUIDs or integers of a filter, so that each part fits a URL. Spellings
 * of one value stay together, so that no row is in two parts.
 *
 * @param lengthOf - The bytes of the URL with a filter.
 * @throws QueryError if the filter cannot be split, or if a part does not fit.
 */
export function splitIn(
  where: JsonObject | undefined = {},
  fields: Fields,
  dialect: Limit,
  lengthOf: (where: JsonObject) => number,
): JsonObject[] {
  const lists = listsIn(where).sort((a, b) => b.length - a.length);
  for (const { keys, values } of lists.filter((list) => isSplittable(list, fields))) {
    const put = (part: JsonValue[]) => replaceAt(where, keys, part) as JsonObject; // as `where` is
    const longest = values.reduce<number>((most, value) => Math.max(most, lengthIn(value)), 1);
    const most = Math.floor((dialect.maxUrlLength - lengthOf(put([]))) / longest);
    if (most >= 1) return splitValues(values, most).map(put);
  }
  throw unsplittable(lists, lengthOf(where), dialect);
}

type Limit = Pick<ResolvedDialect, 'maxUrlLength'>;

export const tooLong = (length: number, { maxUrlLength }: Limit): string =>
  `the URL has ${length} bytes, more than \`dialect.maxUrlLength\` (${maxUrlLength}).`;

/** @param lists - The longest one is the first. */
function unsplittable(lists: readonly ValueList[], length: number, dialect: Limit): QueryError {
  const long = lists.filter((list) => list.length * 2 > Number(lists[0]?.length));
  const counts = long.map(({ values }) => values.length);
  const room = 1 - (length - dialect.maxUrlLength) / sum(long.map((list) => list.length));
  const problem = tooLong(length, dialect);
  if (!(room > 0)) return new QueryError('query', `${problem} Shorten the filter or the include.`);
  const paths = long.map(({ keys }) => keys.reduce<string>(memberPath, 'where'));
  const fix = paths.some((path) => /\.(none|every|not_in)\b/.test(path))
    ? 'Leave them out, and filter the rows in your code.'
    : 'Send several calls with parts of them, and merge the rows by `id`.';
  return new QueryError(
    'where',
    `${problem} Of ${counts.join(' and ')} values (${paths.join(', ')}), ` +
      `about ${Math.floor(room * sum(counts))} fit. Only one \`in\` of UUIDs or integers ` +
      `is split, directly in \`where\` or under \`AND\`. ${fix}`,
  );
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** The bytes of a value of a list in a URL. */
const lengthIn = (value: JsonValue): number =>
  sentLength(`${encodeQueryValue(writeValue(value))},`);

/** At most so many values each, in order; those that differ only in letter case are together. */
function splitValues(values: readonly JsonValue[], most: number): JsonValue[][] {
  const spellings = new Map<string, JsonValue[]>();
  for (const value of new Set(values)) {
    const key = `${value}`.toLowerCase();
    spellings.set(key, [...(spellings.get(key) ?? []), value]);
  }
  const parts: JsonValue[][] = [];
  for (const [, group] of [...spellings].sort(([left], [right]) => (left < right ? -1 : 1))) {
    const part = parts.at(-1);
    if (part && part.length + group.length <= most) part.push(...group);
    else parts.push(group);
  }
  return parts;
}

/** All lists of a checked filter, at every depth. */
const listsIn = (filter: JsonObject | JsonValue[], at: ValueList['keys'] = []): ValueList[] =>
  Object.entries(filter).flatMap(([key, member]) => {
    if (typeof member !== 'object' || member === null) return [];
    const keys = [...at, Array.isArray(filter) ? Number(key) : key];
    if (!Array.isArray(member) || !/^(in|not_in)$/.test(key)) return listsIn(member, keys);
    return [{ keys, values: member, length: sum(member.map(lengthIn)) }];
  });

/** Whether it is an `in` of UUIDs or integers, directly in the filter or under AND. */
function isSplittable({ keys }: ValueList, fields: Fields): boolean {
  const [name = '', comparator] = keys.slice(-2);
  const { isId } = traits[fields[name]?.kind ?? 'json'];
  const isTop = keys.slice(0, -2).every((key) => key === 'AND' || typeof key === 'number');
  return isTop && isId && comparator === 'in';
}

/** A copy of a filter with other values in the place of a list. */
function replaceAt(
  filter: JsonValue | undefined,
  [key, ...keys]: ValueList['keys'],
  values: JsonValue[],
): JsonValue {
  if (key === undefined) return values;
  const copy = Array.isArray(filter) ? [...filter] : { ...(filter as object) };
  return Object.assign(copy, { [key]: replaceAt(Reflect.get(copy, key), keys, values) });
}
