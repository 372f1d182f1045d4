import type { IsSingle } from './flags.js';

// Which fields are required and which are optional in a row if some flags of its include are not literals.

/**
 * The fields that are returned whatever the values of the flags. `True` and `False` are the keys whose flag
 * can be `true` or `false`, `AlwaysTrue` those whose flag is always `true`.
 *
 * @example
 * RequiredField<'id' | 'name', 'name', 'name', never> // => never, for `{ name: boolean }`
 * RequiredField<'id' | 'name', never, 'name', never> // => 'id', for `{ name: false }`
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
 * RequiredWithoutTrue<'id' | 'name', 'name', 'name'> // => never
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
 * The relations that are always returned. `Extract` instead of a plain check because `false extends {}`.
 *
 * @example
 * RequiredRelation<{ unit: true; account: boolean }, 'unit' | 'account'> // => 'unit'
 */
export type RequiredRelation<Chosen, Relations> = {
  [Key in keyof Chosen & Relations]: [Extract<Chosen[Key], false | undefined>] extends [never] ? Key : never;
}[keyof Chosen & Relations];

/**
 * The relations that are returned for at least one combination of values.
 *
 * @example
 * OptionalRelation<{ unit: false; account: boolean }, 'unit' | 'account'> // => 'account'
 */
export type OptionalRelation<Chosen, Relations> = {
  [Key in keyof Chosen & Relations]: [Exclude<Chosen[Key], false | undefined>] extends [never] ? never : Key;
}[keyof Chosen & Relations];
