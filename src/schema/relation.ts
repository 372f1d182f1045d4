/** A link from one resource to another, by the name of the other. Made by {@link one} and {@link many}. */
export interface Relation<
  Target extends string = string,
  Cardinality extends 'one' | 'many' = 'one' | 'many',
  Nullable extends boolean = boolean,
  ForeignKey extends string = string,
> {
  readonly target: Target;
  readonly cardinality: Cardinality;
  /** Whether a to-one relation may be `null`. */
  readonly nullable: Nullable;
  /** The foreign key: of the resource itself for `one`, of the target for `many`. It need not be a declared field. */
  readonly foreignKey: ForeignKey;
}

/**
 * A relation to a single row: an object in an answer.
 *
 * @param options - `foreignKey`, the foreign key of the resource that declares the relation, and `nullable`, whether the answer may
 * hold `null` there; `false` by default.
 * @example
 * relations: { unit: one('units', { foreignKey: 'unit_id' }) }
 */
export function one<const Target extends string, const Options extends OneOptions>(
  target: Target,
  options: Options & NoOthers<Options>,
): Relation<Target, 'one', IsNullable<Options>, Options['foreignKey']> {
  const nullable = (options?.nullable ?? false) as IsNullable<Options>; // the default is `false`
  return { target, cardinality: 'one', nullable, foreignKey: options?.foreignKey }; // `defineSchema` knows where it is missing
}

interface OneOptions {
  readonly foreignKey: string;
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
  >]: `'${Name & string}' is not one of foreignKey, nullable`;
};

/**
 * Whether the options make a relation that may be `null`.
 *
 * @example
 * IsNullable<{ foreignKey: 'unit_id' }> // => false
 * IsNullable<{ foreignKey: 'unit_id'; nullable: boolean }> // => boolean
 */
type IsNullable<Options> = Options extends { readonly nullable: infer Nullable extends boolean }
  ? Nullable
  : false;

/**
 * A relation to any number of rows: an array in an answer.
 *
 * @param options - `foreignKey`, the foreign key of the target that points back.
 * @example
 * relations: { balances: many('balances', { foreignKey: 'account_id' }) }
 */
export function many<const Target extends string, const ForeignKey extends string>(
  target: Target,
  options: { readonly foreignKey: ForeignKey },
): Relation<Target, 'many', false, ForeignKey> {
  return { target, cardinality: 'many', nullable: false, foreignKey: options?.foreignKey }; // as in `one`
}
