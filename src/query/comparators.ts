import type { FieldKind } from '../schema/field.js';

const equality = ['eq', 'neq'] as const;
const membership = ['eq', 'neq', 'in', 'not_in'] as const;
const order = ['eq', 'neq', 'in', 'not_in', 'gt', 'lt', 'gte', 'lte'] as const;
// `contains` means `like` on text (decision 12).
const text = [...order, 'like', 'contains', 'not_contains'] as const;

/**
 * The comparators of each kind of property, as in the API specification. The types are derived
 * from this table.
 */
export const comparators = {
  string: text,
  uuid: text,
  decimal: text,
  number: order,
  integer: order,
  date: order,
  enumeration: membership,
  boolean: equality,
  json: ['eq', 'neq', 'contains', 'not_contains', 'exists', 'not_exists'],
} as const satisfies Record<FieldKind, readonly string[]>;

/**
 * The comparators of a kind.
 *
 * @example
 * Comparator<'boolean'> // => 'eq' | 'neq'
 */
export type Comparator<Kind extends FieldKind = FieldKind> = (typeof comparators)[Kind][number];

/** The comparators of a to-many relation (rule 4 of `where`). */
export const quantifiers = ['some', 'none', 'every'] as const;

/** `some`: at least one row matches; `none`: no row matches; `every`: all rows match. */
export type Quantifier = (typeof quantifiers)[number];

/** The keys that combine filters (rule 3 of `where`). */
export const combinators = ['AND', 'OR'] as const;

/** `AND`: every filter matches; `OR`: at least one filter matches. */
export type Combinator = (typeof combinators)[number];
