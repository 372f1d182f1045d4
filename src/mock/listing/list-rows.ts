import { QueryError } from '../../errors/usage-errors.js';
import type { ParsedListQuery } from '../../query/list-query.js';
import type { JsonObject } from '../../schema/field.js';
import type { Store } from '../rows/store.js';
import { selectRows } from './compile-selection.js';
import { compileWhere, findSlots } from './compile-where.js';
import { parsePosition } from './cursor.js';
import { orderSlots } from './order-rows.js';

/**
 * The rows of a list: filtered, ordered, cut to a page, selected.
 *
 * @throws QueryError for an `after` or `before` that is neither a value of the first ordering field nor a cursor; also
 * for a `take` of 0, if the service rejects it.
 */
export function listRows(query: ParsedListQuery, store: Store): readonly Readonly<JsonObject>[] {
  const { empty, pageSize } = store.dialect;
  const { selection, skip = 0 } = query;
  if (query.take === 0 && empty.take === 'rejected')
    throw new QueryError('take', 'expected a positive integer, got 0.', 0);
  const take = Math.min(query.take ?? pageSize.default, pageSize.max);
  const end = take === 0 ? 0 : skip + take;
  return selectRows(selection, listSlots(query, store, end).slice(skip), store);
}

/** The number of all rows of a list, on whichever page they are. */
export const countRows = ({ selection: { resource }, filter }: ParsedListQuery, store: Store): number =>
  findSlots(store, resource, compileWhere(filter, store, resource)).length;

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
  if (after !== undefined) predicates.push(parsePosition(after, 'after', order, table, store.dialect));
  if (before !== undefined) predicates.push(parsePosition(before, 'before', order, table, store.dialect));
  const found: number[] = [];
  for (const slot of slots ?? matching ?? table.rows.keys()) {
    if (found.length >= needed) break;
    if (table.rows[slot] && predicates.every((matches) => matches(slot))) found.push(slot);
  }
  return found;
}
