import type { ResolvedDialect } from '../dialect/dialect.js';
import type { Field } from '../schema/field.js';
import type { Comparator } from '../schema/kinds.js';
import type { FilterNode } from './filter-node.js';
import type { QueryNode } from './query-node.js';

/** What the check of a query accepts of the points on which services differ. */
export interface QueryRules {
  /** The comparators of a field. */
  comparatorsOf(resource: string, name: string, field: Field): readonly Comparator[];
  /** Whether an unknown name is ignored instead of rejected. */
  ignores(place: keyof ResolvedDialect['unknown']): boolean;
  /**
   * Called with each comparison, quantifier and group of a filter.
   *
   * @throws QueryError if the service rejects it.
   */
  accept(filter: FilterNode, node: QueryNode): void;
}
