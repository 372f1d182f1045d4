import type { ResolvedDialect } from '../../dialect/dialect.js';
import { compareBy, sortKeys } from '../../query/match/keys.js';
import type { Ordering } from '../../query/order-by.js';
import type { JsonValue } from '../../schema/field.js';
import { own } from '../../values/plain-object.js';
import type { Table } from '../rows/table.js';

/**
 * The order of a column: the key of each row by slot, and how two keys compare in the direction of
 * an ordering.
 */
export interface ColumnOrder {
  readonly keys: readonly JsonValue[];
  /** The key of a value that is not in a row. */
  readonly keyOf: (value: JsonValue) => JsonValue;
  readonly compare: (left: JsonValue, right: JsonValue) => number;
}

/**
 * Orders a column by its kind (decision 2). By default nulls are last in `asc`, first in `desc`.
 */
export function orderOf(
  { field: name, direction }: Ordering,
  table: Table,
  dialect: ResolvedDialect,
): ColumnOrder {
  const field = table.columns.get(name) ?? own(table.fields, name);
  if (!field) throw new Error(`${table.name} has no field ${name}.`); // unreachable: names are checked earlier
  const { ofRow, ofOperand, compare } = sortKeys(field, direction, dialect);
  return { keys: table.keys(name, ofRow), keyOf: ofOperand, compare };
}

function unaskedOrder(
  setting: 'default' | 'related',
  table: Table,
  { order }: ResolvedDialect,
): Ordering[] {
  const value = order[setting];
  if (value === 'insertion') return [];
  const fields = value === 'id' ? { id: 'asc' as const } : value;
  const known = Object.entries(fields).filter(([name]) => table.columns.has(name));
  return known.map(([field, direction]) => ({ field, direction }));
}

/**
 * All slots in an order, also those of deleted rows; by default ties stay in insertion order
 * (decision 2). Sorted once, for all pages of a list; `undefined` for insertion order. If the query
 * asks for no order, the dialect has one.
 */
export function orderSlots(
  asked: readonly Ordering[],
  table: Table,
  dialect: ResolvedDialect,
  setting: 'default' | 'related' = 'default',
): readonly number[] | undefined {
  const order = asked.length > 0 ? asked : unaskedOrder(setting, table, dialect);
  const byId: Ordering = { field: 'id', direction: 'asc' };
  const isOpen = typeof dialect.order[setting] === 'object' || order.length > 0;
  const endsById =
    isOpen && !order.some(({ field }) => field === 'id') && dialect.order.ties === 'id';
  const columns = (endsById ? [...order, byId] : order).map((ordering) => {
    const { keys, compare } = orderOf(ordering, table, dialect);
    return { keyOf: (slot: number) => keys[slot] ?? null, compare };
  });
  if (columns.length === 0) return undefined;
  return table.derive(
    `order ${JSON.stringify(order)}`,
    () => [...table.rows.keys()].sort(compareBy(columns)), // `sort` is stable
  );
}
