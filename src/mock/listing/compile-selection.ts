import { buildFilter } from '../../query/filter-node.js';
import type { SelectedRelation, SelectionNode } from '../../query/include.js';
import type { JsonObject, JsonValue } from '../../schema/field.js';
import { setMember } from '../../values/plain-object.js';
import type { Predicate } from '../matching/compile-comparison.js';
import { compileFilter } from '../matching/matching-slots.js';
import type { Store } from '../rows/store.js';

/** What comes back of the row in a slot. Its JSON values are those of the store: to be written down, not handed out. */
type Projection = (slot: number) => Readonly<JsonObject>;

/** Makes the projection of a selection: fields, computed fields, and relations with their own filters. */
export function compileSelection(selection: SelectionNode, store: Store): Projection {
  const table = store.table(selection.resource);
  const relations = selection.relations.map((one) => ({
    name: one.name,
    related: compileRelation(one, store, selection.resource),
  }));
  const { fields } = selection;
  const isWhole = [...table.columns.keys()].join() === fields.join() && relations.length === 0;
  return (slot) => {
    const answer: JsonObject = {};
    const row = table.rows[slot];
    if (!row) return answer;
    if (isWhole) return row; // rows are never changed
    for (const field of fields) setMember(answer, field, table.valueOf(row, field));
    for (const { name, related } of relations) setMember(answer, name, related(slot));
    return answer;
  };
}

/** To-many: the rows that match, in the order of insertion. To-one: the row, or null where it does not match. */
function compileRelation(
  { relation, selection, where }: SelectedRelation,
  store: Store,
  resource: string,
): (slot: number) => JsonValue {
  const project = compileSelection(selection, store);
  const filter = where && buildFilter(store.schema, relation.target, where);
  const matches: Predicate | undefined = filter && compileFilter(filter, store, relation.target);
  const target = store.table(relation.target);
  if (relation.cardinality === 'one') {
    const keys = store.table(resource).values(relation.foreignKey);
    return (slot) => {
      const found = target.slotOf(String(keys[slot]));
      return found === undefined || matches?.(found) === false ? null : project(found);
    };
  }
  const ids = store.table(resource).values('id');
  const links = target.links(relation.foreignKey);
  return (slot) => {
    const all = links.get(ids[slot] ?? null) ?? [];
    return (matches ? all.filter(matches) : all).map(project);
  };
}
