import { QueryError } from '../../errors.js';
import type { SelectedRelation, SelectionNode } from '../../query/include.js';
import type { JsonObject, JsonValue } from '../../schema/field.js';
import { setMember } from '../../values/plain-object.js';
import type { Store } from '../rows/store.js';
import { compileToOne, compileWhere } from './compile-where.js';
import { orderSlots } from './order-rows.js';

/**
 * How many related rows a response may have: so many, or so many for each row if that is more
 * (decision 61).
 */
const MAX_RELATED = 100_000;
const MAX_RELATED_PER_ROW = 5;

/**
 * The part of a row that a response has. Its JSON values are those of the store: serialize them,
 * never change them.
 */
type SelectedRow = Readonly<JsonObject>;

interface Projection {
  readonly select: (slot: number) => SelectedRow;
  /** How many objects the selected row has, with itself. Counted without selecting them. */
  readonly size: (slot: number) => number;
}

/**
 * The parts of rows that a response has. Too many related rows are rejected before any is created.
 */
export function selectRows(
  selection: SelectionNode,
  slots: readonly number[],
  store: Store,
): readonly SelectedRow[] {
  const { select, size } = compileSelection(selection, store);
  if (selection.relations.length > 0) {
    const limit = Math.max(MAX_RELATED, MAX_RELATED_PER_ROW * slots.length);
    let related = -slots.length;
    for (const slot of slots) related += size(slot);
    if (related > limit)
      throw new QueryError(
        'include',
        `the response would have more than ${limit} related rows, because each relation multiplies them. Include fewer relations, or request fewer rows.`,
      );
  }
  return slots.map(select);
}

function compileSelection(selection: SelectionNode, store: Store): Projection {
  const table = store.table(selection.resource);
  const relations = selection.relations.map((relation) => ({
    name: relation.name,
    ...compileRelation(relation, store, selection.resource),
  }));
  const { fields } = selection;
  const isStored = [...table.columns.keys()].join() === fields.join() && relations.length === 0;
  const { dates } = store.dialect;
  const isWhole = isStored && dates !== 'microseconds';
  return {
    select(slot) {
      const row = table.rows[slot];
      if (!row) return {};
      if (isWhole) return row;
      const selected: JsonObject = {};
      for (const field of fields) setMember(selected, field, table.shownValue(row, field, dates));
      for (const { name, select } of relations) setMember(selected, name, select(slot));
      return selected;
    },
    size: (slot) => relations.reduce((sum, { size }) => sum + size(slot), 1),
  };
}

/**
 * To-many: the rows that match, in the order of the dialect. To-one: the row, or null if it does
 * not match.
 */
function compileRelation(
  { relation, selection, where }: SelectedRelation,
  store: Store,
  resource: string,
) {
  const target = compileSelection(selection, store);
  // A related row is selected and counted once, however many rows refer to it.
  const select = oncePerSlot(target.select);
  const size = oncePerSlot(target.size);
  if (relation.cardinality === 'one') {
    const related = compileToOne(relation, where, store, resource);
    return {
      select(slot: number): JsonValue {
        const found = related(slot);
        return found === undefined ? null : select(found);
      },
      size(slot: number): number {
        const found = related(slot);
        return found === undefined ? 0 : size(found);
      },
    };
  }
  const matches = compileWhere(where, store, relation.target);
  const ids = store.table(resource).values('id');
  const children = store.table(relation.target).slotsBy(relation.foreignKey);
  const ranks = relatedRanks(store, relation.target);
  const related = oncePerSlot((slot) => {
    const found = (children.get(ids[slot] ?? null) ?? []).filter(matches);
    return ranks ? found.sort((left, right) => (ranks[left] ?? 0) - (ranks[right] ?? 0)) : found;
  });
  return {
    select: (slot: number): JsonValue => related(slot).map(select),
    size: (slot: number): number => related(slot).reduce((sum, child) => sum + size(child), 0),
  };
}

/** The place of each slot among related rows; `undefined` for insertion order. */
function relatedRanks(store: Store, resource: string): readonly number[] | undefined {
  const table = store.table(resource);
  const slots = orderSlots([], table, store.dialect, 'related');
  if (!slots) return undefined;
  return table.derive('ranks of related rows', () => {
    const ranks: number[] = [];
    for (const [rank, slot] of slots.entries()) ranks[slot] = rank;
    return ranks;
  });
}

function oncePerSlot<Result>(compute: (slot: number) => Result): (slot: number) => Result {
  const results = new Map<number, Result>();
  return (slot) => {
    const known = results.get(slot);
    if (known !== undefined) return known;
    const result = compute(slot);
    results.set(slot, result);
    return result;
  };
}
