import type { FilterNode, RelationFilter } from '../../query/filter-node.js';
import { compileFilter, type Predicate, type RowReader } from '../../query/match/compile-filter.js';
import { asIs } from '../../query/match/match-text.js';
import type { JsonValue } from '../../schema/field.js';
import type { Relation } from '../../schema/relation.js';
import type { Store } from '../rows/store.js';

/** Whether the row in a slot of a table matches. Valid until the next write. */
export type SlotPredicate = Predicate<number>;

export const compileWhere = (
  filter: FilterNode | undefined,
  store: Store,
  resource: string,
  outcome: 'holds' | 'fails' = 'holds',
): SlotPredicate =>
  filter ? compileFilter(filter, slotReader(store, resource), store.dialect, outcome) : () => true;

const slotReader = (store: Store, resource: string): RowReader<number> => ({
  field(name, keyOf, test, among) {
    const table = store.table(resource);
    const keys = table.keys(name, keyOf);
    const matches: SlotPredicate = (slot) => test(keys[slot] ?? null);
    if (!among) return matches;
    // An index costs several scans, so the first equality after a write does without.
    const equalities = table.derive(`equalities of ${name}`, () => ({ count: 0 }));
    equalities.count++;
    if (equalities.count === 1) return matches;
    const find = () => {
      const index = table.slotsBy(name, keyOf);
      // If each value of the column is its own key, so is an item that is one of them.
      const isOwnKey = keys === table.values(name);
      const slotsOf = (item: JsonValue) =>
        (isOwnKey && index.get(item)) || index.get(among.keyOf(item));
      return inOrder(among.items, slotsOf, table.rows.length);
    };
    return Object.assign(matches, { find });
  },
  relation(filter) {
    if (filter.relation.cardinality === 'many') return compileToMany(filter, store, resource);
    const related = compileToOne(filter.relation, filter.filter, store, resource);
    return (slot) => related(slot) !== undefined;
  },
  union: (found) => inOrder(found, asIs, store.table(resource).rows.length),
});

/** The slots of all items, ascending and each once. */
function inOrder<Item>(
  items: readonly Item[],
  slotsOf: (item: Item) => readonly number[] | undefined,
  length: number,
): readonly number[] {
  const [first] = items;
  if (items.length < 2) return (first !== undefined && slotsOf(first)) || [];
  const isFound = new Uint8Array(length);
  for (const item of items) {
    const slots = slotsOf(item) ?? [];
    for (let index = 0; index < slots.length; index++) isFound[slots[index] ?? 0] = 1; // faster than `for of`
  }
  const found: number[] = [];
  for (let slot = 0; slot < length; slot++) if (isFound[slot] === 1) found.push(slot);
  return found;
}

/**
 * Finds the slot of the row that a row refers to; `undefined` if there is none, or it does not
 * match.
 */
export function compileToOne(
  { target, foreignKey }: Relation,
  filter: FilterNode | undefined,
  store: Store,
  resource: string,
): (slot: number) => number | undefined {
  const keys = store.table(resource).values(foreignKey);
  const table = store.table(target);
  const matches = compileWhere(filter, store, target);
  return (slot) => {
    const key = keys[slot];
    const found = typeof key === 'string' ? table.slotOf(key) : undefined;
    return found !== undefined && matches(found) ? found : undefined;
  };
}

/**
 * A semi-join: the children are scanned once for the ids of their parents. `every` looks for
 * children for which the filter fails, so it holds for a parent without children (decision 18).
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

/** The slots of the rows that match, in insertion order. */
export function findSlots(
  store: Store,
  resource: string,
  matches: SlotPredicate,
): readonly number[] {
  const { rows } = store.table(resource);
  if (matches.find) return matches.find();
  const found: number[] = [];
  for (let slot = 0; slot < rows.length; slot++) if (rows[slot] && matches(slot)) found.push(slot);
  return found;
}
