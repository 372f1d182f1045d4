import type { FilterNode, RelationFilter } from '../../query/filter-node.js';
import { compileFilter, type Predicate, type RowReader } from '../../query/match/compile-filter.js';
import type { JsonValue } from '../../schema/field.js';
import type { Store } from '../rows/store.js';

/** Whether the row in a slot of a table matches. Valid until the next write. */
export type SlotPredicate = Predicate<number>;

/** Turns a filter into a predicate on the rows of a resource's table. */
export const compileWhere = (
  filter: FilterNode | undefined,
  store: Store,
  resource: string,
  outcome: 'holds' | 'fails' = 'holds',
): SlotPredicate =>
  filter ? compileFilter(filter, slotReader(store, resource), store.dialect, outcome) : () => true;

const slotReader = (store: Store, resource: string): RowReader<number> => ({
  field(name, keyOf, test) {
    const keys = store.table(resource).keys(name, keyOf);
    return (slot) => test(keys[slot] ?? null);
  },
  relation: (filter) =>
    filter.relation.cardinality === 'one'
      ? compileToOne(filter, store, resource)
      : compileToMany(filter, store, resource),
});

/** A missing related row matches no filter. */
function compileToOne(
  { relation: { target, foreignKey }, filter }: RelationFilter,
  store: Store,
  resource: string,
): SlotPredicate {
  const keys = store.table(resource).values(foreignKey);
  const related = store.table(target);
  const matches = compileWhere(filter, store, target);
  return (slot) => {
    const found = related.slotOf(String(keys[slot]));
    return found !== undefined && matches(found);
  };
}

/**
 * A semi-join: the children are scanned once for the ids of their parents. `every` looks for children for
 * which the filter fails, so it holds for a parent without children (decision 18).
 */
function compileToMany(
  { op, relation: { target, foreignKey }, filter }: RelationFilter,
  store: Store,
  resource: string,
): SlotPredicate {
  const ids = store.table(resource).values('id');
  let parents: Set<JsonValue | undefined> | undefined;
  const findParents = () => {
    const keys = store.table(target).values(foreignKey);
    const decisive = compileWhere(filter, store, target, op === 'every' ? 'fails' : 'holds');
    return new Set(findSlots(store, target, decisive).map((slot) => keys[slot]));
  };
  return (slot) => {
    parents ??= findParents();
    return parents.has(ids[slot]) === (op === 'some');
  };
}

/** The slots of the rows that match, in insertion order, `limit` at most. */
export function findSlots(
  store: Store,
  resource: string,
  matches: SlotPredicate,
  limit = Number.POSITIVE_INFINITY,
): number[] {
  const { rows } = store.table(resource);
  const found: number[] = [];
  for (let slot = 0; slot < rows.length && found.length < limit; slot++)
    if (rows[slot] !== undefined && matches(slot)) found.push(slot);
  return found;
}
