import type { Relation, Resources } from 'payments-data-client';
import type { FilterNode } from '../../src/query/filter-node.js';
import * as include from '../../src/query/include.js';
import { QueryNode } from '../../src/query/query-node.js';
import * as where from '../../src/query/where.js';

/**
 * Parses a `where`: the copy that is sent, and what it means, with names in place of fields and
 * relations.
 */
export function parseWhere(schema: Resources, name: string, value: unknown) {
  const { json, filter } = where.parseWhere(schema, name, new QueryNode('where', value));
  return { json, filter: withNames(filter) };
}

/**
 * Parses an `include`: the copy that is sent, and the selection, whose filters have names as well.
 */
export function parseInclude(schema: Resources, name: string, value: unknown) {
  const { json, selection } = include.parseInclude(schema, name, new QueryNode('include', value));
  return { json, selection: withNamesInFilters(selection) };
}

/** A selection whose filters have names in place of fields and relations. */
function withNamesInFilters({ relations, ...selection }: include.SelectionNode): NamedSelection {
  return {
    ...selection,
    relations: relations.map(({ where: filter, selection: inner, ...relation }) => ({
      ...relation,
      selection: withNamesInFilters(inner),
      ...(filter && { where: withNames(filter) }),
    })),
  };
}

interface NamedSelection extends Pick<include.SelectionNode, 'resource' | 'fields'> {
  readonly relations: readonly {
    readonly name: string;
    readonly relation: Relation;
    readonly selection: NamedSelection;
    readonly where?: object;
  }[];
}

/** A filter without the fields and relations that it refers to. */
function withNames(filter: FilterNode): object {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, filters: filter.filters.map(withNames) };
    case 'relation':
      return { op: filter.op, relation: filter.name, filter: withNames(filter.filter) };
    case 'comparison':
      return { op: filter.op, field: filter.name, operand: filter.operand };
  }
}
