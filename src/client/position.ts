import type { Ordering, Query } from '../query/query.js';
import type { FieldKind, JsonObject, JsonValue } from '../schema/field.js';
import { parseDate } from '../values/date.js';
import { compareDecimals, isDecimal } from '../values/decimal.js';
import type { Endpoint } from './resource.js';

export type Fields = Endpoint['fields'];

/** Fields of a row, as the service shows them. */
export type Values = { readonly [field: string]: JsonValue };

/** A query in a total order, in which no two rows are equal: it ends with `id`. */
export interface Plan {
  readonly query: Query;
  readonly order: readonly Ordering[];
  /** How the next page is found. `once`: the service returns all rows in one response. */
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
   * - `cursor`: at the cursor of the last response.
   * - `row`: at the anchor, in the order of ids; among the rows of `group`, if there is one.
   * - `group`: at the rows of `group`, none of which was handed out.
   * - `after`: behind the rows of `group`.
   * - `count`: at the anchor, the last of `read` rows.
   */
  readonly at: 'start' | 'cursor' | 'row' | 'group' | 'after' | 'count';
  readonly cursor?: string;
  /** The id and the ordering values of a row that must come again. */
  readonly anchor?: Values | undefined;
  /** The ordering values of rows that are equal before `id`. */
  readonly group?: Values;
  /** The last row that was seen of `group`. */
  readonly last?: JsonValue;
  /** A row of `group` that was seen, and must come before its end. */
  readonly expected?: Values | undefined;
  readonly read?: number;
  /** The place of an anchor that was the last row of its window, and is read again from there. */
  readonly place?: number;
}

/** The id and the ordering values of a row. */
export const valuesOf = (row: object, order: readonly Ordering[]): Values =>
  Object.fromEntries(order.map(({ field }) => [field, Reflect.get(row, field)]));

/** Whether a row has exactly these values. */
export const hasValues = (row: object, values: Values): boolean =>
  Object.keys(values).every((field) => Reflect.get(row, field) === values[field]);

/** Filters that all match. */
export function allOf(...filters: readonly (JsonObject | undefined)[]): JsonObject | undefined {
  const present = filters.filter((filter) => filter && Object.keys(filter).length > 0);
  return present.length > 1 ? { AND: present as JsonObject[] } : present[0]; // without undefined
}

/**
 * The unit of a date: from the shown instant to the end of its last digit, which is a day, a second
 * or a part of one, but at least a millisecond. The service may store more digits. The texts have as
 * many digits as the date, because a service may compare dates as text.
 */
function unitOf(date: JsonValue | undefined): { start: string; end: string } {
  const [, time, fraction = ''] = /^[\d-]{10}(t[\d:]+)?(?:\.(\d+))?/i.exec(`${date}`) ?? [];
  const size = time ? 10 ** (3 - Math.min(fraction.length, 3)) : 86_400_000;
  const start = Math.floor((parseDate(`${date}`) ?? 0) / size) * size;
  const write = (millis: number) => {
    const text = new Date(millis).toISOString();
    const digits = text.slice(20, 23).padEnd(fraction.length, '0').slice(0, fraction.length);
    return time ? `${text.slice(0, 19)}${digits && `.${digits}`}Z` : text.slice(0, 10);
  };
  return { start: write(start), end: write(start + size) };
}

/** Whether a row has the ordering values of a group, or a date in the same unit. */
export const isInGroup = (
  row: object,
  group: Values,
  order: readonly Ordering[],
  fields: Fields,
): boolean =>
  order.slice(0, -1).every(({ field }) => {
    const value: JsonValue = Reflect.get(row, field);
    if (fields[field]?.kind !== 'date')
      return compareValues(fields[field]?.kind, value, group[field]) === 0;
    const { start, end } = unitOf(group[field]);
    const isFrom = Number(compareValues('date', value, start)) >= 0;
    return isFrom && Number(compareValues('date', value, end)) < 0;
  });

/**
 * The filter for the rows from a position on. In the order `type_id:asc,created_at:desc,id:asc`, at
 * the group of a type and an instant: `{ type_id: { gte: '…' }, OR: [{ type_id: { gt: '…' } },
 * { created_at: { lt: '2026-01-31T12:00:00.001Z' } }] }`.
 */
export function positionFilter(
  order: readonly Ordering[],
  { at, anchor, group = {} }: Position,
  fields: Fields,
): JsonObject | undefined {
  const isDate = (field: string) => fields[field]?.kind === 'date';
  const groups = order.slice(0, -1);
  if (at === 'row') {
    const filter: JsonObject = {};
    for (const { field } of groups) {
      const { start, end } = unitOf(group[field]);
      filter[field] = isDate(field) ? { gte: start, lt: end } : (group[field] ?? null);
    }
    const from = order.at(-1)?.direction === 'asc' ? 'gte' : 'lte';
    return anchor ? { ...filter, id: { [from]: anchor.id ?? null } } : filter;
  }
  if (at !== 'group' && at !== 'after') return undefined;
  return groups.reduceRight<JsonObject | undefined>((inner, { field, direction }) => {
    const value = group[field] ?? null;
    const isAscending = direction === 'asc';
    if (isDate(field)) {
      const { start, end } = unitOf(value);
      const isStart = (at === 'group') === isAscending;
      return { [field]: { [isAscending ? 'gte' : 'lt']: isStart ? start : end } };
    }
    const [beyond, from] = isAscending ? ['gt', 'gte'] : ['lt', 'lte'];
    if (!inner) return { [field]: { [at === 'after' ? beyond : from]: value } };
    return { [field]: { [from]: value }, OR: [{ [field]: { [beyond]: value } }, inner] };
  }, undefined);
}

/** Whether a row certainly comes before another one, whatever digits the service hides. */
export function isBefore(
  row: object,
  other: object,
  order: readonly Ordering[],
  fields: Fields,
): boolean {
  for (const { field, direction } of order) {
    const kind = fields[field]?.kind;
    const result = compareValues(kind, Reflect.get(row, field), Reflect.get(other, field));
    // Equal decimals and dates may have hidden digits. SQL Server has an order of its own for UUIDs.
    if (result === undefined || (result !== 0 && kind === 'uuid')) return false;
    if (result !== 0) return result < 0 === (direction === 'asc');
    if (kind !== 'integer' && kind !== 'uuid') return false;
  }
  return false;
}

/** Compares values as every service does; `undefined` if services differ, or if one is invalid. */
export function compareValues(
  kind: FieldKind | undefined,
  left: unknown,
  right: unknown,
): number | undefined {
  const [a, b] = [`${left}`, `${right}`];
  switch (kind) {
    case 'integer':
      return Number.isSafeInteger(left) && Number.isSafeInteger(right)
        ? Number(left) - Number(right)
        : undefined;
    case 'decimal':
      return isDecimal(left) && isDecimal(right) ? compareDecimals(a, b) : undefined;
    case 'date': {
      const difference = (parseDate(a) ?? Number.NaN) - (parseDate(b) ?? Number.NaN);
      return Number.isNaN(difference) ? undefined : difference;
    }
    case 'uuid': // only whether they are equal is certain
      if (typeof left !== 'string' || typeof right !== 'string') return undefined;
      return Number(a.toLowerCase() !== b.toLowerCase());
    default:
      return undefined;
  }
}
