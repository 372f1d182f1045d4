import type { FilterNode, RelationFilter } from '../../query/filter-node.js';
import type { JsonValue } from '../../schema/field.js';
import type { Store } from '../rows/store.js';
import { candidatesOf } from './candidates.js';
import { compileComparison, type Predicate } from './compile-comparison.js';

// Two functions that call each other: a filter on a relation asks for the slots of its children.

/**
 * The slots of the rows that match, in the order of insertion.
 *
 * @param opposite - Whether those that don't match are wanted instead.
 * @param limit - How many are wanted at most.
 */
export function matchingSlots(
  filter: FilterNode | undefined,
  store: Store,
  resource: string,
  opposite = false,
  limit = Number.POSITIVE_INFINITY,
): number[] {
  const table = store.table(resource);
  const found: number[] = [];
  if (limit === 0) return found;
  const matches = filter ? compileFilter(filter, store, resource) : () => true;
  const candidates = filter && !opposite ? candidatesOf(filter, store, resource) : undefined;
  if (candidates) {
    for (const slot of candidates) if (matches(slot) && found.push(slot) === limit) break;
    return found;
  }
  const { rows } = table;
  const length = rows.length;
  for (let slot = 0; slot < length; slot++) {
    if (rows[slot] !== undefined && matches(slot) !== opposite && found.push(slot) === limit) break;
  }
  return found;
}

/** Makes a predicate over the slots of a resource's table: a filter is looked at once, and then only run. */
export function compileFilter(filter: FilterNode, store: Store, resource: string): Predicate {
  if ('filters' in filter) {
    const predicates = filter.filters.map((one) => compileFilter(one, store, resource));
    return filter.op === 'and' ? every(predicates) : some(predicates);
  }
  if ('relation' in filter) return compileRelation(filter, store, resource);
  return compileComparison(filter, store.table(resource));
}

function every(predicates: readonly Predicate[]): Predicate {
  const [first, second] = predicates;
  if (first && predicates.length === 1) return first;
  if (first && second && predicates.length === 2) return (slot) => first(slot) && second(slot);
  return (slot) => {
    for (const predicate of predicates) if (!predicate(slot)) return false;
    return true;
  };
}

function some(predicates: readonly Predicate[]): Predicate {
  const [first, second] = predicates;
  if (first && predicates.length === 1) return first;
  if (first && second && predicates.length === 2) return (slot) => first(slot) || second(slot);
  return (slot) => {
    for (const predicate of predicates) if (predicate(slot)) return true;
    return false;
  };
}

/**
 * A semi-join: the children are gone through once, and the parents' ids collected. `every` holds where no child fails,
 * so also where there are no children (decision 18).
 */
function compileRelation(
  { op, relation, filter }: RelationFilter,
  store: Store,
  resource: string,
): Predicate {
  const { target, foreignKey } = store.relation(resource, relation);
  const ids = store.table(resource).values('id');
  let parents: Set<JsonValue | undefined> | undefined;
  const collect = () => {
    const keys = store.table(target).values(foreignKey);
    const found = new Set<JsonValue | undefined>();
    for (const slot of matchingSlots(filter, store, target, op === 'every')) found.add(keys[slot]);
    return found;
  };
  const wanted = op === 'some';
  return (slot) => {
    parents ??= collect();
    return parents.has(ids[slot]) === wanted;
  };
}
