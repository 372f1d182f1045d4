import { compareDecimals, compareText } from '../../query/compare-values.js';
import type { Ordering } from '../../query/order-by.js';
import type { JsonValue } from '../../schema/field.js';
import type { Table } from '../rows/table.js';

/** Compares the value in a slot with another value of its column, in the direction of an ordering. */
type Compare = (slot: number, value: JsonValue) => number;

/**
 * Compares values of one property: numbers, dates and decimals by value, text by code point, `false` before
 * `true`; nulls last in `asc`, first in `desc` (decision 2).
 */
export function compareBy({ field, direction }: Ordering, table: Table): Compare {
  const values = table.values(field);
  const kind = table.fields[field]?.kind;
  const ascending = (left: JsonValue, right: JsonValue): number => {
    if (left === right) return 0;
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    if (kind === 'decimal')
      return Number(left) - Number(right) || compareDecimals(String(left), String(right));
    // Dates too, because all of them are in UTC.
    if (typeof left === 'string' && typeof right === 'string') return compareText(left, right);
    return Number(left) - Number(right);
  };
  return direction === 'asc'
    ? (slot, value) => ascending(values[slot] ?? null, value)
    : (slot, value) => ascending(value, values[slot] ?? null);
}

/**
 * The slots of all rows in an order; ties stay in insertion order (decision 2). Sorted once, for all pages
 * of a list.
 */
export function orderSlots(order: readonly Ordering[], table: Table): readonly number[] {
  return table.derive(`order ${JSON.stringify(order)}`, () => {
    const comparisons = order.map((ordering) => {
      const values = table.values(ordering.field);
      const compare = compareBy(ordering, table);
      return (left: number, right: number) => compare(left, values[right] ?? null);
    });
    const slots = [...table.rows.keys()].filter((slot) => table.rows[slot] !== undefined);
    return slots.sort((left, right) => {
      for (const compare of comparisons) {
        const result = compare(left, right);
        if (result !== 0) return result;
      }
      return 0; // `sort` is stable
    });
  });
}
