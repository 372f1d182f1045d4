// The flags at one level of an include if some are not the literals `true` or `false`, and which
// members of a row are then required or optional. `Fields` are the keys of the include that are
// fields.

/**
 * The fields whose flag can be `Flag`.
 *
 * @example
 * FieldThatMayBe<true, { name: true; type: boolean; unit: true }, 'name' | 'type'>
 * // => 'name' | 'type'
 */
export type FieldThatMayBe<Flag extends boolean, Chosen, Fields> = {
  [Key in keyof Chosen & Fields]: Flag extends Chosen[Key] ? Key : never;
}[keyof Chosen & Fields];

/**
 * The fields whose flag is always `Flag`. A flag of type `any` is never certain.
 *
 * @example
 * FieldThatIs<true, { name: true; type: boolean }, 'name' | 'type'> // => 'name'
 */
export type FieldThatIs<Flag extends boolean, Chosen, Fields> = {
  [Key in keyof Chosen & Fields]: [Chosen[Key]] extends [Flag]
    ? unknown extends Chosen[Key]
      ? never
      : Key
    : never;
}[keyof Chosen & Fields];

/**
 * Whether there is exactly one key. A single flag is never mixed with another, whatever its value.
 *
 * @example
 * IsSingle<'name' | 'type'> // => false
 */
export type IsSingle<Keys, All = Keys> = [Keys] extends [never]
  ? false
  : Keys extends unknown
    ? [All] extends [Keys]
      ? true
      : false
    : never;

/**
 * The fields that are returned whatever the values of the flags. `True` and `False` are the keys
 * whose flag can be `true` or `false`, `AlwaysTrue` those whose flag is always `true`.
 *
 * @example
 * RequiredField<'id' | 'name', 'name', 'name', never> // => never, for `{ name: boolean }`
 */
export type RequiredField<Default, True, False, AlwaysTrue> = [AlwaysTrue] extends [never]
  ? [True] extends [never]
    ? Exclude<Default, False>
    : RequiredWithoutTrue<Default, True, False>
  : AlwaysTrue;

/**
 * A single field whose flag is `true` or `undefined` is returned in both cases.
 *
 * @example
 * RequiredWithoutTrue<'id' | 'name', 'name', never> // => 'name'
 */
type RequiredWithoutTrue<Default, True, False> = [False] extends [never]
  ? IsSingle<True> extends true
    ? True & Default
    : never
  : never;

/**
 * The fields that are returned for at least one combination of values.
 *
 * @example
 * OptionalField<'id' | 'name', 'amount', never, never>
 * // => 'id' | 'name' | 'amount', for `{ amount: boolean }`
 */
export type OptionalField<Default, True, AlwaysTrue, AlwaysFalse> = [AlwaysTrue] extends [never]
  ? Exclude<Default, Exclude<AlwaysFalse, 'id'>> | True
  : True;

/**
 * The relations that are always returned. `Extract` instead of a plain check because `false extends
 * {}`.
 *
 * @example
 * RequiredRelation<{ unit: true; account: boolean }, 'unit' | 'account'> // => 'unit'
 */
export type RequiredRelation<Chosen, Relations> = {
  [Key in keyof Chosen & Relations]: [Extract<Chosen[Key], false | undefined>] extends [never]
    ? Key
    : never;
}[keyof Chosen & Relations];

/**
 * The relations that are returned for at least one combination of values.
 *
 * @example
 * OptionalRelation<{ unit: false; account: boolean }, 'unit' | 'account'> // => 'account'
 */
export type OptionalRelation<Chosen, Relations> = {
  [Key in keyof Chosen & Relations]: [Exclude<Chosen[Key], false | undefined>] extends [never]
    ? never
    : Key;
}[keyof Chosen & Relations];
