import type { Ordering } from '../../query/order-by.js';
import type { JsonValue } from '../../schema/field.js';
import { compareDecimals } from '../filter/compare-decimals.js';
import { compareText } from '../filter/compare-text.js';
import type { Table } from '../store/table.js';

/** Compares the value in a slot with another value of its column, in the direction of an order. */
type Compare = (slot: number, value: JsonValue) => number;

/**
 * Compares values of one property: numbers, instants and decimals by value, text by code point, `false` before `true`;
 * nulls last in `asc`, first in `desc` (decision 2).
 */
export function compareBy({ field, direction }: Ordering, table: Table): Compare {
  const values = table.values(field);
  const kind = table.fields[field]?.kind;
  const ascending = (left: JsonValue, right: JsonValue): number => {
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    if (kind === 'decimal') return compareDecimals(String(left), String(right));
    if (typeof left === 'string' && typeof right === 'string') return compareText(left, right); // dates, too: all are UTC
    return Number(left) - Number(right);
  };
  return direction === 'asc'
    ? (slot, value) => ascending(values[slot] ?? null, value)
    : (slot, value) => ascending(value, values[slot] ?? null);
}

/** Sorts slots that come in the order of insertion; ties stay in it (decision 2). */
export function orderSlots(slots: number[], order: readonly Ordering[], table: Table): number[] {
  if (order.length === 0) return slots;
  const columns = order.map((one) => ({ compare: compareBy(one, table), values: table.values(one.field) }));
  return slots.sort((left, right) => {
    for (const { compare, values } of columns) {
      const result = compare(left, values[right] ?? null);
      if (result !== 0) return result;
    }
    return left - right;
  });
}
