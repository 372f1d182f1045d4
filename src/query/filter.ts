import type { Field, JsonObject, JsonValue } from '../schema/field.js';
import type { Comparator } from '../schema/kinds.js';
import { type Resources, resourceOf } from '../schema/lookup.js';
import type { Relation } from '../schema/relation.js';
import { isPlainObject, own } from '../values/plain-object.js';

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
  /** Whether the filter has it as `AND` or `OR`; several members are combined without a key. */
  readonly hasKey?: boolean;
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

/** What a `where` means, which was checked: each value has the form that its key requires. */
export const filterOf = (schema: Resources, name: string, where: JsonObject): FilterNode =>
  allOf(
    Object.entries(where).map(([key, value]) => memberFilter(schema, name, key, value as never)),
  );

function memberFilter(schema: Resources, name: string, key: string, value: never): FilterNode {
  const kind = own<Combination['kind']>(combinators, key);
  if (kind) {
    const items: readonly JsonObject[] = value;
    return { kind, hasKey: true, filters: items.map((item) => filterOf(schema, name, item)) };
  }
  const { fields, relations } = resourceOf(schema, name);
  const parts = Object.entries<never>(isPlainObject(value) ? value : { eq: value });
  const field = own(fields, key);
  if (field)
    return allOf(
      parts.map(([op, operand]) => ({
        kind: 'comparison',
        op: op as Comparator, // of its kind
        name: key,
        field,
        operand,
      })),
    );
  const relation = own(relations, key) as Relation; // what is no field
  const relate = (op: Quantifier, filter: JsonObject): FilterNode => {
    const related = filterOf(schema, relation.target, filter);
    return { kind: 'relation', op, name: key, relation, filter: related };
  };
  if (relation.cardinality === 'one') return relate('some', value);
  return allOf(parts.map(([op, filter]) => relate(op as Quantifier, filter))); // which it is
}

const allOf = (filters: readonly FilterNode[]): FilterNode =>
  filters.length === 1 && filters[0] ? filters[0] : { kind: 'and', filters };

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
