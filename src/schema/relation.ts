/** A link from one resource to another, by the name of the other. Made by {@link one} and {@link many}. */
export interface Relation<
  Target extends string = string,
  Cardinality extends 'one' | 'many' = 'one' | 'many',
  Nullable extends boolean = boolean,
  Via extends string = string,
> {
  readonly target: Target;
  readonly cardinality: Cardinality;
  /** Whether a to-one relation may be `null`. */
  readonly nullable: Nullable;
  /** The foreign key: of the resource itself for `one`, of the target for `many`. It need not be a declared field. */
  readonly via: Via;
}

/**
 * A relation to a single row: an object in an answer.
 *
 * @param options - `via`, the foreign key of the resource that declares the relation, and `nullable`, whether the answer may
 * hold `null` there; `false` by default.
 * @example
 * relations: { unit: one('units', { via: 'unit_id' }) }
 */
export function one<const Target extends string, const Options extends OneOptions>(
  target: Target,
  options: Options & NoOthers<Options>,
): Relation<Target, 'one', IsNullable<Options>, Options['via']> {
  const nullable = (options?.nullable ?? false) as IsNullable<Options>; // the default is `false`
  return { target, cardinality: 'one', nullable, via: options?.via }; // `defineSchema` knows where it is missing
}

interface OneOptions {
  readonly via: string;
  readonly nullable?: boolean;
}

/**
 * Words at a member that there is not, which a compiler lets pass where it infers: `nulable` would do nothing, and say so
 * nowhere.
 */
type NoOthers<Options> = {
  readonly [Name in Exclude<
    keyof Options,
    keyof OneOptions
  >]: `'${Name & string}' is not one of via, nullable`;
};

/**
 * Whether the options make a relation that may be `null`.
 *
 * @example
 * IsNullable<{ via: 'unit_id' }> // => false
 * IsNullable<{ via: 'unit_id'; nullable: boolean }> // => boolean
 */
type IsNullable<Options> = Options extends { readonly nullable: infer Nullable extends boolean }
  ? Nullable
  : false;

/**
 * A relation to any number of rows: an array in an answer.
 *
 * @param options - `via`, the foreign key of the target that points back.
 * @example
 * relations: { balances: many('balances', { via: 'account_id' }) }
 */
export function many<const Target extends string, const Via extends string>(
  target: Target,
  options: { readonly via: Via },
): Relation<Target, 'many', false, Via> {
  return { target, cardinality: 'many', nullable: false, via: options?.via }; // as in `one`
}
