import type { CheckedListQuery } from '../../query/list-query.js';
import type { JsonObject } from '../../schema/field.js';
import { matchingSlots } from '../filter/matching-slots.js';
import type { Store } from '../store/store.js';
import { compileSelection } from './compile-selection.js';
import { orderSlots } from './order-rows.js';
import { readPosition } from './position.js';

/** The part of a checked query that decides which rows come, and how. */
export type ListRequest = Pick<
  CheckedListQuery,
  'selection' | 'filter' | 'order' | 'take' | 'skip' | 'after' | 'before'
>;

/**
 * The rows of a list: filtered, ordered, cut to a page, projected.
 *
 * @throws QueryError for an `after` or `before` that is neither a value of the first ordering property nor a cursor.
 */
export function listRows(request: ListRequest, store: Store): JsonObject[] {
  const { selection, filter, order, take = Number.POSITIVE_INFINITY, skip = 0 } = request;
  const table = store.table(selection.resource);
  const bounds = (['after', 'before'] as const).flatMap((side) => {
    const value = request[side];
    return value === undefined ? [] : [readPosition(value, side, order, table)];
  });
  const whole = order.length > 0 || bounds.length > 0;
  const limit = whole ? Number.POSITIVE_INFINITY : take === 0 ? 0 : skip + take;
  const matching = matchingSlots(filter, store, selection.resource, false, limit);
  const inside =
    bounds.length === 0 ? matching : matching.filter((slot) => bounds.every((holds) => holds(slot)));
  const page = orderSlots(inside, order, table).slice(skip, skip + take);
  return page.map(compileSelection(selection, store));
}
