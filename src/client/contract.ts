import type { SchemaShape } from '../schema/resource.js';

declare const contract: unique symbol;

/** Something that belongs to a schema. For the compiler only; never present at run time. */
export interface Contracted<Schema extends SchemaShape<Schema>> {
  readonly [contract]: Contract<Schema>;
}

/**
 * What code may rely on that takes a client of a schema. A client of another schema is assignable if that has
 * at least the same fields, relations and operations. The parameters of methods do not ensure this: the
 * compiler compares them in both directions.
 */
type Contract<Schema extends SchemaShape<Schema>> = {
  readonly [Name in keyof Schema]: {
    readonly operations: { readonly [Operation in Schema[Name]['operations'][number]]: true };
    readonly fields: Schema[Name]['fields'];
    readonly relations: Schema[Name]['relations'];
  };
};
