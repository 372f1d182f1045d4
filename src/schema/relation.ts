import { checkOptions, type OptionCheck } from '../values/check-options.js';

/** A link from one resource to another. Created by {@link one} and {@link many}. */
export interface Relation<
  Target extends string = string,
  Cardinality extends 'one' | 'many' = 'one' | 'many',
  Nullable extends boolean = boolean,
  ForeignKey extends string = string,
  Filterable extends boolean = boolean,
> {
  /** The name of the related resource. */
  readonly target: Target;
  readonly cardinality: Cardinality;
  /** Whether a to-one relation may be `null`. */
  readonly nullable: Nullable;
  /** A property of the resource itself for `one`, of the target for `many`. It need not be a declared field. */
  readonly foreignKey: ForeignKey;
  /** Whether `where` accepts a filter on a to-one relation. A to-many relation is always filtered with `some`, `none`, `every`. */
  readonly filterable: Filterable;
}

interface OneOptions<ForeignKey, Nullable, Filterable> {
  /** The property of this resource that holds the id of the related row. */
  readonly foreignKey: ForeignKey;
  /** Whether a response may hold `null` instead of the related row. Default: `false`. */
  readonly nullable?: Nullable;
  /**
   * Whether `where` accepts a filter on the relation, such as `{ unit: { name: 'EUR' } }`. Default: `false`. Turn it on only
   * if the service supports it: a service that ignores the filter returns every row.
   */
  readonly filterable?: Filterable;
}

interface ManyOptions<ForeignKey> {
  /** The property of the related resource that holds the id of this one. */
  readonly foreignKey: ForeignKey;
}

// `NoInfer` below: a schema that the relation is written into would otherwise make `Nullable` a `boolean`.

/**
 * Declares a relation to a single row: an object in a response.
 *
 * @throws ConfigurationError if an option does not exist or has the wrong type.
 * @example
 * relations: { unit: one('units', { foreignKey: 'unit_id' }) }
 */
export function one<
  const Target extends string,
  const ForeignKey extends string,
  const Nullable extends boolean = false,
  const Filterable extends boolean = false,
>(
  target: Target,
  options: OneOptions<ForeignKey, Nullable, Filterable>,
): Relation<Target, 'one', NoInfer<Nullable>, ForeignKey, NoInfer<Filterable>> {
  checkOptions('one', options, oneChecks);
  const { foreignKey, nullable = false as Nullable, filterable = false as Filterable } = options; // the defaults of the types
  return { target, cardinality: 'one', nullable, foreignKey, filterable };
}

/**
 * Declares a relation to any number of rows: an array in a response.
 *
 * @throws ConfigurationError if an option does not exist or has the wrong type.
 * @example
 * relations: { balances: many('balances', { foreignKey: 'account_id' }) }
 */
export function many<const Target extends string, const ForeignKey extends string>(
  target: Target,
  options: ManyOptions<ForeignKey>,
): Relation<Target, 'many', false, ForeignKey, false> {
  checkOptions('many', options, manyChecks);
  return { target, cardinality: 'many', nullable: false, foreignKey: options.foreignKey, filterable: false };
}

const foreignKeyCheck: OptionCheck = [
  (value) => typeof value === 'string' && value !== '',
  'the name of a property',
];
export const booleanCheck: OptionCheck = [(value) => typeof value === 'boolean', 'true or false'];
const manyChecks = { foreignKey: foreignKeyCheck };
const oneChecks = { foreignKey: foreignKeyCheck, nullable: booleanCheck, filterable: booleanCheck };
