import { paymentsSchema, type Resources } from 'payments-data-client';
import { type FilterNode, filterOf } from '../../src/query/filter.js';
import * as include from '../../src/query/include.js';
import { QueryNode } from '../../src/query/query-node.js';
import * as where from '../../src/query/where.js';

/** The payments schema as the run time sees it. */
export const payments: Resources = { ...paymentsSchema };

/** Parses a `where`: the copy that is sent, and what it means, see {@link show}. */
export function parseWhere(schema: Resources, name: string, value: unknown) {
  const json = where.parseWhere(schema, name, new QueryNode('where', value));
  return { json, filter: show(filterOf(schema, name, json)) };
}

/** Parses an `include`: the copy that is sent, and the selection. */
export const parseInclude = (schema: Resources, name: string, value: unknown) =>
  include.parseInclude(schema, name, new QueryNode('include', value));

/**
 * A filter in one line.
 *
 * @example
 * show(filter) // => 'and(type eq "main", some lines(amount gt 0))'
 */
function show(filter: FilterNode): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return `${filter.kind}(${filter.filters.map(show).join(', ')})`;
    case 'relation':
      return `${filter.op} ${filter.name}(${show(filter.filter)})`;
    case 'comparison':
      return `${filter.name} ${filter.op} ${JSON.stringify(filter.operand)}`;
  }
}

/**
 * A selection in one line.
 *
 * @example
 * showSelection(selection) // => 'balances{id name unit:units{id symbol}}'
 */
export function showSelection(
  { resource, fields, relations }: include.SelectionNode,
  schema = payments,
): string {
  const related = relations.map(({ name, relation, selection, where: filter }) => {
    const rows = filter && `[${show(filterOf(schema, relation.target, filter))}]`;
    return `${name}:${rows ?? ''}${showSelection(selection, schema)}`;
  });
  return `${resource}{${[...fields, ...related].join(' ')}}`;
}
