/** A relation of a resource to another, created by {@link one} or {@link many}. */
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
  /**
   * A field of the resource itself for `one`, of the target for `many`. It need not be a declared
   * field.
   */
  readonly foreignKey: ForeignKey;
  /**
   * Whether `where` accepts a filter on a to-one relation. A to-many relation is always filtered
   * with `some`, `none`, `every`.
   */
  readonly filterable: Filterable;
}

interface OneOptions<ForeignKey, Nullable, Filterable> {
  /** The field of this resource with the id of the related row. */
  readonly foreignKey: ForeignKey;
  /** Whether a response may have `null` instead of the related row. Default: `false`. */
  readonly nullable?: Nullable;
  /**
   * Whether `where` accepts a filter on the relation, such as `{ unit: { name: 'EUR' } }`. Default:
   * `false`. Turn it on only if the service supports it: a service that ignores the filter returns
   * every row.
   */
  readonly filterable?: Filterable;
}

// `NoInfer` below: a schema that the relation is written into would otherwise make `Nullable` a
// `boolean`. `defineSchema` and `extendSchema` check the options, because their messages have the
// path of the relation.

/**
 * Declares a relation to a single row: an object in a response.
 *
 * @example
 * relations: { unit: one('units', { foreignKey: 'unit_id' }) }
 */
export const one = <
  const Target extends string,
  const ForeignKey extends string,
  const Nullable extends boolean = false,
  const Filterable extends boolean = boolean,
>(
  target: Target,
  options: OneOptions<ForeignKey, Nullable, Filterable>,
) =>
  ({ target, cardinality: 'one', nullable: false, filterable: false, ...options }) as Relation<
    Target,
    'one',
    NoInfer<Nullable>,
    ForeignKey,
    NoInfer<Filterable>
  >; // the defaults are those of the type parameters

/**
 * Declares a relation to any number of rows: an array in a response.
 *
 * @example
 * relations: { balances: many('balances', { foreignKey: 'account_id' }) }
 */
export const many = <const Target extends string, const ForeignKey extends string>(
  target: Target,
  options: {
    /** The field of the related resource with the id of this row. */
    readonly foreignKey: ForeignKey;
  },
): Relation<Target, 'many', false, ForeignKey> => ({
  target,
  cardinality: 'many',
  nullable: false,
  filterable: false,
  ...options,
});
