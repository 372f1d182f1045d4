import type { BareValue, FilterProblem } from './filter-check.js';
import type { FieldThatMayBe, IsSingle } from './flags.js';
import type { AnyResourceView, Merged } from './resource-view.js';

// What the compiler reports for an invalid include: at each invalid key, a string literal type that
// the value does not fit. The texts are those of the check at run time, as far as possible. A
// problem is an object with messages. A valid include has none: with nothing else to compare, usual
// includes are cheap.

/**
 * What an invalid include must fit. If all flags are of type `boolean`, as in `const include = {
 * name: true, type: true }`, there is one message for all of them.
 *
 * @example
 * IncludeMessages<Units, { nmae: true }> // => { nmae?: '`nmae` is not a field or relation of units' }
 * IncludeMessages<Units, { name: boolean; symbol: boolean }> // => WidenedMessage
 */
export type IncludeMessages<
  Resource extends AnyResourceView,
  Chosen,
  Messages = Merged<IncludeProblem<Resource, Chosen>>,
> = [keyof Messages | (keyof Chosen & Resource['fields'])] extends [
  WidenedField<Chosen, Resource['fields']>,
]
  ? WidenedMessage
  : Messages;

/**
 * The fields whose flag has the type `boolean`.
 *
 * @example
 * WidenedField<{ name: true; type: boolean }, 'name' | 'type'> // => 'type'
 */
type WidenedField<Chosen, Fields> = {
  [Key in keyof Chosen & Fields]: [boolean, Chosen[Key]] extends [Chosen[Key], boolean | undefined]
    ? Key
    : never;
}[keyof Chosen & Fields];

type WidenedMessage =
  'true and false cannot be mixed. For literal flags, add `as const` or `satisfies Include<…>`.';

/**
 * The problems of an include, at any depth. `never` for a valid one.
 *
 * @example
 * IncludeProblem<Balances, { name: true; unit: { symbol: true } }> // => never
 * IncludeProblem<Balances, { unit: { nmae: true } }>['unit']
 * // => { nmae?: '`nmae` is not a field or relation of units' } | undefined
 * IncludeProblem<Balances, 'name'> // => 'expected an include of balances such as { id: true }'
 */
export type IncludeProblem<Resource extends AnyResourceView, Chosen> = Chosen extends undefined
  ? never
  : Chosen extends NotAnInclude
    ? `expected an include of ${Resource['name']} such as { id: true }`
    : ObjectProblem<Resource, Chosen>;

/** Values that are no include: what can be iterated over, functions, and primitive values. */
type NotAnInclude =
  | { readonly [Symbol.iterator]: unknown }
  | ((...args: never) => unknown)
  | number
  | bigint
  | boolean
  | symbol
  | null;

/**
 * {@link IncludeProblem} of an object.
 *
 * @example
 * ObjectProblem<Units, { nmae: true; name: true }> // => { nmae?: '`nmae` is not a field or relation of units' }
 */
type ObjectProblem<Resource extends AnyResourceView, Chosen> =
  | (keyof Chosen extends Resource['names'] ? never : UnknownKey<Resource, Chosen>)
  | FlagProblem<Chosen, keyof Chosen & Resource['fields']>
  | RelationProblem<Resource, Chosen, keyof Chosen & Resource['relationNames']>;

/**
 * The messages at unknown keys, or one message if the keys are any text. In a union of object
 * literals, the compiler gives each literal the keys of the others, with the type `undefined`:
 * `where` and `include` are then valid.
 *
 * @example
 * UnknownKey<Units, { name: true; nmae: true }> // => { nmae?: '`nmae` is not a field or relation of units' }
 * UnknownKey<Units, { [name: string]: true }>
 * // => "expected names of fields and relations. Write the type Include<'units'>."
 */
type UnknownKey<Resource extends AnyResourceView, Chosen> = string extends keyof Chosen
  ? `expected names of fields and relations. Write the type Include<'${Resource['name']}'>.`
  : {
      readonly [Key in Exclude<keyof Chosen, Resource['names']>]?: [Key, Chosen[Key]] extends [
        'where' | 'include',
        undefined,
      ]
        ? unknown
        : `\`${Key & string}\` is not a field or relation of ${Resource['name']}`;
    };

/**
 * The problem of the flags: `never` if all are `true` or all are `false`.
 *
 * @example
 * FlagProblem<{ name: true; type: false }, 'name' | 'type'> // => { type?: 'true and false cannot be mixed' }
 */
type FlagProblem<Chosen, Fields extends keyof Chosen> = Chosen[Fields] extends true | undefined
  ? never
  : Chosen[Fields] extends false | undefined
    ? never
    : FlagMessages<Chosen, InvalidFlag<Chosen, Fields>>;

/**
 * The fields whose value is not a boolean. If there are none: the fields whose flag can be `false`,
 * if flags are mixed. A flag of type `any` is accepted.
 *
 * @example
 * InvalidFlag<{ name: boolean; type: true }, 'name' | 'type'> // => 'name'
 */
type InvalidFlag<Chosen, Fields extends keyof Chosen> = unknown extends Chosen[Fields]
  ? never
  : [Chosen[Fields]] extends [boolean | undefined]
    ? MixedFlag<FieldThatMayBe<true, Chosen, Fields>, FieldThatMayBe<false, Chosen, Fields>>
    : { [Key in Fields]: [Chosen[Key]] extends [boolean | undefined] ? never : Key }[Fields];

/**
 * `False` if a field of `True` and another field of `False` can be in the same include.
 *
 * @example
 * MixedFlag<'name', 'type'> // => 'type'
 */
type MixedFlag<True, False> = IsSingle<True | False> extends true ? never : False;

/**
 * The messages at invalid flags.
 *
 * @example
 * FlagMessages<{ name: 1 }, 'name'> // => { name?: 'expected true or false' }
 */
type FlagMessages<Chosen, Fields extends keyof Chosen> = [Fields] extends [never]
  ? never
  : { readonly [Name in Fields]?: FlagMessage<Chosen[Name]> };

/**
 * The message at a field.
 *
 * @example
 * FlagMessage<false> // => 'true and false cannot be mixed'
 */
type FlagMessage<Flag> = [Flag] extends [boolean | undefined]
  ? [boolean] extends [Flag]
    ? WidenedMessage
    : 'true and false cannot be mixed'
  : 'expected true or false';

/**
 * The problems inside relations. An object that may be `undefined` is always listed: it can belong
 * to an infinite type such as `Include`, which the compiler then compares only as deep as
 * necessary.
 *
 * @example
 * RelationProblem<Balances, { unit: { name: true }; account: true }, 'unit' | 'account'> // => never
 */
type RelationProblem<
  Resource extends AnyResourceView,
  Chosen,
  Name extends keyof Chosen,
> = Name extends unknown
  ? MemberProblem<Resource['relations'][Name]['target'], Chosen[Name], Name>
  : never;

/**
 * The problem of a relation. `undefined`, because another member of a union may have it.
 *
 * @example
 * MemberProblem<Units, 'x', 'unit'> // => { unit?: 'expected true, false or an include of units such as { id: true }' | undefined }
 */
type MemberProblem<
  Resource extends AnyResourceView,
  Value,
  Name extends PropertyKey,
> = undefined extends Value
  ? [Value] extends [boolean | undefined]
    ? never
    : { readonly [_ in Name]?: Merged<RelatedProblem<Resource, Value>> | undefined }
  : RelatedProblem<Resource, Value> extends never
    ? never
    : { readonly [_ in Name]?: Merged<RelatedProblem<Resource, Value>> | undefined };

/**
 * The problems of the value of a relation, which may be a flag, an include, or an object with a
 * `where`.
 *
 * @example
 * RelatedProblem<Units, 'x'> // => 'expected true, false or an include of units such as { id: true }'
 */
type RelatedProblem<Resource extends AnyResourceView, Value> = Value extends boolean | undefined
  ? never
  : Value extends NotAnInclude
    ? `expected true, false or an include of ${Resource['name']} such as { id: true }`
    : RelatedObjectProblem<Resource, Value>;

/**
 * {@link RelatedProblem} of an object.
 *
 * @example
 * RelatedObjectProblem<Units, { include: object }> // => { include?: '`include` is only allowed next to `where`' }
 */
type RelatedObjectProblem<Resource extends AnyResourceView, Value> =
  HasMember<Value, 'where'> extends true
    ? FilteredProblem<Resource, Value>
    : HasMember<Value, 'include'> extends true
      ? { readonly [Key in GivenKey<Value>]?: '`include` is only allowed next to `where`' }
      : ObjectProblem<Resource, Value>;

/**
 * Whether an object has a member with a value. `Value extends { where: unknown }` would be false in
 * TypeScript 5 for a literal with further members.
 *
 * @example
 * HasMember<{ where: object; include: object }, 'where'> // => true
 */
export type HasMember<Value, Name> = [Value[Name & keyof Value]] extends [undefined] ? false : true;

/**
 * The problems of an object with a `where`.
 *
 * @example
 * FilteredProblem<Units, { where: { name: 'x' }; include: { name: true } }> // => never
 * FilteredProblem<Units, { where: { name: 'x' }; name: true }>
 * // => { name?: '`name` is not allowed next to `where`. Move it into `include`.' }
 */
type FilteredProblem<Resource extends AnyResourceView, Value> =
  | WhereProblem<Resource, Value['where' & keyof Value]>
  | InnerProblem<Resource, Value['include' & keyof Value]>
  | (keyof Value extends 'where' | 'include'
      ? never
      : {
          readonly [Key in Exclude<
            GivenKey<Value>,
            'where' | 'include'
          >]?: `\`${Key & string}\` is not allowed next to \`where\`. Move it into \`include\`.`;
        });

/**
 * The problem of a `where`.
 *
 * @example
 * WhereProblem<Units, true> // => { where?: "expected a filter of units such as { id: '…' }" }
 */
type WhereProblem<Resource extends AnyResourceView, Filter> = [Extract<Filter, BareValue>] extends [
  undefined,
]
  ? FilterProblem<Resource, Filter> extends never
    ? never
    : { readonly where?: Merged<FilterProblem<Resource, Filter>> }
  : { readonly where?: `expected a filter of ${Resource['name']} such as { id: '…' }` };

/**
 * The problem of the include next to a `where`.
 *
 * @example
 * InnerProblem<Units, { name: true }> // => never
 * InnerProblem<Units, true> // => { include?: 'expected an include of units such as { id: true }' | undefined }
 */
type InnerProblem<Resource extends AnyResourceView, Chosen> = undefined extends Chosen
  ? { readonly include?: Merged<IncludeProblem<Resource, Chosen>> | undefined }
  : IncludeProblem<Resource, Chosen> extends never
    ? never
    : { readonly include?: Merged<IncludeProblem<Resource, Chosen>> | undefined };

/**
 * The keys with a value. In a union of object literals, the compiler gives each literal the keys of
 * the others, with the type `undefined`.
 *
 * @example
 * GivenKey<{ where: object; name?: undefined }> // => 'where'
 */
type GivenKey<Value> = {
  [Key in keyof Value]-?: [Value[Key]] extends [undefined] ? never : Key;
}[keyof Value];
