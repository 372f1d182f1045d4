import type { ResolvedDialect } from '../dialect.js';
import { QueryError } from '../errors.js';
import { sentLength } from '../http/service-url.js';
import { encodeQueryValue, writeValue } from '../query/relaxed-json.js';
import type { JsonObject, JsonValue } from '../schema/field.js';
import { traits } from '../schema/kinds.js';
import { isPlainObject } from '../values/plain-object.js';
import type { Fields } from './row-order.js';

/** An `in` or `not_in` of a filter. */
interface ValueList {
  readonly values: readonly JsonValue[];
  /** Such as `where.AND[0].id.in`. */
  readonly path: string;
  /** The bytes of the values in a URL. */
  readonly length: number;
  /** Whether a filter with all values matches what filters with some of them match together. */
  readonly isUnion: boolean;
  /** Returns the whole filter with other values, if the list can be split. */
  readonly replace: ((values: JsonValue[]) => JsonObject) | undefined;
}

/**
 * Splits the longest `in` of UUIDs or integers of a filter, so that each part fits a URL. Spellings
 * of one value stay together, so that no row is in two parts.
 *
 * @param lengthOf - The bytes of the URL with a filter.
 * @throws QueryError if the filter cannot be split, or if a part does not fit.
 */
export function splitIn(
  where: JsonObject,
  fields: Fields,
  { maxUrlLength }: Pick<ResolvedDialect, 'maxUrlLength'>,
  lengthOf: (where: JsonObject) => number,
): JsonObject[] {
  const lists = findValueLists(where, {
    path: 'where',
    fields,
    isUnion: true,
    replace: (changed) => changed,
  }).sort((a, b) => b.length - a.length);
  const room = maxUrlLength - lengthOf(where); // less than none
  for (const { values, replace } of lists) {
    const most = replace
      ? Math.floor(
          (maxUrlLength - lengthOf(replace([]))) /
            lengthsOf(values).reduce((a, b) => Math.max(a, b), 1),
        )
      : 0;
    if (replace && most >= 1) return splitValues(values, most).map(replace);
  }
  const problem =
    `the URL of a page would have ${maxUrlLength - room} bytes, ` +
    `more than \`dialect.maxUrlLength\` (${maxUrlLength}).`;
  throw tooLongError(lists, room, problem);
}

/** @param lists - The longest one is the first. */
function tooLongError(lists: readonly ValueList[], room: number, problem: string): QueryError {
  let excess = -room;
  const long = lists.filter(({ length }) => {
    const isNeeded = excess >= 0;
    if (isNeeded) excess -= length;
    return isNeeded;
  });
  const [first] = long;
  if (!first || excess >= 0)
    return new QueryError('where', `${problem} Shorten the filter or the include.`);
  const counts = long.map(({ values }) => values.length);
  const most = Math.max(
    0,
    Math.floor((-excess / sum(long.map(({ length }) => length))) * sum(counts)),
  );
  const isSingle = long.length === 1;
  const paths = isSingle ? '' : ` (${long.map(({ path }) => path).join(', ')})`;
  const together = isSingle ? '' : ' together';
  const fitting = `Of ${counts.join(' and ')} values${paths}, about ${most} fit${together}.`;
  const fix = long.every(({ isUnion }) => isUnion)
    ? `Send several calls with parts of ${isSingle ? 'it' : 'them'}, and merge the rows by \`id\`.`
    : `Leave ${isSingle ? 'it' : 'them'} out, and filter the rows in your code.`;
  const message = `${problem} ${fitting} ${ONLY_ONE} ${fix}`;
  return new QueryError(isSingle ? first.path : 'where', message, first.values);
}

const ONLY_ONE = 'Only one `in` of UUIDs or integers is split, directly in `where` or under `AND`.';

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

const lengthsOf = (values: readonly JsonValue[]): number[] =>
  values.map((value) => sentLength(`${encodeQueryValue(writeValue(value))},`));

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

/** Where in a filter lists are looked for. */
interface Place {
  readonly path: string;
  /** The fields of the resource; none inside the filter of a relation. */
  readonly fields: Fields;
  readonly isUnion: boolean;
  /** Returns the whole filter with another object in this place, if its lists can be split. */
  readonly replace?: ((changed: JsonObject) => JsonObject) | undefined;
}

/** All lists of a checked filter, at every depth. */
function findValueLists(filter: JsonObject, place: Place): ValueList[] {
  const { fields, replace } = place;
  return Object.entries(filter).flatMap(([name, member]) => {
    const inner = { ...place, path: `${place.path}.${name}` };
    const put = replace && ((changed: JsonValue) => replace({ ...filter, [name]: changed }));
    if (Array.isArray(member)) return findInGroup(member, inner, name === 'AND' ? put : undefined);
    if (!isPlainObject(member) || fields[name]?.kind === 'json') return [];
    const operands = member as JsonObject; // the filter was checked
    const { isId } = traits[fields[name]?.kind ?? 'json'];
    const lists = listsOf(operands, inner, isId ? put : undefined);
    if (fields[name]) return lists;
    const isUnion = place.isUnion && name !== 'none' && name !== 'every';
    return [...lists, ...findValueLists(operands, { path: inner.path, isUnion, fields: {} })];
  });
}

/** In the filters of an AND or OR. */
const findInGroup = (
  filters: readonly JsonValue[],
  place: Place,
  put: ((changed: JsonValue) => JsonObject) | undefined,
): ValueList[] =>
  filters.flatMap((filter, index) => {
    const replace =
      put &&
      ((changed: JsonObject) => put(filters.map((other, at) => (at === index ? changed : other))));
    const path = `${place.path}[${index}]`;
    return isPlainObject(filter)
      ? findValueLists(filter as JsonObject, { ...place, path, replace })
      : [];
  });

/** The lists among the comparators of a field. */
const listsOf = (
  operands: JsonObject,
  { path, isUnion }: Place,
  put: ((changed: JsonValue) => JsonObject) | undefined,
): ValueList[] =>
  Object.entries(operands).flatMap(([comparator, values]) => {
    if (!/^(in|not_in)$/.test(comparator) || !Array.isArray(values)) return [];
    const isIn = comparator === 'in';
    const replace = isIn && put ? (some: JsonValue[]) => put({ ...operands, in: some }) : undefined;
    const length = sum(lengthsOf(values));
    return [{ values, length, isUnion: isUnion && isIn, replace, path: `${path}.${comparator}` }];
  });
