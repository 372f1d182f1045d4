import type { SelectedRelation, SelectionNode } from '../../query/include.js';
import type { JsonObject, JsonValue } from '../../schema/field.js';
import { setMember } from '../../values/plain-object.js';
import type { Store } from '../rows/store.js';
import { compileToOne, compileWhere } from './compile-where.js';

/**
 * The part of the row in a slot that a response holds. Its JSON values are those of the store: serialize
 * them, never change them.
 */
type Projection = (slot: number) => Readonly<JsonObject>;

/** Turns a selection into a function of slots: fields, computed fields, and relations with their own filters. */
export function compileSelection(selection: SelectionNode, store: Store): Projection {
  const table = store.table(selection.resource);
  const relations = selection.relations.map((relation) => ({
    name: relation.name,
    related: compileRelation(relation, store, selection.resource),
  }));
  const { fields } = selection;
  const isStored = [...table.columns.keys()].join() === fields.join() && relations.length === 0;
  const isWhole = isStored && store.dialect.dates.stored === 'milliseconds';
  return (slot) => {
    const row = table.rows[slot];
    if (!row) return {};
    if (isWhole) return row;
    const selected: JsonObject = {};
    for (const field of fields) setMember(selected, field, table.shownValue(row, field));
    for (const { name, related } of relations) setMember(selected, name, related(slot));
    return selected;
  };
}

/** To-many: the rows that match, in insertion order. To-one: the row, or null if it does not match. */
function compileRelation(
  { relation, selection, where }: SelectedRelation,
  store: Store,
  resource: string,
): (slot: number) => JsonValue {
  const project = compileSelection(selection, store);
  if (relation.cardinality === 'one') {
    const related = compileToOne(relation, where, store, resource);
    return (slot) => {
      const found = related(slot);
      return found === undefined ? null : project(found);
    };
  }
  const matches = compileWhere(where, store, relation.target);
  const ids = store.table(resource).values('id');
  const children = store.table(relation.target).slotsBy(relation.foreignKey);
  return (slot) => (children.get(ids[slot] ?? null) ?? []).filter(matches).map(project);
}
