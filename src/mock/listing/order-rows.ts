import type { ResolvedDialect } from '../../dialect/dialect.js';
import { sortKeys } from '../../query/match/keys.js';
import type { Ordering } from '../../query/order-by.js';
import type { JsonValue } from '../../schema/field.js';
import { own } from '../../values/plain-object.js';
import type { Table } from '../rows/table.js';

/** The order of a column: the key of each row by slot, and how two keys compare in the direction of an ordering. */
export interface ColumnOrder {
  readonly keys: readonly JsonValue[];
  /** The key of a value that is not in a row. */
  readonly keyOf: (value: JsonValue) => JsonValue;
  readonly compare: (left: JsonValue, right: JsonValue) => number;
}

/** Orders a column by its kind (decision 2). By default nulls are last in `asc`, first in `desc`. */
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

/**
 * All slots in an order, also those of deleted rows; by default ties stay in insertion order (decision 2). Sorted
 * once, for all pages of a list.
 */
export function orderSlots(
  order: readonly Ordering[],
  table: Table,
  dialect: ResolvedDialect,
): Iterable<number> {
  const setting = order.length === 0 ? 'default' : 'ties';
  const byId: Ordering = { field: 'id', direction: 'asc' };
  const endsById = !order.some(({ field }) => field === 'id') && dialect.order[setting] === 'id';
  const columns = (endsById ? [...order, byId] : order).map((ordering) => orderOf(ordering, table, dialect));
  if (columns.length === 0) return table.rows.keys();
  return table.derive(`order ${JSON.stringify(order)}`, () =>
    [...table.rows.keys()].sort((left, right) => {
      for (const { keys, compare } of columns) {
        const result = compare(keys[left] ?? null, keys[right] ?? null);
        if (result !== 0) return result;
      }
      return 0; // `sort` is stable
    }),
  );
}
