import type { Comparison, FilterNode } from '../../query/filter-node.js';
import type { JsonValue } from '../../schema/field.js';
import type { Store } from '../rows/store.js';
import type { Table } from '../rows/table.js';

/** The slots to which the maps by id and by foreign key narrow a filter down, ascending; none where they can't. */
export function candidatesOf(
  filter: FilterNode,
  store: Store,
  resource: string,
): readonly number[] | undefined {
  if ('filters' in filter) {
    if (filter.op === 'or') return undefined;
    let fewest: readonly number[] | undefined;
    for (const one of filter.filters) {
      const candidates = candidatesOf(one, store, resource);
      if (candidates && candidates.length < (fewest?.length ?? Number.POSITIVE_INFINITY)) fewest = candidates;
    }
    return fewest;
  }
  if ('relation' in filter) return undefined;
  const lookUp = lookUpOf(filter, store, resource);
  if (!lookUp) return undefined;
  if (filter.op === 'eq') return lookUp(filter.operand);
  if (filter.op === 'in' && Array.isArray(filter.operand))
    return [...new Set(filter.operand)].flatMap(lookUp).sort((left, right) => left - right);
  return undefined;
}

/** How the rows with one value of a column are found without a scan. */
function lookUpOf({ field }: Comparison, store: Store, resource: string) {
  const table: Table = store.table(resource);
  if (field === 'id') {
    return (id: JsonValue): readonly number[] => {
      const slot = typeof id === 'string' ? table.slotOf(id) : undefined;
      return slot === undefined ? [] : [slot];
    };
  }
  if (!store.foreignKeys(resource).has(field)) return undefined;
  return (id: JsonValue): readonly number[] => table.links(field).get(id) ?? [];
}
