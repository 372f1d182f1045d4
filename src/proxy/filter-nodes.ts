import type { ComparisonNode, FilterNode } from '../query/filter-node.js';

/** A part of a filter, and how many relations it is inside of. */
interface NestedNode {
  readonly node: FilterNode;
  readonly depth: number;
}

/** A filter and all its parts. */
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
  nodesOf(filter).flatMap(({ node, depth }) => (depth === 0 && node.kind === 'comparison' ? [node] : []));
