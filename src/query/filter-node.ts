import type { JsonValue } from '../schema/field.js';
import type { Comparator, Quantifier } from './comparators.js';

/**
 * A checked filter: what a `where` means, for one resource. Every name in it is one of the schema, and every operand is
 * of the type that its property has.
 */
export type FilterNode = Combination | RelationFilter | Comparison;

/** `and` of nothing is true, `or` of nothing is false (decision 18). */
export interface Combination {
  readonly op: 'and' | 'or';
  readonly filters: readonly FilterNode[];
}

/** A filter on the rows of a to-many relation. */
export interface RelationFilter {
  readonly op: Quantifier;
  readonly relation: string;
  readonly filter: FilterNode;
}

/** A property compared with an operand. `contains` is that of JSON; on text it is `like` already (decision 12). */
export interface Comparison {
  readonly op: Comparator;
  readonly field: string;
  /**
   * Decimals as decimal text, dates as milliseconds since 1970, the rest as JSON has it. An array of these for `in` and
   * `not_in`.
   */
  readonly operand: JsonValue;
}
