import type { FieldThatMayBe, IsSingle } from './flags.js';
import type { InvalidFilterKey } from './invalid-where.js';
import type { AnyResourceView } from './resource-view.js';

/**
 * The keys of an include that are invalid or have something invalid inside, at any depth; every key, if the
 * value is no include. `never` for a valid include: with nothing else to compare, usual includes are cheap.
 *
 * @example
 * InvalidKey<Balances, { name: true; unit: { symbol: true } }> // => never
 * InvalidKey<Balances, { nmae: true; name: true; unit: { nmae: true } }> // => 'nmae' | 'unit'
 * InvalidKey<Balances, 'name'> // => PropertyKey
 */
export type InvalidKey<Resource extends AnyResourceView, Chosen> = Chosen extends undefined
  ? never
  : Chosen extends NotAnInclude
    ? PropertyKey
    : InvalidKeyOfObject<Resource, Chosen>;

/** Values that are no include: what can be iterated over, functions, and primitive values. */
export type NotAnInclude =
  | { readonly [Symbol.iterator]: unknown }
  | ((...args: never) => unknown)
  | number
  | bigint
  | boolean
  | symbol
  | null;

/**
 * {@link InvalidKey} of an object.
 *
 * @example
 * InvalidKeyOfObject<Units, { nmae: true; name: true; symbol: false }> // => 'nmae' | 'symbol'
 */
type InvalidKeyOfObject<Resource extends AnyResourceView, Chosen> =
  | (keyof Chosen extends Resource['names'] ? never : Exclude<keyof Chosen, Resource['names']>)
  | InvalidFlag<Chosen, keyof Chosen & Resource['fields']>
  | InvalidRelation<Resource, Chosen, keyof Chosen & Resource['relationNames']>;

/**
 * The fields with an invalid flag: `never` if all flags are `true` or all are `false`.
 *
 * @example
 * InvalidFlag<{ name: true; type: false }, 'name' | 'type'> // => 'type'
 */
type InvalidFlag<Chosen, Fields extends keyof Chosen> = Chosen[Fields] extends true | undefined
  ? never
  : Chosen[Fields] extends false | undefined
    ? never
    : InvalidFlagOfSome<Chosen, Fields>;

/**
 * The fields whose value is not a boolean. If there are none: the fields whose flag can be `false`, if flags
 * are mixed. A flag of type `any` is accepted.
 *
 * @example
 * InvalidFlagOfSome<{ name: 1; type: true }, 'name' | 'type'> // => 'name'
 * InvalidFlagOfSome<{ name: boolean; type: true }, 'name' | 'type'> // => 'name'
 */
type InvalidFlagOfSome<Chosen, Fields extends keyof Chosen> = unknown extends Chosen[Fields]
  ? never
  : [Chosen[Fields]] extends [boolean | undefined]
    ? MixedFlag<FieldThatMayBe<true, Chosen, Fields>, FieldThatMayBe<false, Chosen, Fields>>
    : { [Key in Fields]: [Chosen[Key]] extends [boolean | undefined] ? never : Key }[Fields];

/**
 * `False` if a field of `True` and another field of `False` can be in the same include.
 *
 * @example
 * MixedFlag<'name', 'type'> // => 'type'
 * MixedFlag<'name', 'name'> // => never, for `{ name: boolean }`
 */
type MixedFlag<True, False> = [True] extends [never]
  ? never
  : IsSingle<True | False> extends true
    ? never
    : False;

/**
 * The relations with something invalid inside. An object that may be `undefined` is always listed: it can
 * belong to an infinite type such as `Include`, which the compiler then compares only as deep as necessary.
 *
 * @example
 * InvalidRelation<Balances, { unit: { nmae: true }; account: true }, 'unit' | 'account'> // => 'unit'
 * InvalidRelation<Balances, { unit: true | undefined }, 'unit'> // => never
 * InvalidRelation<Balances, { unit: { name: true } | undefined }, 'unit'> // => 'unit'
 */
type InvalidRelation<Resource extends AnyResourceView, Chosen, Key extends keyof Chosen> = Key extends unknown
  ? InvalidRelationValue<Resource['relations'][Key]['target'], Chosen[Key], Key>
  : never;

/**
 * The key, if there is something invalid in the value of a relation.
 *
 * @example
 * InvalidRelationValue<Units, { nmae: true }, 'unit'> // => 'unit'
 * InvalidRelationValue<Units, true | undefined, 'unit'> // => never
 */
type InvalidRelationValue<Resource extends AnyResourceView, Value, Key> = undefined extends Value
  ? [Value] extends [boolean | undefined]
    ? never
    : Key
  : InvalidKeyInside<Resource, Value> extends never
    ? never
    : Key;

/**
 * The invalid keys inside the value of a relation, which may be a flag, an include, or an object with a
 * `where`. Every key, if the value is none of these.
 *
 * @example
 * InvalidKeyInside<Units, true> // => never
 * InvalidKeyInside<Units, { nmae: true }> // => 'nmae'
 * InvalidKeyInside<Units, { include: { name: true } }> // => 'include'
 * InvalidKeyInside<Units, 'x'> // => PropertyKey
 */
export type InvalidKeyInside<Resource extends AnyResourceView, Value> = Value extends boolean | undefined
  ? never
  : Value extends NotAnInclude
    ? PropertyKey
    : InvalidKeyInObject<Resource, Value>;

/**
 * {@link InvalidKeyInside} of an object.
 *
 * @example
 * InvalidKeyInObject<Units, { nmae: true }> // => 'nmae'
 * InvalidKeyInObject<Units, { where: { name: 'x' }; name: true }> // => 'name'
 */
type InvalidKeyInObject<Resource extends AnyResourceView, Value> = Value extends IncludeWithWhere
  ? InvalidKeyNextToWhere<Resource, Value>
  : Value extends IncludeWithoutWhere
    ? GivenKey<Value>
    : InvalidKeyOfObject<Resource, Value>;

/** A relation with a filter (rule 11). */
export type IncludeWithWhere = { readonly where: unknown };

/** A relation with an `include` but without the `where` that belongs to it. */
export type IncludeWithoutWhere = { readonly include: unknown };

/**
 * The invalid keys of an object with a `where`.
 *
 * @example
 * InvalidKeyNextToWhere<Units, { where: { nmae: 'x' }; include: { name: true } }> // => 'where'
 * InvalidKeyNextToWhere<Units, { where: { name: 'x' }; include: { nmae: true } }> // => 'include'
 * InvalidKeyNextToWhere<Units, { where: { name: 'x' }; name: true }> // => 'name'
 */
type InvalidKeyNextToWhere<Resource extends AnyResourceView, Value> =
  | (InvalidFilterKey<Resource, Value['where' & keyof Value]> extends never ? never : 'where')
  | InvalidInclude<Resource, Value['include' & keyof Value]>
  | (keyof Value extends 'where' | 'include' ? never : Exclude<GivenKey<Value>, 'where' | 'include'>);

/**
 * `'include'` if the include next to a `where` is invalid. A flag is not allowed there.
 *
 * @example
 * InvalidInclude<Units, { name: true }> // => never
 * InvalidInclude<Units, { nmae: true }> // => 'include'
 * InvalidInclude<Units, true> // => 'include'
 */
type InvalidInclude<Resource extends AnyResourceView, Chosen> = Chosen extends NotAnInclude | undefined
  ? 'include'
  : InvalidKeyOfObject<Resource, Chosen> extends never
    ? never
    : 'include';

/**
 * The keys with a value. In a union of object literals, the compiler gives each literal the keys of the
 * others, with the type `undefined`.
 *
 * @example
 * GivenKey<{ where: object; name?: undefined }> // => 'where'
 */
export type GivenKey<Value> = {
  [Key in keyof Value]-?: [Value[Key]] extends [undefined] ? never : Key;
}[keyof Value];
