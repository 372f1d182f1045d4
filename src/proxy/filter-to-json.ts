import type { FilterNode } from '../query/filter-node.js';
import type { JsonObject, JsonValue } from '../schema/field.js';
import { isPlainObject, own, setMember } from '../values/plain-object.js';

/**
 * Writes a filter as a `where`.
 *
 * @example
 * filterToJson({ kind: 'or', filters: [] }) // => { OR: [] }
 */
export function filterToJson(filter: FilterNode): JsonObject {
  switch (filter.kind) {
    case 'and':
      return mergeParts(filter.filters.map(filterToJson));
    case 'or':
      return { OR: filter.filters.map(filterToJson) };
    case 'relation': {
      const { op, name, relation } = filter;
      const related = filterToJson(filter.filter);
      if (relation.cardinality === 'many') return { [name]: { [op]: related } };
      return { [name]: Object.keys(related).length === 0 ? { AND: [] } : related }; // `{}` is no constraint
    }
    case 'comparison': {
      const { op, name, operand } = filter;
      const isBare = op === 'eq' && (typeof operand !== 'object' || operand === null);
      return { [name]: isBare ? operand : { [op]: operand } };
    }
  }
}

/** One object, unless two parts have the same members. */
function mergeParts(parts: readonly JsonObject[]): JsonObject {
  const merged: JsonObject = {};
  for (const [key, value] of parts.flatMap(Object.entries<JsonValue>)) {
    const before = own(merged, key);
    if (before === undefined) setMember(merged, key, value);
    else if (areDisjoint(before, value))
      setMember(merged, key, { ...(before as JsonObject), ...(value as JsonObject) });
    else return { AND: [...parts] };
  }
  return merged;
}

const areDisjoint = (one: JsonValue, other: JsonValue): boolean =>
  isPlainObject(one) && isPlainObject(other) && !Object.keys(one).some((key) => Object.hasOwn(other, key));
