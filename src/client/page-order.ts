import { comparatorChanges } from '../dialect/setting-values.js';
import type { Ordering } from '../query/order-by.js';
import type { Field, FieldKind } from '../schema/field.js';
import type { Comparator } from '../schema/kinds.js';
import { parseDate } from '../values/date.js';
import { compareDecimals, isDecimal } from '../values/decimal.js';
import { own } from '../values/plain-object.js';
import type { Endpoint } from './endpoint.js';

export type Values = Readonly<Record<string, unknown>>;

/** Where a page begins, as plain JSON; `undefined` for the first page. */
export interface PagePosition {
  /** The ordering values of the last row, with its `id`. */
  readonly values: Values;
  readonly read: number;
  /** How many of them the filter of the next page matches again. */
  readonly matchedAgain: number;
  /** The keys of the last ones. A row that has moved has another key. */
  readonly seen: readonly string[];
}

export interface RowOrder {
  readonly order: readonly Ordering[];
  readonly fields: Endpoint['fields'];
}

/** A total order: it ends with `id`, so that no two rows are equal. */
export interface PageOrder extends RowOrder {
  /**
   * Whether a date is the same in filters, in the order and in responses. Otherwise it may have
   * hidden digits.
   */
  readonly datesAreExact: boolean;
  /**
   * How many fields of the order a filter for the next rows uses: all, those up to the first date
   * with hidden digits, or none. The rows of the last date, or all rows, are then counted.
   */
  readonly filterableCount: number;
}

/**
 * Returns how many leading fields of the order a filter can use. A field counts if `gt` and
 * `orderBy` compare the values that responses show. Nullable, computed, enumeration, boolean and
 * `number` fields do not.
 */
export function countFilterableFields(
  order: readonly Ordering[],
  datesAreExact: boolean,
  { fields, name: resource, sender }: Endpoint,
): number {
  const { comparators } = sender.dialect;
  const isUsable = ({ field: name, direction }: Ordering) => {
    const { nullable, computed, kind = 'json' }: Partial<Field> = own(fields, name) ?? {};
    const needed: readonly Comparator[] = direction === 'asc' ? ['gt', 'gte'] : ['lt', 'lte'];
    const changes = comparatorChanges(comparators, resource, name, kind);
    return (
      !nullable &&
      !computed &&
      /string|uuid|decimal|date|integer/.test(kind) &&
      needed.every((comparator) => changes[comparator] !== false)
    );
  };
  const dates = datesAreExact
    ? 0
    : order.findIndex(({ field }) => fields[field]?.kind === 'date') + 1;
  const count = dates || order.length;
  return order.slice(0, count).every(isUsable) ? count : 0;
}

export const keyOf = (row: Values, { order }: RowOrder): string =>
  JSON.stringify(order.map(({ field }) => row[field]));

/** The id in a key: the order ends with it. */
export const idOfKey = (key: string): unknown => JSON.parse(key).at(-1);

/** Returns how many leading values of a row a filter for the rows after it can use. */
export function countFilterableValues(
  row: Values,
  { order, fields, filterableCount }: PageOrder,
): number {
  const isExact = ({ field }: Ordering) => {
    const value = row[field];
    const kind = fields[field]?.kind;
    if (kind === 'date') return !Number.isNaN(timeOf(value));
    return value !== null && compareValues(kind, value, value) === 0;
  };
  return order.slice(0, filterableCount).every(isExact) ? filterableCount : 0;
}

/** The position after rows, of which there is at least one. */
export function positionAfter(
  pageOrder: PageOrder,
  rows: readonly Values[],
  previous: PagePosition | undefined,
): PagePosition {
  const { order } = pageOrder;
  const last = rows.at(-1);
  const values = Object.fromEntries(order.map(({ field }) => [field, last?.[field]]));
  const count = countFilterableValues(values, pageOrder);
  const read = (previous?.read ?? 0) + rows.length;
  const ties =
    rows.length - 1 - rows.findLastIndex((row) => !isTied(row, values, pageOrder, count));
  const continued =
    ties === rows.length && previous && isTied(previous.values, values, pageOrder, count);
  const matchedAgain =
    count === 0
      ? read
      : count === order.length
        ? 0
        : ties + (continued ? previous.matchedAgain : 0);
  const keys = rows.map((row) => keyOf(row, pageOrder));
  const seen = [...(previous?.seen ?? []), ...keys].slice(-Math.max(KEPT, keys.length));
  return { values, read, matchedAgain, seen };
}

/** How many rows a position knows at least: some may be deleted. */
const KEPT = 100;

/**
 * Whether a row certainly comes before those that the filter for the rows after another one
 * matches.
 */
export const isExcluded = (
  row: Values,
  after: Values,
  order: PageOrder,
  filterableCount: number,
): boolean => isBefore(row, after, order) && !isTied(row, after, order, filterableCount);

/**
 * Whether two rows have the same values up to the date that ends a filter, as far as they are
 * shown.
 */
function isTied(
  row: Values,
  other: Values,
  { order, fields }: PageOrder,
  filterableCount: number,
): boolean {
  return order.slice(0, filterableCount).every(({ field }) => {
    const kind = fields[field]?.kind;
    return kind === 'date'
      ? Math.floor(timeOf(row[field])) === Math.floor(timeOf(other[field]))
      : compareValues(kind, row[field], other[field]) === 0;
  });
}

/**
 * A filter for the rows after a row. In the order `name:desc,id:asc`, after the name B and the id
 * 7: `{ name: { lte: 'B' }, OR: [{ name: { lt: 'B' } }, { id: { gt: '7' } }] }`. It has no `eq`,
 * which another collation than that of the order may decide. If it ends with a date, it includes
 * the rows of the same date: from the digits that are shown, or to the end of the millisecond.
 */
export function filterAfter(
  after: Values,
  { order, fields, datesAreExact }: PageOrder,
  filterableCount: number,
): object | undefined {
  return order
    .slice(0, filterableCount)
    .reduceRight<object | undefined>((inner, { field, direction }) => {
      const value = after[field];
      const isAscending = direction === 'asc';
      if (fields[field]?.kind === 'date' && !datesAreExact)
        return { [field]: isAscending ? { gte: value } : { lt: dateAfter(`${value}`) } };
      const [beyond, from] = isAscending ? ['gt', 'gte'] : ['lt', 'lte'];
      if (!inner) return { [field]: { [beyond]: value } };
      return { [field]: { [from]: value }, OR: [{ [field]: { [beyond]: value } }, inner] };
    }, undefined);
}

const timeOf = (value: unknown): number => parseDate(`${value}`) ?? Number.NaN;

/**
 * The end of the millisecond of a date; of the second or tenth, if it shows no more. It has as many
 * digits as the date shows: as text, `….124Z` is greater than `….124000Z`.
 */
function dateAfter(date: string): string {
  const fraction = /\.(\d+)/.exec(date)?.[1] ?? '';
  const end = Math.floor(timeOf(date)) + 1000 / 10 ** Math.min(fraction.length, 3);
  return new Date(end).toISOString().replace('Z', `${fraction.slice(3).replace(/./g, '0')}Z`);
}

/**
 * Whether a row comes before another, as far as their values show it; `orEqual`: also if all values
 * are equal.
 */
export function isBefore(
  row: Values,
  other: Values = {},
  { order, fields }: RowOrder,
  orEqual = false,
): boolean {
  for (const { field, direction } of order) {
    const result = compareValues(fields[field]?.kind, row[field], other[field]);
    if (result !== 0) return Number(result) * (direction === 'asc' ? 1 : -1) < 0;
  }
  return orEqual;
}

/**
 * Compares two values as every service does: numbers by value, and dates and ids of the same form.
 * `undefined` if services differ, as in the collation of text and the place of null, and if equal
 * values may have hidden digits.
 */
function compareValues(
  kind: FieldKind | undefined,
  left: unknown,
  right: unknown,
): number | undefined {
  if (left === undefined || right === undefined || left === null || right === null)
    return left === null && right === null ? 0 : undefined;
  if (kind === 'decimal')
    return isDecimal(left) && isDecimal(right) ? compareDecimals(`${left}`, `${right}`) : undefined;
  if (typeof left === 'number' && typeof right === 'number')
    return left - right || (kind === 'integer' && Number.isSafeInteger(left) ? 0 : undefined);
  const [one, other] = [`${left}`, `${right}`];
  if (kind === 'date') {
    const isSameForm = one.length === other.length && one.slice(-1) === other.slice(-1);
    return (isSameForm && timeOf(one) - timeOf(other)) || undefined;
  }
  if (one === other) return 0;
  const isUuid = kind === 'uuid' && /^([\da-f-]{36}){2}$|^([\dA-F-]{36}){2}$/.test(one + other);
  return isUuid ? (one < other ? -1 : 1) : undefined;
}
