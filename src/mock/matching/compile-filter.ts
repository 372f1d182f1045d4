import { buildFilter, type FilterNode, type RelationFilter } from '../../query/filter-node.js';
import type { JsonObject, JsonValue } from '../../schema/field.js';
import type { Store } from '../rows/store.js';
import { compileComparison, type Predicate } from './compile-comparison.js';

/** Turns a checked `where` into a predicate on the rows of a resource's table. */
export const compileWhere = (where: JsonObject | undefined, store: Store, resource: string): Predicate =>
  where ? compileFilter(buildFilter(store.schema, resource, where), store, resource) : () => true;

function compileFilter(filter: FilterNode, store: Store, resource: string): Predicate {
  if ('filters' in filter) {
    const predicates = filter.filters.map((part) => compileFilter(part, store, resource));
    return filter.op === 'and' ? every(predicates) : some(predicates);
  }
  if ('relation' in filter) {
    const { cardinality } = store.relation(resource, filter.relation);
    return cardinality === 'one'
      ? compileToOne(filter, store, resource)
      : compileToMany(filter, store, resource);
  }
  return compileComparison(filter, store.table(resource), store.rules);
}

const every =
  (predicates: readonly Predicate[]): Predicate =>
  (slot) => {
    for (const predicate of predicates) if (!predicate(slot)) return false;
    return true;
  };

const some =
  (predicates: readonly Predicate[]): Predicate =>
  (slot) => {
    for (const predicate of predicates) if (predicate(slot)) return true;
    return false;
  };

/** A missing related row matches no filter. */
function compileToOne({ relation, filter }: RelationFilter, store: Store, resource: string): Predicate {
  const { target, foreignKey } = store.relation(resource, relation);
  const keys = store.table(resource).values(foreignKey);
  const related = store.table(target);
  const matches = compileFilter(filter, store, target);
  return (slot) => {
    const found = related.slotOf(String(keys[slot]));
    return found !== undefined && matches(found);
  };
}

/**
 * A semi-join: the children are scanned once for the ids of their parents. `every` looks for children that do
 * not match, so it holds for a parent without children (decision 18).
 */
function compileToMany({ op, relation, filter }: RelationFilter, store: Store, resource: string): Predicate {
  const { target, foreignKey } = store.relation(resource, relation);
  const ids = store.table(resource).values('id');
  let parents: Set<JsonValue | undefined> | undefined;
  const findParents = () => {
    const keys = store.table(target).values(foreignKey);
    const matches = compileFilter(filter, store, target);
    return new Set(
      findSlots(store, target, op === 'every' ? (slot) => !matches(slot) : matches).map((slot) => keys[slot]),
    );
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
  matches: Predicate,
  limit = Number.POSITIVE_INFINITY,
): number[] {
  const { rows } = store.table(resource);
  const found: number[] = [];
  for (let slot = 0; slot < rows.length && found.length < limit; slot++)
    if (rows[slot] !== undefined && matches(slot)) found.push(slot);
  return found;
}
