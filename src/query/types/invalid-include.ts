import type { FieldThatMayBe, IsSingle } from './flags.js';
import type { InvalidFilterKey } from './invalid-where.js';
import type { AnyResourceView } from './resource-view.js';

/**
 * The keys of an include at which there is something to say: `never` where all is right, at every depth. Then the compiler
 * has nothing to compare a second time, which is what makes the usual include cheap.
 *
 * @example
 * Suspect<Balances, { name: true; unit: { symbol: true } }> // => never
 * Suspect<Balances, { nmae: true; name: true; unit: { nmae: true } }> // => 'nmae' | 'unit'
 */
export type InvalidKey<On extends AnyResourceView, Chosen> = Chosen extends NoInclude
  ? never
  : InvalidKeyOfObject<On, Chosen>;

/** What is never an include. */
export type NoInclude = List | string | number | bigint | boolean | null | undefined;
type List = readonly unknown[];

/**
 * The same of one include that is known to be an object.
 *
 * @example
 * SuspectKey<Units, { nmae: true; name: true; symbol: false }> // => 'nmae' | 'symbol'
 */
export type InvalidKeyOfObject<On extends AnyResourceView, Chosen> =
  | UnknownKey<Chosen, On['names']>
  | InvalidFlag<Chosen, keyof Chosen & On['fields']>
  | InvalidRelation<On, Chosen, keyof Chosen & On['relations']>;

/**
 * The keys that are not known.
 *
 * @example
 * Beyond<{ name: true; nmae: true }, 'name' | 'symbol'> // => 'nmae'
 */
export type UnknownKey<Chosen, Known> = keyof Chosen extends Known ? never : Exclude<keyof Chosen, Known>;

/**
 * The fields whose flags cannot stand; `never` where all are `true` or all are `false`.
 *
 * @example
 * RefusedFlag<{ name: true; type: false }, 'name' | 'type'> // => 'type'
 */
export type InvalidFlag<Chosen, Fields extends keyof Chosen> = Chosen[Fields] extends true | undefined
  ? never
  : Chosen[Fields] extends false | undefined
    ? never
    : InvalidFlagAmong<Chosen, Fields>;

/**
 * If something is no flag, that; otherwise, where flags are or could be mixed, those that may be `false`. Of `any`, nothing
 * is known.
 *
 * @example
 * RefusedAmong<{ name: 1; type: true }, 'name' | 'type'> // => 'name'
 * RefusedAmong<{ name: boolean; type: true }, 'name' | 'type'> // => 'name'
 */
export type InvalidFlagAmong<Chosen, Fields extends keyof Chosen> = unknown extends Chosen[Fields]
  ? never
  : [Chosen[Fields]] extends [boolean | undefined]
    ? InvalidMix<FieldThatMayBe<true, Chosen, Fields>, FieldThatMayBe<false, Chosen, Fields>>
    : { [Key in Fields]: [Chosen[Key]] extends [boolean | undefined] ? never : Key }[Fields];

/**
 * `False`, if one that may be `true` and another that may be `false` can meet.
 *
 * @example
 * Mixed<'name', 'type'> // => 'type'
 * Mixed<'name', 'name'> // => never, as of `{ name: boolean }`
 */
export type InvalidMix<True, False> = [True] extends [never]
  ? never
  : IsSingle<True | False> extends true
    ? never
    : False;

/**
 * The relations inside which there is something to say. An object that may be `undefined` always counts: it can be part of
 * a type without an end, such as `Include`, which the compiler compares only as far as it must.
 *
 * @example
 * RefusedRelation<Balances, { unit: { nmae: true }; account: true }, 'unit' | 'account'> // => 'unit'
 */
export type InvalidRelation<On extends AnyResourceView, Chosen, Relations extends keyof Chosen> = {
  [Key in Relations]: undefined extends Chosen[Key]
    ? IfObject<Key, Chosen[Key]>
    : InvalidKeyInside<On['links'][Key]['level'], Chosen[Key]> extends never
      ? never
      : Key;
}[Relations];

/**
 * The key, unless what stands there is no more than a flag.
 *
 * @example
 * IfObject<'unit', true | undefined> // => never
 * IfObject<'unit', { name: true } | undefined> // => 'unit'
 */
export type IfObject<Key, Value> = [Value] extends [boolean | undefined] ? never : Key;

/**
 * The keys inside a relation at which there is something to say; any key, where the relation cannot have some.
 *
 * @example
 * SuspectInside<Units, true> // => never
 * SuspectInside<Units, { nmae: true }> // => 'nmae'
 * SuspectInside<Units, 'x'> // => PropertyKey
 */
export type InvalidKeyInside<On extends AnyResourceView, Value> = Value extends boolean | undefined
  ? never
  : Value extends NoRelation
    ? PropertyKey
    : InvalidKeyInObject<On, Value>;

/** What never stands at a relation. */
export type NoRelation = List | AnyFunction | string | number | bigint | symbol | null;
type AnyFunction = (...given: never) => unknown;

/**
 * The keys of an include of a relation, or of a filter on it (rule 11), at which there is something to say.
 *
 * @example
 * SuspectInObject<Units, { nmae: true }> // => 'nmae'
 * SuspectInObject<Units, { include: { name: true } }> // => 'include'
 */
export type InvalidKeyInObject<On extends AnyResourceView, Value> = Value extends Filtered
  ? InvalidKeyBesideWhere<On, Value>
  : Value extends Including
    ? GivenKey<Value>
    : InvalidKeyOfObject<On, Value>;

/** A relation with a filter (rule 11). */
export interface Filtered {
  readonly where: unknown;
}

/** What looks like a filter on a relation, but for the filter. */
export interface Including {
  readonly include: unknown;
}

/**
 * The keys of a filter on a relation at which there is something to say.
 *
 * @example
 * SuspectBesideWhere<Units, { where: { nmae: 'x' }; include: { name: true } }> // => 'where'
 * SuspectBesideWhere<Units, { where: { name: 'x' }; name: true }> // => 'name'
 */
export type InvalidKeyBesideWhere<On extends AnyResourceView, Value> =
  | (InvalidFilterKey<On, Value['where' & keyof Value]> extends never ? never : 'where')
  | InvalidInclude<On, Value['include' & keyof Value]>
  | (keyof Value extends 'where' | 'include' ? never : Exclude<GivenKey<Value>, 'where' | 'include'>);

/**
 * `'include'`, if there is something to say at the include beside a filter. It is an object; a flag would say nothing.
 *
 * @example
 * SuspectInclude<Units, { name: true }> // => never
 * SuspectInclude<Units, { nmae: true }> // => 'include'
 */
export type InvalidInclude<On extends AnyResourceView, Chosen> = Chosen extends NoInclude
  ? 'include'
  : InvalidKeyOfObject<On, Chosen> extends never
    ? never
    : 'include';

/**
 * The keys that hold something: in a union, the compiler gives each literal the keys of the others.
 *
 * @example
 * GivenKey<{ where: object; name?: undefined }> // => 'where'
 */
export type GivenKey<Value> = {
  [Key in keyof Value]-?: [Value[Key]] extends [undefined] ? never : Key;
}[keyof Value];
