import type { Ordering, Query } from '../query/query.js';
import type { Field, FieldKind, JsonObject, JsonValue } from '../schema/field.js';
import { traits } from '../schema/kinds.js';
import { parseDate } from '../values/date.js';
import { compareDecimals, isDecimal } from '../values/decimal.js';

/** A query whose order is total: it ends with `id`, so that no two rows are equal. */
export interface Plan {
  readonly query: Query;
  /** How the next page is found. `once`: all rows are in one response. */
  readonly way: 'once' | 'cursor' | 'keyset' | 'counting';
  /** Filters whose rows are read one after the other: the parts of a long `in`. */
  readonly parts: readonly (JsonObject | undefined)[];
  /** Ordering fields that the include leaves out. They are requested, and removed. */
  readonly added: readonly string[];
}

/** Where a page begins, as plain JSON. */
export interface Position {
  /** The index of a part of the plan. */
  readonly part: number;
  /**
   * For a keyset: at the anchor and in the order of ids, in its group if there is one (`row`); at the
   * rows of a group (`group`) or behind them (`after`).
   */
  readonly at: 'start' | 'cursor' | 'count' | 'row' | 'group' | 'after';
  readonly cursor?: string;
  /** A row that must come again. If rows are counted, it is the last of `read` ones. */
  readonly anchor?: Values | undefined;
  readonly read?: number;
  /** How often in a row the anchor was the last of its window. */
  readonly repeated?: number;
  /** The values of rows that are equal before `id`. None of a `group` was handed out. */
  readonly group?: Values | undefined;
  /** The last row that was seen of a group. */
  readonly last?: string;
  /** A row of a group that was seen, and must come before its end. */
  readonly expected?: Values | undefined;
}

/** The id and the ordering values of a row, as the service shows them. */
export type Values = { readonly [field: string]: JsonValue };

type Fields = { readonly [name: string]: Field };
export type Order = readonly Ordering[];

export const valuesOf = (row: object, order: Order): Values =>
  Object.fromEntries(order.map(({ field }) => [field, Reflect.get(row, field)]));

export const hasValues = (row: object, values: Values): boolean =>
  Object.keys(values).every((field) => Reflect.get(row, field) === values[field]);

/**
 * The unit of a date: from the shown instant to the end of its last digit, which is a day, a second,
 * or a part of one down to the microsecond. Digits that the service hides do not matter. The texts
 * have as many digits as the date, because the service may compare them as text.
 */
function unitOf(date: JsonValue | undefined): [start: string, end: string] {
  const [, time, digits = ''] = /^[\d-]{10}(t[\d:]+)?(?:\.(\d+))?/i.exec(`${date}`) ?? [];
  const size = time ? 1000 : 86_400_000;
  const base = Math.floor((parseDate(`${date}`) ?? 0) / size) * size;
  const write = (millis: number, fraction: string) => {
    const text = new Date(millis).toISOString();
    const shown = fraction.padEnd(digits.length, '0');
    return time ? `${text.slice(0, 19)}${shown && `.${shown}`}Z` : text.slice(0, 10);
  };
  const fraction = digits.slice(0, 6);
  const next = `${Number(fraction) + 1}`.padStart(fraction.length, '0');
  const isFull = next.length > fraction.length; // .999 and .1000
  return [write(base, fraction), isFull ? write(base + size, '') : write(base, next)];
}

/** Whether a row has the values of a group before `id`, or a date in the same unit. */
export const isInGroup = (row: object, group: Values, order: Order, fields: Fields): boolean =>
  order.slice(0, -1).every(({ field }) => {
    const kind = fields[field]?.kind;
    const value = Reflect.get(row, field);
    if (kind !== 'date') return compareValues(kind, value, group[field]) === 0;
    const [start, end] = unitOf(group[field]);
    return compareValues(kind, value, start) >= 0 && compareValues(kind, value, end) < 0;
  });

/**
 * The filter for the rows from a position on. In the order `type_id:asc,created_at:desc,id:asc`, at
 * the group of a type and an instant: `{ type_id: { gte: '…' }, OR: [{ type_id: { gt: '…' } },
 * { created_at: { lt: '2026-01-31T12:00:00.001Z' } }] }`.
 */
export function positionFilter(
  order: Order,
  { at, anchor, group = {} }: Position,
  fields: Fields,
): JsonObject | undefined {
  const isDate = (field: string) => fields[field]?.kind === 'date';
  if (at === 'row') {
    const filter: JsonObject = {};
    for (const [field, value] of Object.entries(group)) {
      const [start, end] = unitOf(value);
      if (field !== 'id') filter[field] = isDate(field) ? { gte: start, lt: end } : value;
    }
    const from = order.at(-1)?.direction === 'asc' ? 'gte' : 'lte';
    return anchor ? { ...filter, id: { [from]: anchor.id ?? null } } : filter;
  }
  if (at !== 'group' && at !== 'after') return undefined;
  return order.slice(0, -1).reduceRight<JsonObject | undefined>((inner, ordering) => {
    const { field, direction } = ordering;
    const value = group[field] ?? null;
    const isAscending = direction === 'asc';
    const [start, end] = unitOf(value);
    const bound = isAscending === (at === 'group') ? start : end;
    if (isDate(field)) return { [field]: { [isAscending ? 'gte' : 'lt']: bound } };
    const [beyond, from] = isAscending ? ['gt', 'gte'] : ['lt', 'lte'];
    if (!inner) return { [field]: { [at === 'after' ? beyond : from]: value } };
    return { [field]: { [from]: value }, OR: [{ [field]: { [beyond]: value } }, inner] };
  }, undefined);
}

/** Whether a row certainly comes before another one, whatever digits the service hides. */
export function isBefore(row: object, other: object, order: Order, fields: Fields): boolean {
  for (const { field, direction } of order) {
    const kind = fields[field]?.kind;
    const result = compareValues(kind, Reflect.get(row, field), Reflect.get(other, field));
    if (result !== 0 && kind !== 'uuid') return direction === 'asc' ? result < 0 : result > 0;
    if (result !== 0 || !(kind && traits[kind].isId)) return false; // hidden digits
  }
  return false;
}

/**
 * Compares values as every service does; `NaN` if services differ, or if one is invalid. UUIDs are
 * equal or not: SQL Server has an order of its own for them.
 */
export function compareValues(kind: FieldKind | undefined, left: unknown, right: unknown): number {
  if (kind === 'decimal' && isDecimal(left) && isDecimal(right))
    return compareDecimals(`${left}`, `${right}`);
  if (kind === 'uuid' && typeof left === 'string' && typeof right === 'string')
    return Number(left.toLowerCase() !== right.toLowerCase());
  const numberOf = (value: unknown): number => {
    if (kind === 'date') return parseDate(`${value}`) ?? Number.NaN;
    const isNumber = kind && traits[kind].type === 'number' && typeof value === 'number';
    return isNumber ? value : Number.NaN;
  };
  return numberOf(left) - numberOf(right);
}
