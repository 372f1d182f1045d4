import type { Ordering } from '../../query/order-by.js';
import type { JsonValue } from '../../schema/field.js';
import { compareDecimals } from '../matching/compare-decimals.js';
import { compareText, isBeyondSurrogates } from '../matching/compare-text.js';
import type { Table } from '../rows/table.js';

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
  const comparisons = order.map((one) => compareSlots(one, table));
  return slots.sort((left, right) => {
    for (const compare of comparisons) {
      const result = compare(left, right);
      if (result !== 0) return result;
    }
    return left - right;
  });
}

/** Compares two slots; text that has no need of code points is compared as fast as JavaScript can. */
function compareSlots(one: Ordering, table: Table): (left: number, right: number) => number {
  const values = table.values(one.field);
  const simple = values.every((value) => typeof value === 'string' && !isBeyondSurrogates(value));
  if (!simple || table.fields[one.field]?.kind === 'decimal') {
    const compare = compareBy(one, table);
    return (left, right) => compare(left, values[right] ?? null);
  }
  const sign = one.direction === 'asc' ? 1 : -1;
  return (left, right) => {
    const [a, b] = [values[left] ?? '', values[right] ?? ''];
    return a === b ? 0 : a < b ? -sign : sign;
  };
}

/** How many orders of a table are kept: tests use few, and one that makes them up should not fill the memory. */
const KEPT = 20;

/** Tables in an order, until they are next written to: a walk in pages sorts once. */
const sorted = new WeakMap<Table, { writes: number; byOrder: Map<string, readonly number[]> }>();

/** All slots of a table, in an order. */
export function sortedSlots(order: readonly Ordering[], table: Table): readonly number[] {
  let known = sorted.get(table);
  if (known?.writes !== table.writes) {
    known = { writes: table.writes, byOrder: new Map() };
    sorted.set(table, known);
  }
  const key = JSON.stringify(order);
  let slots = known.byOrder.get(key);
  if (!slots) {
    slots = orderSlots(table.slots(), order, table);
    if (known.byOrder.size >= KEPT) known.byOrder.clear();
    known.byOrder.set(key, slots);
  }
  return slots;
}
