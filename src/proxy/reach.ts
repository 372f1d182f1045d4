import { type FilterNode, filterOf } from '../query/filter.js';
import type { SelectionNode } from '../query/include.js';
import type { Resources } from '../schema/lookup.js';

/** What a query reads, or filters by. */
export interface Reach {
  /** Whose policies decide about the response. The first one is that of the rows. */
  readonly resources: readonly string[];
  /** How many relations the query nests. */
  readonly depth: number;
  /** Whether it has a filter, whose values a service may reject. */
  readonly hasFilter: boolean;
}

/** Follows the relations of a query. */
export function findReach(
  schema: Resources,
  filter: FilterNode | undefined,
  selection: SelectionNode,
): Reach {
  const resources = new Set([selection.resource]);
  let depth = 0;
  let hasFilter = filter !== undefined;
  const enter = (resource: string, level: number): void => {
    resources.add(resource);
    depth = Math.max(depth, level);
  };
  const followFilter = (node: FilterNode, level: number): void => {
    if (node.kind === 'comparison') return;
    if (node.kind !== 'relation') {
      for (const part of node.filters) followFilter(part, level);
      return;
    }
    enter(node.relation.target, level + 1);
    followFilter(node.filter, level + 1);
  };
  const followSelection = ({ relations }: SelectionNode, level: number): void => {
    for (const { relation, selection: related, where } of relations) {
      enter(relation.target, level + 1);
      hasFilter ||= where !== undefined;
      if (where) followFilter(filterOf(schema, relation.target, where), level + 1);
      followSelection(related, level + 1);
    }
  };
  if (filter) followFilter(filter, 0);
  followSelection(selection, 0);
  return { resources: [...resources], depth, hasFilter };
}
