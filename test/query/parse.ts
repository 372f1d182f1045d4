import type { Relation, Resources } from 'payments-data-client';
import type { FilterNode } from '../../src/query/filter.js';
import * as include from '../../src/query/include.js';
import { QueryNode } from '../../src/query/query-node.js';
import * as where from '../../src/query/where.js';

/**
 * Parses a `where`: the copy that is sent, and what it means as text.
 */
export function parseWhere(schema: Resources, name: string, value: unknown) {
  const json = where.parseWhere(schema, name, new QueryNode('where', value));
  return { json, filter: withNames(where.filterOf(schema, name, json)) };
}

/**
 * Parses an `include`: the copy that is sent, and the selection, whose filters are text as well.
 */
export function parseInclude(schema: Resources, name: string, value: unknown) {
  const { json, selection } = include.parseInclude(schema, name, new QueryNode('include', value));
  return { json, selection: withNamesInFilters(schema, selection) };
}

/** A selection whose filters are text. */
function withNamesInFilters(
  schema: Resources,
  { relations, ...selection }: include.SelectionNode,
): NamedSelection {
  return {
    ...selection,
    relations: relations.map(({ where: filter, selection: inner, ...relation }) => ({
      ...relation,
      selection: withNamesInFilters(schema, inner),
      ...(filter && { where: withNames(where.filterOf(schema, relation.relation.target, filter)) }),
    })),
  };
}

interface NamedSelection extends Pick<include.SelectionNode, 'resource' | 'fields'> {
  readonly relations: readonly {
    readonly name: string;
    readonly relation: Relation;
    readonly selection: NamedSelection;
    readonly where?: string;
  }[];
}

/**
 * What a filter means, as text.
 *
 * @example
 * { lines: { some: { amount: { gte: 5 } } }, OR: [] } // => '(lines some amount gte 5 and false)'
 */
function withNames(filter: FilterNode): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.filters.length === 0
        ? String(filter.kind === 'and')
        : `(${filter.filters.map(withNames).join(` ${filter.kind} `)})`;
    case 'relation':
      return `${filter.name} ${filter.op} ${withNames(filter.filter)}`;
    case 'comparison':
      return `${filter.name} ${filter.op} ${JSON.stringify(filter.operand)}`;
  }
}
