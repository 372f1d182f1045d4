import type { ResolvedDialect } from '../../dialect/dialect.js';
import { rowsPerPage } from '../../dialect/request-dialect.js';
import { QueryError } from '../../errors.js';
import type { ParsedListQuery } from '../../query/list-query.js';
import { parseOperand } from '../../query/operand.js';
import { type Ordering, parseCursor } from '../../query/order-by.js';
import { QueryNode } from '../../query/query-node.js';
import type { Field, JsonObject, JsonValue } from '../../schema/field.js';
import { own } from '../../values/plain-object.js';
import type { Store } from '../rows/store.js';
import type { Table } from '../rows/table.js';
import { selectRows } from './compile-selection.js';
import { compileWhere, findSlots, type SlotPredicate } from './compile-where.js';
import { orderOf, orderSlots } from './order-rows.js';

/** The rows of a list: filtered, ordered, cut to a page, selected. */
export function listRows(query: ParsedListQuery, store: Store): readonly Readonly<JsonObject>[] {
  const { empty, pageSize } = store.dialect;
  const { selection, skip = 0 } = query;
  if (query.take === 0 && empty.take === 'rejected')
    throw new QueryError('take', 'expected a positive integer, got 0.', 0);
  const take = rowsPerPage(query.take, pageSize);
  const end = take === 0 ? 0 : skip + take;
  return selectRows(selection, listSlots(query, store, end).slice(skip), store);
}

export const countRows = (
  { selection: { resource }, filter }: ParsedListQuery,
  store: Store,
): number => findSlots(store, resource, compileWhere(filter, store, resource)).length;

/** The slots of the first rows of a list, as many as are needed. */
export function listSlots(
  { selection, filter, order, after, before }: ParsedListQuery,
  store: Store,
  needed: number,
): readonly number[] {
  const table = store.table(selection.resource);
  const where = compileWhere(filter, store, selection.resource);
  const slots = orderSlots(order, table, store.dialect);
  const matching = slots ? undefined : where.find?.();
  const predicates = matching ? [] : [where]; // what an index found needs no test
  if (after !== undefined)
    predicates.push(parsePosition(after, 'after', order, table, store.dialect));
  if (before !== undefined)
    predicates.push(parsePosition(before, 'before', order, table, store.dialect));
  const found: number[] = [];
  for (const slot of slots ?? matching ?? table.rows.keys()) {
    if (found.length >= needed) break;
    if (table.rows[slot] && predicates.every((matches) => matches(slot))) found.push(slot);
  }
  return found;
}

/**
 * Parses an `after` or a `before` into a test of slots: a value of the first ordering field, or a
 * cursor, which is the base64 of a JSON object with the ordering fields and the `id` of a row
 * (decision 2). Rows that equal a value are neither after nor before it. A cursor means one row, so
 * that rows with equal values follow in insertion order.
 */
function parsePosition(
  given: string | number,
  side: 'after' | 'before',
  order: readonly Ordering[],
  table: Table,
  dialect: ResolvedDialect,
): SlotPredicate {
  const sign = side === 'after' ? 1 : -1;
  const object = parseCursor(String(given));
  const cursor = object && typeof own(object, 'id') === 'string' ? object : undefined; // or a plain value
  const used = cursor ? order : order.slice(0, 1);
  if (!cursor && used.length === 0)
    throw new QueryError(
      side,
      'needs `order_by`, because it is a value of the first ordering field.',
      given,
    );
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

/** A bound of an ordering field, from a cursor or from the text of a query. */
function parseBound(value: unknown, name: string, side: string, table: Table): JsonValue {
  const field = own(table.fields, name);
  if (!field || value === undefined)
    throw new QueryError(
      side,
      `the cursor has no \`${name}\`, by which the list is ordered.`,
      value,
    );
  return parseOperand(field, new QueryNode(side, fromText(value, field)));
}

function fromText(value: unknown, { kind }: Field): unknown {
  if (typeof value !== 'string') return value;
  if (kind === 'boolean' && /^(true|false)$/.test(value)) return value === 'true';
  if ((kind === 'number' || kind === 'integer') && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value))
    return Number(value);
  return value;
}
