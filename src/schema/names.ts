import type { PaymentsSchema } from './payments-schema.js';
import type { SchemaShape } from './resource.js';

/**
 * The name of a resource of a schema, including those that are only available as a relation.
 *
 * @example
 * ResourceName // => 'balances' | 'units' | 'accounts' | 'transactions' | 'transactionLines'
 */
export type ResourceName<Schema extends SchemaShape<Schema> = PaymentsSchema> = keyof Schema &
  string;

/**
 * A row as it is returned without an `include`: all fields that are not computed, and no relations.
 *
 * @example
 * Row<'balances'> // => Balance
 */
export type Row<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = Schema[Name]['~types']['row'];

/**
 * Everything that `include` can select from a resource, with its type: fields, computed fields and
 * relations.
 *
 * @example
 * Properties<'balances'> // => BalanceProperties
 */
export type Properties<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = Schema[Name]['~types']['properties'];

/** The name of a relation of a resource. */
export type RelationName<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = keyof Schema[Name]['relations'];

/**
 * The resource on the other side of a relation.
 *
 * @example
 * Target<'balances', 'unit'> // => 'units'
 */
export type Target<
  Name extends ResourceName<Schema>,
  Relation extends RelationName<Name, Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = Schema[Name]['relations'][Relation]['target'] & ResourceName<Schema>;
