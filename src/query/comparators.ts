import type { FieldKind } from '../schema/field.js';

const equality = ['eq', 'neq'] as const;
const membership = ['eq', 'neq', 'in', 'not_in'] as const;
const order = ['eq', 'neq', 'in', 'not_in', 'gt', 'lt', 'gte', 'lte'] as const;
const text = ['eq', 'neq', 'in', 'not_in', 'gt', 'lt', 'gte', 'lte', 'like', 'contains'] as const; // `contains` means `like` here (decision 12)

/**
 * Which comparators a filter may use on a property of each kind: the table of the document, by kind. Everything else
 * that knows of comparators is derived from it, types included.
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

/** How a filter looks through a to-many relation (rule 4 of `where`). */
export const quantifiers = ['some', 'none', 'every'] as const;

/** `some`: at least one row matches; `none`: no row matches; `every`: all rows match. */
export type Quantifier = (typeof quantifiers)[number];

/** How filters are combined (rule 3 of `where`). */
export const combinators = ['AND', 'OR'] as const;

/** `AND`: every filter holds; `OR`: at least one does. */
export type Combinator = (typeof combinators)[number];
