import type { FilterNode } from '../query/filter.js';

/** A comparator, a quantifier, the filter of a to-one relation, or an `OR`. */
export interface Condition {
  /** Such as `AND[1].balance`, without the comparator or quantifier. */
  readonly path: string;
  /** With it. */
  readonly fullPath: string;
  readonly filter: Exclude<FilterNode, { kind: 'and' }>;
}

/** The conditions of a filter that all must match. */
export function* conditionsOf(filter: FilterNode, path: string): Generator<Condition> {
  if (filter.kind === 'and') {
    for (const [index, part] of filter.filters.entries())
      yield* conditionsOf(part, filter.hasKey ? `${path}AND[${index}].` : path);
    return;
  }
  const inner = path + ('filters' in filter ? 'OR' : filter.name);
  const hasOp =
    filter.kind === 'comparison' ||
    (filter.kind === 'relation' && filter.relation.cardinality === 'many');
  yield { path: inner, fullPath: hasOp ? `${inner}.${filter.op}` : inner, filter };
}
