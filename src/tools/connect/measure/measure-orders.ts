import type { Dialect, ResolvedDialect } from '../../../dialect/dialect.js';
import { settings } from '../../../dialect/settings.js';
import type { JsonObject, JsonValue } from '../../../schema/field.js';
import { isDate } from '../../../values/date.js';
import { withoutUndefined } from '../../../values/plain-object.js';

/** Fewer neighbors with different values may be in an order by chance. */
const LEAST_NEIGHBORS = { list: 5, related: 10 };

/** An order as a dialect says it. */
type Order = Exclude<ResolvedDialect['order']['related'], 'insertion'>;

/**
 * The default order and the order of related rows, as far as the rows show it. A mock inserts rows in the order of
 * their creation, so lists that begin with the oldest row, and related rows that do so too, have the default.
 *
 * @param lists - The rows of each list without an order.
 * @param related - The rows of each array of an include.
 */
export function measureOrders(
  lists: readonly (readonly JsonObject[])[],
  related: readonly (readonly JsonObject[])[],
): NonNullable<Dialect['order']> {
  const usual = orderOf(lists, LEAST_NEIGHBORS.list);
  const ofRelated = orderOf(related, LEAST_NEIGHBORS.related);
  const isInsertion = isOldestFirst(usual);
  const isSame = JSON.stringify(usual) === JSON.stringify(ofRelated);
  const hasOrder = lists.some((rows) => rows.length > 1);
  return withoutUndefined({
    default: isInsertion ? undefined : usual,
    related: isOldestFirst(ofRelated) && (isSame || !hasOrder) ? undefined : ofRelated,
  });
}

const isOldestFirst = (order: Order | undefined): boolean =>
  typeof order === 'object' && !Object.hasOwn(order, 'id') && Object.values(order)[0] === 'asc';

/** The order that all lists have; `undefined` if they have none in common. */
function orderOf(lists: readonly (readonly JsonObject[])[], least: number): Order | undefined {
  const shown = lists.filter((rows) => rows.length > 1);
  const fields = new Set(['id', 'created_at', ...shown.flatMap((rows) => Object.keys(rows[0] ?? {}))]);
  for (const field of fields) {
    const values = shown.map((rows) => rows.map((row) => row[field]));
    const all = values.flat();
    const isKey = field === 'id' ? typeof all[0] === 'string' : all.every(isDate);
    const changes = values.flatMap((some) =>
      some.filter((value, index) => index > 0 && value !== some[index - 1]),
    );
    if (!isKey || changes.length < least) continue;
    for (const direction of ['asc', 'desc'] as const) {
      if (!values.every((some) => isSorted(some, direction))) continue;
      const order = field === 'id' && direction === 'asc' ? 'id' : { [field]: direction };
      if (settings.order.related.accepts(order)) return order as Order; // what the setting accepts
    }
  }
  return undefined;
}

/** Whether values are in the order that a dialect says. */
export const areInOrder = (values: readonly JsonValue[], order: Order): boolean =>
  isSorted(values, order === 'id' ? 'asc' : (Object.values(order)[0] ?? 'asc'));

const isSorted = (values: readonly unknown[], direction: 'asc' | 'desc'): boolean =>
  values.every((value, index) => {
    const [before, after] = [String(values[index - 1] ?? value), String(value)];
    return direction === 'asc' ? before <= after : before >= after;
  });

/** Whether rows with equal values are in the order of their ids: `undefined` if too few rows show it. */
export function tiesOf(
  lists: readonly { readonly fields: readonly string[]; readonly rows: readonly JsonObject[] }[],
): 'id' | undefined {
  const pairs = lists.flatMap(({ fields, rows }) =>
    rows.slice(1).flatMap((row, index) => {
      const before = rows[index];
      const isTie =
        before && fields.every((name) => JSON.stringify(row[name]) === JSON.stringify(before[name]));
      return isTie ? [String(before.id) < String(row.id)] : [];
    }),
  );
  return pairs.length >= LEAST_NEIGHBORS.list && pairs.every((isAscending) => isAscending) ? 'id' : undefined;
}
