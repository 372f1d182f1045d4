import type { Field, JsonValue } from '../schema/field.js';
import type { Comparator } from '../schema/kinds.js';
import type { Relation } from '../schema/relation.js';

/** The quantifiers of a to-many relation (rule 4 of `where`). */
export const quantifiers = ['some', 'none', 'every'] as const;

export type Quantifier = (typeof quantifiers)[number];

/** The keys that combine filters (rule 3 of `where`), with the kinds of their nodes. */
export const combinators = { AND: 'and', OR: 'or' } as const;

export type Combinator = keyof typeof combinators;

/**
 * What a checked `where` means for the rows of one resource, as a tree. Each node has a `kind` to
 * switch on.
 */
export type FilterNode = Combination | RelationFilter | ComparisonNode;

/** An empty `and` is true, an empty `or` is false (decision 18). */
export interface Combination {
  readonly kind: 'and' | 'or';
  readonly filters: readonly FilterNode[];
}

/**
 * A filter on the rows of a relation. The op of a to-one relation is `some`: a missing row does not
 * match.
 */
export interface RelationFilter {
  readonly kind: 'relation';
  readonly op: Quantifier;
  readonly name: string;
  readonly relation: Relation;
  readonly filter: FilterNode;
}

/**
 * A field compared with an operand. `contains` and `not_contains` of text mean `like` (decision
 * 12).
 */
export interface ComparisonNode {
  readonly kind: 'comparison';
  readonly op: Comparator;
  readonly name: string;
  readonly field: Field;
  /** As it is sent. */
  readonly operand: JsonValue;
}

/**
 * How a `where` filters on a relation: with quantifiers, directly with the fields of the related
 * row, or not at all (decision 10).
 *
 * @example
 * FilterForm<{ cardinality: 'many' }> // => 'quantifiers'
 * FilterForm<{ cardinality: 'one'; filterable: true }> // => 'properties'
 * FilterForm<{ cardinality: 'one' }> // => 'none'
 */
export type FilterForm<Of> = Of extends { readonly cardinality: 'many' }
  ? 'quantifiers'
  : Of extends { readonly filterable: true }
    ? 'properties'
    : 'none';
