import type { Ordering } from '../query/query.js';
import type { Field, FieldKind } from '../schema/field.js';
import { traits } from '../schema/kinds.js';
import { parseDate } from '../values/date.js';
import { compareDecimals, isDecimal } from '../values/decimal.js';

export type Order = readonly Ordering[];

/** The fields of a resource by name. */
export type Fields = { readonly [name: string]: Field };

/** Whether a row certainly comes before another one, whatever digits the service hides. */
export function isBefore(row: object, other: object, order: Order, fields: Fields): boolean {
  for (const { field, direction } of order) {
    const kind = fields[field]?.kind;
    const value: unknown = Reflect.get(row, field);
    const result = compareValues(kind, value, Reflect.get(other, field));
    if (result !== 0 && kind !== 'uuid') return direction === 'asc' ? result < 0 : result > 0;
    const isExact = kind && traits[kind].isId && !isRounded(value);
    if (result !== 0 || !isExact) return false; // hidden digits
  }
  return false;
}

/** Whether the reader of JSON may have rounded an integer. */
export const isRounded = (value: unknown): boolean =>
  typeof value === 'number' && !Number.isSafeInteger(value);

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
