import type { Filter, RelationFilter } from '../../query/filter.js';
import type { JsonValue } from '../../schema/field.js';
import type { Store } from '../store/store.js';
import { compileComparison } from './compile-comparison.js';
import { matchingSlots } from './matching-slots.js';

/** Whether the row in a slot of one table matches. Good until the next write. */
export type Predicate = (slot: number) => boolean;

/** Makes a predicate over the slots of a resource's table: a filter is looked at once, and then only run. */
export function compileFilter(filter: Filter, store: Store, resource: string): Predicate {
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
  const { target, via } = store.relation(resource, relation);
  const ids = store.table(resource).values('id');
  let parents: Set<JsonValue | undefined> | undefined;
  const collect = () => {
    const keys = store.table(target).values(via);
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
