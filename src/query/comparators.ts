/** The comparators of a to-many relation (rule 4 of `where`). */
export const quantifiers = ['some', 'none', 'every'] as const;

/** `some`: at least one row matches; `none`: no row matches; `every`: all rows match. */
export type Quantifier = (typeof quantifiers)[number];

/** The keys that combine filters (rule 3 of `where`). */
export const combinators = ['AND', 'OR'] as const;

/** `AND`: every filter matches; `OR`: at least one filter matches. */
export type Combinator = (typeof combinators)[number];
