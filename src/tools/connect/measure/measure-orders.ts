import type { Dialect } from '../../../dialect/dialect.js';
import { settings } from '../../../dialect/settings.js';
import type { JsonObject } from '../../../schema/field.js';
import { isDate } from '../../../values/date.js';
import { withoutUndefined } from '../../../values/plain-object.js';

/** Fewer neighbors with different values may be in an order by chance. */
const LEAST_NEIGHBORS = 5;

/**
 * The default order and the order of related rows, as far as the rows show it. Rows that were inserted in the course of
 * time have ascending dates, so only an order by id and one that begins with the newest row differ from the default.
 *
 * @param lists - The rows of each list without an order.
 * @param related - The rows of each array of an include.
 */
export function measureOrders(
  lists: readonly (readonly JsonObject[])[],
  related: readonly (readonly JsonObject[])[],
): NonNullable<Dialect['order']> {
  const known: { readonly [name: string]: { readonly accepts: (value: unknown) => boolean } | undefined } =
    settings.order;
  const order = { default: orderOf(lists), related: orderOf(related) };
  return withoutUndefined(
    Object.fromEntries(Object.entries(order).filter(([name, value]) => known[name]?.accepts(value))),
  );
}

/** The order that all lists have; `undefined` if it is the order of insertion, or if they have none in common. */
function orderOf(lists: readonly (readonly JsonObject[])[]) {
  const shown = lists.filter((rows) => rows.length > 1);
  const fields = new Set(shown.flatMap((rows) => Object.keys(rows[0] ?? {})));
  const orders = ['id', 'created_at', ...fields].flatMap((field) =>
    field === 'id'
      ? [
          { field, direction: 'asc' },
          { field, direction: 'desc' },
        ]
      : { field, direction: 'desc' },
  );
  for (const { field, direction } of orders) {
    const values = shown.map((rows) => rows.map((row) => row[field]));
    const all = values.flat();
    const isKey = field === 'id' ? typeof all[0] === 'string' : all.every(isDate);
    const changes = values.map((some) =>
      some.filter((value, index) => index > 0 && value !== some[index - 1]),
    );
    if (!isKey || changes.flat().length < LEAST_NEIGHBORS) continue;
    if (!values.every((some) => isSorted(some, direction))) continue;
    return field === 'id' && direction === 'asc' ? 'id' : { [field]: direction };
  }
  return undefined;
}

const isSorted = (values: readonly unknown[], direction: string): boolean =>
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
  return pairs.length >= LEAST_NEIGHBORS && pairs.every((isAscending) => isAscending) ? 'id' : undefined;
}
