import type { CheckedListQuery } from '../../query/list-query.js';
import type { JsonObject } from '../../schema/field.js';
import type { Predicate } from '../matching/compile-comparison.js';
import { compileWhere, findSlots } from '../matching/compile-filter.js';
import type { Store } from '../rows/store.js';
import { compileSelection } from './compile-selection.js';
import { parsePosition } from './cursor.js';
import { orderSlots } from './order-rows.js';

/**
 * The rows of a list: filtered, ordered, cut to a page, selected.
 *
 * @throws QueryError for an `after` or `before` that is neither a value of the first ordering property
 * nor a cursor.
 */
export function listRows(query: CheckedListQuery, store: Store): Readonly<JsonObject>[] {
  const { selection, take = Number.POSITIVE_INFINITY, skip = 0 } = query;
  const end = take === 0 ? 0 : skip + take;
  return listSlots(query, store, end).slice(skip).map(compileSelection(selection, store));
}

/**
 * The slots of the first rows of a list, as many as are needed.
 *
 * @param also - A further condition.
 */
export function listSlots(
  { selection, where, order, after, before }: CheckedListQuery,
  store: Store,
  needed: number,
  also?: Predicate,
): readonly number[] {
  const table = store.table(selection.resource);
  const predicates: Predicate[] = [compileWhere(where, store, selection.resource)];
  if (after !== undefined) predicates.push(parsePosition(after, 'after', order, table));
  if (before !== undefined) predicates.push(parsePosition(before, 'before', order, table));
  if (also) predicates.push(also);
  const matches: Predicate = (slot) => predicates.every((predicate) => predicate(slot));
  if (order.length === 0) return findSlots(store, selection.resource, matches, needed);
  const found: number[] = [];
  for (const slot of orderSlots(order, table)) {
    if (found.length >= needed) break;
    if (matches(slot)) found.push(slot);
  }
  return found;
}
