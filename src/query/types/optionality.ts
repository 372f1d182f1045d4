import type { IsSingle } from './flags.js';

// What comes of a level of which some flag is not literal: surely, or for some outcome of the flags.

/**
 * The fields that come whatever the flags turn out to be. `True` and `False` hold the keys that may be so.
 *
 * @example
 * SureField<'id' | 'name', 'name', 'name', never> // => never, as of `{ name: boolean }`
 * SureField<'id' | 'name', never, 'name', never> // => 'id', as of `{ name: false }`
 */
export type RequiredField<Default, True, False, SurelyTrue> = [SurelyTrue] extends [never]
  ? [True] extends [never]
    ? Exclude<Default, False>
    : RequiredWithoutTrue<Default, True, False>
  : SurelyTrue;

/**
 * A single field that may be `true` or left out, and nothing that may be `false`: it comes either way.
 *
 * @example
 * SureWithoutTrue<'id' | 'name', 'name', never> // => 'name'
 */
export type RequiredWithoutTrue<Default, True, False> = [False] extends [never]
  ? IsSingle<True> extends true
    ? True & Default
    : never
  : never;

/**
 * The fields that come for some outcome of the flags.
 *
 * @example
 * PossibleField<'id' | 'name', 'amount', never, never> // => 'id' | 'name' | 'amount', as of `{ amount: boolean }`
 */
export type OptionalField<Default, True, SurelyTrue, SurelyFalse> = [SurelyTrue] extends [never]
  ? Exclude<Default, Exclude<SurelyFalse, 'id'>> | True
  : True;

/**
 * The relations that surely come. `Extract` because `false extends {}`.
 *
 * @example
 * SureRelation<{ unit: true; account: boolean }, 'unit' | 'account'> // => 'unit'
 */
export type RequiredRelation<Chosen, Relations> = {
  [Key in keyof Chosen & Relations]: [Extract<Chosen[Key], false | undefined>] extends [never] ? Key : never;
}[keyof Chosen & Relations];

/**
 * The relations that come for some outcome.
 *
 * @example
 * PossibleRelation<{ unit: false; account: boolean }, 'unit' | 'account'> // => 'account'
 */
export type OptionalRelation<Chosen, Relations> = {
  [Key in keyof Chosen & Relations]: [Exclude<Chosen[Key], false | undefined>] extends [never] ? never : Key;
}[keyof Chosen & Relations];
