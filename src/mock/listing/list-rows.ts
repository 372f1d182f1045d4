import type { FilterNode } from '../../query/filter-node.js';
import type { CheckedListQuery } from '../../query/list-query.js';
import type { JsonObject } from '../../schema/field.js';
import { candidatesOf } from '../matching/candidates.js';
import type { Predicate } from '../matching/compile-comparison.js';
import { compileFilter, matchingSlots } from '../matching/matching-slots.js';
import type { Store } from '../rows/store.js';
import { compileSelection } from './compile-selection.js';
import { readPosition } from './cursor.js';
import { orderSlots, sortedSlots } from './order-rows.js';

/** The part of a checked query that decides which rows come, and how. */
export interface ListRequest
  extends Pick<CheckedListQuery, 'selection' | 'order' | 'take' | 'skip' | 'after' | 'before'> {
  readonly filter?: FilterNode | undefined;
}

/**
 * The rows of a list: filtered, ordered, cut to a page, projected.
 *
 * @throws QueryError for an `after` or `before` that is neither a value of the first ordering property nor a cursor.
 */
export function listRows(request: ListRequest, store: Store): Readonly<JsonObject>[] {
  const { selection, take = Number.POSITIVE_INFINITY, skip = 0 } = request;
  const end = take === 0 ? 0 : skip + take;
  return findSlots(request, store, end).slice(skip, end).map(compileSelection(selection, store));
}

/** The slots of the first rows of a list, as many as are needed, in its order. */
function findSlots(request: ListRequest, store: Store, needed: number): readonly number[] {
  const { selection, filter, order } = request;
  const table = store.table(selection.resource);
  const bounds = (['after', 'before'] as const).flatMap((side) => {
    const value = request[side];
    return value === undefined ? [] : [readPosition(value, side, order, table)];
  });
  const inside: Predicate = (slot) => bounds.every((holds) => holds(slot));
  if (order.length > 0 && needed < Number.POSITIVE_INFINITY && !isNarrow(request, store)) {
    const matches = filter ? compileFilter(filter, store, selection.resource) : () => true;
    return first(sortedSlots(order, table), (slot) => matches(slot) && inside(slot), needed);
  }
  if (order.length === 0 && bounds.length === 0)
    return matchingSlots(filter, store, selection.resource, false, needed);
  const matching = matchingSlots(filter, store, selection.resource);
  return orderSlots(bounds.length === 0 ? matching : matching.filter(inside), order, table);
}

/** Whether the maps leave so few rows that sorting them costs less than going through all in order. */
const isNarrow = ({ selection, filter }: ListRequest, store: Store): boolean =>
  filter !== undefined && candidatesOf(filter, store, selection.resource) !== undefined;

function first(slots: readonly number[], matches: Predicate, needed: number): number[] {
  const found: number[] = [];
  if (needed === 0) return found;
  for (const slot of slots) if (matches(slot) && found.push(slot) === needed) break;
  return found;
}
