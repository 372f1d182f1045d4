import type { PaymentsSchema } from './payments-schema.js';
import type { SchemaShape } from './resource.js';

/**
 * The name of any resource of a schema, also of those that are only reached as a relation.
 *
 * @example
 * ResourceName // => 'balances' | 'units' | 'accounts' | 'transactions' | 'transactionLines'
 */
export type ResourceName<Schema extends SchemaShape<Schema> = PaymentsSchema> = keyof Schema & string;

/**
 * What a resource gives without an `include`: its default set (rule 1 of `include`).
 *
 * @example
 * Row<'balances'> // => Balance
 */
export type Row<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = Schema[Name]['~types']['row'];

/**
 * Every name that can be asked of a resource, with its type: the row, what is computed, and the relations.
 *
 * @example
 * Properties<'balances'> // => BalanceProperties
 */
export type Properties<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = Schema[Name]['~types']['properties'];

/** The names of the fields of a resource, computed ones among them. */
export type FieldName<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = keyof Schema[Name]['fields'];

/** The names of the relations of a resource. */
export type RelationName<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = keyof Schema[Name]['relations'];

/**
 * The resource that a relation leads to.
 *
 * @example
 * Target<'balances', 'unit'> // => 'units'
 */
export type Target<
  Name extends ResourceName<Schema>,
  Relation extends RelationName<Name, Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = Schema[Name]['relations'][Relation]['target'] & ResourceName<Schema>;
