import type { ResolvedDialect } from '../../dialect/dialect.js';
import { QueryError } from '../../errors/usage-errors.js';
import { parseOperand } from '../../query/operand.js';
import type { Ordering } from '../../query/order-by.js';
import { QueryNode } from '../../query/query-node.js';
import type { Field, JsonValue } from '../../schema/field.js';
import { isPlainObject, own } from '../../values/plain-object.js';
import type { Table } from '../rows/table.js';
import type { SlotPredicate } from './compile-where.js';
import { orderOf } from './order-rows.js';

/**
 * Parses an `after` or a `before`: a value of the first ordering field, or a cursor, which is the
 * base64 of a JSON object with the ordering fields and the `id` of a row (decision 2). Rows that equal
 * a value are neither after nor before it. A cursor means one row, so that rows with equal values follow
 * in insertion order.
 *
 * @returns Whether the row in a slot is on that side.
 * @throws QueryError for anything else.
 */
export function parsePosition(
  given: string | number,
  side: 'after' | 'before',
  order: readonly Ordering[],
  table: Table,
  dialect: ResolvedDialect,
): SlotPredicate {
  const sign = side === 'after' ? 1 : -1;
  const cursor = parseCursor(String(given));
  const used = cursor ? order : order.slice(0, 1);
  if (!cursor && used.length === 0)
    throw new QueryError(side, 'needs `order_by`, because it is a value of the first ordering field.', given);
  const bounds = used.map((ordering) => {
    const value = cursor ? own(cursor, ordering.field) : given;
    const { keys, keyOf, compare } = orderOf(ordering, table, dialect);
    return { keys, compare, key: keyOf(parseBound(value, ordering.field, side, table)) };
  });
  const cursorSlot = cursor ? table.slotOf(String(cursor.id)) : undefined;
  return (slot) => {
    for (const { keys, compare, key } of bounds) {
      const result = compare(keys[slot] ?? null, key);
      if (result !== 0) return result * sign > 0;
    }
    if (!cursor) return false;
    // The row of the cursor was deleted. A repeated row is better than a missing one.
    return cursorSlot === undefined || (slot - cursorSlot) * sign > 0;
  };
}

function parseCursor(text: string): { [key: string]: unknown } | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0));
    const cursor: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isPlainObject(cursor) && typeof own(cursor, 'id') === 'string' ? cursor : undefined;
  } catch {
    return undefined; // a plain value
  }
}

/** A bound of an ordering field, from a cursor or from the text of a query. */
function parseBound(value: unknown, name: string, side: string, table: Table): JsonValue {
  const field = own(table.fields, name);
  if (!field || value === undefined)
    throw new QueryError(side, `the cursor has no \`${name}\`, by which the list is ordered.`, value);
  return parseOperand(field, new QueryNode(side, fromText(value, field)));
}

function fromText(value: unknown, { kind }: Field): unknown {
  if (typeof value !== 'string') return value;
  if (kind === 'boolean' && /^(true|false)$/.test(value)) return value === 'true';
  if ((kind === 'number' || kind === 'integer') && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value))
    return Number(value);
  return value;
}
