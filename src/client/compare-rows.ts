import type { Ordering } from '../query/order-by.js';
import type { Field } from '../schema/field.js';
import { parseDate } from '../values/date.js';

/** Values of a row by field. */
export type Values = Readonly<Record<string, unknown>>;

/**
 * Compares two rows in an order, as far as their values show it.
 *
 * @returns Greater than zero if `row` comes later, 0 if all values are equal, and `undefined` if it is unknown: the
 * collation of text, the place of nulls and the digits that a date does not show are the service's.
 */
export function compareRows(
  row: Values,
  previous: Values,
  order: readonly Ordering[],
  fields: { readonly [name: string]: Field },
): number | undefined {
  for (const { field, direction } of order) {
    const kind = fields[field]?.kind ?? '';
    const [value, other] = [row[field], previous[field]];
    const [current, before] = [rank(value, kind), rank(other, kind)] as [string, string]; // or other comparable values
    if (current < before || current > before) return current > before === (direction === 'asc') ? 1 : -1;
    // Decimals that differ as text are equal as numbers, or as far as a `number` distinguishes them.
    if (value !== other || value === undefined || /date|number/.test(kind)) return undefined;
  }
  return 0;
}

function rank(value: unknown, kind: string): unknown {
  if (kind === 'uuid') return value;
  if (kind === 'date') return parseDate(`${value}`);
  return value !== null && /decimal|integer|number/.test(kind) ? Number(value) : undefined;
}
