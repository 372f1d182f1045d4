import type { ComparisonNode, FilterNode } from '../query/filter-node.js';
import type { JsonObject, JsonValue } from '../schema/field.js';
import { isPlainObject, own, setMember } from '../values/plain-object.js';

/** A part of a filter, and how many relations it is inside of. */
interface NestedNode {
  readonly node: FilterNode;
  readonly depth: number;
}

export function nodesOf(filter: FilterNode): readonly NestedNode[] {
  const nodes: NestedNode[] = [{ node: filter, depth: 0 }];
  for (const { node, depth } of nodes) {
    // The loop also visits what it adds.
    switch (node.kind) {
      case 'and':
      case 'or':
        for (const part of node.filters) nodes.push({ node: part, depth });
        break;
      case 'relation':
        nodes.push({ node: node.filter, depth: depth + 1 });
        break;
      case 'comparison':
        break;
    }
  }
  return nodes;
}

/** The comparisons of a filter on the row itself, and not on related rows. */
export const comparisonsOf = (filter: FilterNode): ComparisonNode[] =>
  nodesOf(filter).flatMap(({ node, depth }) =>
    depth === 0 && node.kind === 'comparison' ? [node] : [],
  );

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
  isPlainObject(one) &&
  isPlainObject(other) &&
  !Object.keys(one).some((key) => Object.hasOwn(other, key));
