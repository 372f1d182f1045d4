import type { BareValue, FilterProblem } from './filter-check.js';
import type { FieldThatIs, FieldThatMayBe, IsSingle } from './flags.js';
import type { AnyResourceView, Merged } from './resource-view.js';

// What the compiler reports for an invalid include: at each invalid key, a string literal type that
// the value does not fit. The texts are those of the check at run time, as far as possible. They
// are only computed for an include that is not certainly valid, so that usual includes are cheap.

/**
 * `unknown`, which allows everything, for a valid include, and messages for an invalid one. While
 * `Chosen` is a type parameter, a template is not `never` for all types, so that a generic function
 * is accepted.
 *
 * @example
 * IncludeCheck<Units, { name: true }> // => unknown
 * IncludeCheck<Units, { nmae: true }> // => { nmae?: '`nmae` is not a field or relation of units' }
 */
export type IncludeCheck<
  Resource extends AnyResourceView,
  Chosen,
> = `${keyof Doubt<Resource, Chosen> & string}` extends never
  ? Merged<IncludeMessages<Resource, Chosen>>
  : unknown;

/**
 * `never` for an include that is certainly valid, else `object`: `Include` accepts it, and its
 * names are valid at every depth.
 *
 * @example
 * Doubt<Balances, { name: true; unit: { symbol: true } }> // => never
 * Doubt<Units, { name: true; symbol: false }> // => object
 */
type Doubt<Resource extends AnyResourceView, Chosen> =
  | (Chosen extends Resource['include'] ? never : object)
  | (keyof Chosen extends Resource['names'] ? never : object)
  | InnerDoubt<Resource, Chosen, keyof Chosen & Resource['relationNames']>;

/**
 * {@link Doubt} about the names in an include or in the value of a relation.
 *
 * @example
 * NameDoubt<Units, { nmae: true }> // => object
 */
type NameDoubt<Resource extends AnyResourceView, Value> = Value extends boolean
  ? never
  :
      | (keyof Value extends Resource['shortNames'] ? never : FilteredDoubt<Resource, Value>)
      | InnerDoubt<Resource, Value, keyof Value & Resource['relationNames']>;

/**
 * {@link Doubt} about relations. An object that may be `undefined` can belong to an infinite type
 * such as `Include`.
 *
 * @example
 * InnerDoubt<Balances, { unit: { nmae: true } }, 'unit'> // => object
 */
type InnerDoubt<
  Resource extends AnyResourceView,
  Chosen,
  Name extends keyof Chosen,
> = Name extends unknown
  ? undefined extends Chosen[Name]
    ? object
    : NameDoubt<Resource['targets'][Name], Chosen[Name]>
  : never;

/**
 * {@link Doubt} about an object with a `where`.
 *
 * @example
 * FilteredDoubt<Units, { where: { name: 'x' }; include: { name: true } }> // => never
 */
type FilteredDoubt<Resource extends AnyResourceView, Value> = keyof Value extends
  | 'where'
  | 'include'
  ?
      | (FilterProblem<Resource, Value['where' & keyof Value]> extends never ? never : object)
      | NameDoubt<Resource, Value['include' & keyof Value]>
  : object;

/**
 * What each include of a union must fit: messages at invalid keys.
 *
 * @example
 * IncludeMessages<Units, 'name'> // => 'expected an include of units such as { id: true }'
 */
type IncludeMessages<Resource extends AnyResourceView, Chosen> = Chosen extends undefined
  ? never
  : Chosen extends NotAnInclude
    ? `expected an include of ${Resource['name']} such as { id: true }`
    : ObjectMessages<Resource, Chosen>;

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
 * {@link IncludeMessages} of an object.
 *
 * @example
 * ObjectMessages<Units, { [name: string]: true }>
 * // => "expected names of fields and relations. Write the type Include<'units'>."
 */
type ObjectMessages<Resource extends AnyResourceView, Chosen> = string extends keyof Chosen
  ? `expected names of fields and relations. Write the type Include<'${Resource['name']}'>.`
  :
      | FlagMessages<Chosen, keyof Chosen & Resource['fields']>
      | MemberMessages<Resource, Chosen, Exclude<keyof Chosen, Resource['fields']>>;

/**
 * The messages at a relation, or at an unknown name. In a union of object literals, the compiler
 * gives each literal the keys of the others, with the type `undefined`: `where` and `include` are
 * then valid. The result depends only on the value, so that an infinite type such as `Include`
 * comes to an end.
 *
 * @example
 * MemberMessages<Units, { nmae: true }, 'nmae'>
 * // => { nmae?: '`nmae` is not a field or relation of units' }
 */
type MemberMessages<
  Resource extends AnyResourceView,
  Chosen,
  Name extends keyof Chosen,
> = Name extends Resource['relationNames']
  ? RelationMessages<Resource['targets'][Name], Chosen[Name], Name>
  : [Name, Chosen[Name]] extends ['where' | 'include', undefined]
    ? never
    : {
        readonly [_ in Name]?: `\`${Name & string}\` is not a field or relation of ${Resource['name']}`;
      };

/**
 * The messages inside a relation.
 *
 * @example
 * RelationMessages<Units, 'x', 'unit'>
 * // => { unit?: 'expected true, false or an include of units such as { id: true }' | undefined }
 */
type RelationMessages<Resource extends AnyResourceView, Value, Name extends PropertyKey> = {
  readonly [_ in Name]?: Merged<RelatedMessages<Resource, Value>> | undefined;
};

/**
 * The messages at invalid flags; only at those of type `boolean`, if there are any.
 *
 * @example
 * FlagMessages<{ name: true; type: false }, 'name' | 'type'>
 * // => { type?: 'true and false cannot be mixed' }
 * FlagMessages<{ name: boolean; symbol: boolean }, 'name' | 'symbol'> // => WidenedMessage
 */
type FlagMessages<
  Chosen,
  Fields extends keyof Chosen,
  Invalid extends Fields = InvalidFlag<Chosen, Fields>,
  Widened = WidenedField<Chosen, Fields>,
> = [Invalid] extends [never]
  ? never
  : [Fields] extends [Widened]
    ? WidenedMessage
    : {
        readonly [Name in [Invalid & Widened] extends [never]
          ? Invalid
          : Invalid & Widened]?: FlagMessage<Chosen[Name], FieldThatIs<false, Chosen, Fields>>;
      };

/**
 * The fields whose flag has the type `boolean`.
 *
 * @example
 * WidenedField<{ name: true; type: boolean }, 'name' | 'type'> // => 'type'
 */
type WidenedField<Chosen, Fields extends keyof Chosen> = {
  [Key in Fields]: [boolean, Chosen[Key]] extends [Chosen[Key], boolean | undefined] ? Key : never;
}[Fields];

type WidenedMessage =
  'expected a literal flag, got boolean. For a condition, write `flag || undefined`; to a constant, add `satisfies Include<…>`.';

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
type MixedFlag<True, False> =
  IsSingle<True | False> extends true ? never : [True] extends [never] ? never : False;

/**
 * The message at a field. `Excluded` are the fields whose flag is `false`.
 *
 * @example
 * FlagMessage<false, 'type'> // => 'true and false cannot be mixed'
 */
type FlagMessage<Flag, Excluded> = [Flag] extends [boolean | undefined]
  ? [boolean] extends [Flag]
    ? [Excluded] extends [never]
      ? WidenedMessage
      : 'expected a literal flag, got boolean. For a condition, write `flag ? false : undefined`.'
    : 'true and false cannot be mixed'
  : 'expected true or false';

/**
 * {@link IncludeMessages} of the value of a relation: a flag, an include, or an object with a
 * `where`.
 *
 * @example
 * RelatedMessages<Units, 'x'>
 * // => 'expected true, false or an include of units such as { id: true }'
 */
type RelatedMessages<Resource extends AnyResourceView, Value> = Value extends boolean | undefined
  ? never
  : Value extends NotAnInclude
    ? `expected true, false or an include of ${Resource['name']} such as { id: true }`
    : HasMember<Value, 'where' | 'include'> extends true
      ? FilteredMessages<Resource, Value>
      : ObjectMessages<Resource, Value>;

/**
 * Whether an object has a member with a value. `Value extends { where: unknown }` would be false in
 * TypeScript 5 for a literal with further members.
 *
 * @example
 * HasMember<{ where: object; include: object }, 'where'> // => true
 */
export type HasMember<Value, Name> = [Value[Name & keyof Value]] extends [undefined] ? false : true;

/**
 * The messages of an object with a `where`.
 *
 * @example
 * FilteredMessages<Units, { where: { name: 'x' }; name: true }>['name']
 * // => '`name` is not allowed next to `where`. Move it into `include`.' | undefined
 */
type FilteredMessages<Resource extends AnyResourceView, Value> = {
  readonly [Key in GivenKey<Value>]?: HasMember<Value, 'where'> extends false
    ? '`include` is only allowed next to `where`'
    : Key extends 'where'
      ? WhereMessages<Resource, Value[Key]>
      : Key extends 'include'
        ? Merged<IncludeMessages<Resource, Value[Key]>> | undefined
        : `\`${Key & string}\` is not allowed next to \`where\`. Move it into \`include\`.`;
};

/**
 * What a `where` must fit.
 *
 * @example
 * WhereMessages<Units, true> // => "expected a filter of units such as { id: '…' }"
 */
type WhereMessages<Resource extends AnyResourceView, Filter> = [
  Extract<Filter, BareValue>,
] extends [undefined]
  ? Merged<FilterProblem<Resource, Filter>>
  : `expected a filter of ${Resource['name']} such as { id: '…' }`;

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
