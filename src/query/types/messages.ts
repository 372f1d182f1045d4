import type {
  GivenKey,
  IncludeWithoutWhere,
  IncludeWithWhere,
  InvalidKey,
  InvalidKeyInside,
  NotAnInclude,
} from './invalid-include.js';
import type { BareValue } from './invalid-where.js';
import type { AnyRelationView, AnyResourceView } from './resource-view.js';
import type { ValueAt } from './union.js';
import type { FilterMessages } from './where-messages.js';

// What the compiler reports for an invalid include: at each invalid key, a string literal type that the value does
// not fit. The texts are those of the check at run time, as far as possible.

/**
 * The messages for an include. If all flags are of type `boolean`, as in
 * `const include = { name: true, type: true }`, there is one message for all of them.
 *
 * @example
 * IncludeMessages<Units, { nmae: true }> // => { nmae?: '`nmae` is not a field or relation of units' }
 * IncludeMessages<Units, { name: boolean; symbol: boolean }> // => WidenedMessage
 */
export type IncludeMessages<Resource extends AnyResourceView, Chosen> = [
  InvalidKey<Resource, Chosen> | (keyof Chosen & Resource['fields']),
] extends [WidenedField<Chosen, Resource['fields']>]
  ? WidenedMessage
  : KeyMessages<Resource, Chosen>;

/**
 * The messages for an include, each at its key.
 *
 * @example
 * KeyMessages<Units, { nmae: true }> // => { nmae?: '`nmae` is not a field or relation of units' }
 * KeyMessages<Units, 'name'> // => 'expected an include of units'
 */
type KeyMessages<Resource extends AnyResourceView, Chosen> = [Extract<Chosen, NotAnInclude>] extends [never]
  ? { readonly [Key in InvalidKey<Resource, Chosen>]?: KeyMessage<Resource, Key, Chosen> }
  : `expected an include of ${Resource['name']}`;

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
 * The message at an invalid key of an include.
 *
 * @example
 * KeyMessage<Units, 'nmae', { nmae: true }> // => '`nmae` is not a field or relation of units'
 * KeyMessage<Balances, 'unit', { unit: 1 }> // => 'expected true, false or an include of units' | undefined
 */
type KeyMessage<Resource extends AnyResourceView, Key, Chosen> = Key extends Resource['fields']
  ? FlagMessage<ValueAt<Chosen, Key>>
  : Key extends Resource['relationNames']
    ? RelationMessages<Resource['relations'][Key], ValueAt<Chosen, Key>> | undefined
    : `\`${Key & string}\` is not a field or relation of ${Resource['name']}`;

/**
 * The message at a field.
 *
 * @example
 * FlagMessage<false> // => 'true and false cannot be mixed'
 * FlagMessage<boolean> // => WidenedMessage
 * FlagMessage<1> // => 'expected true or false'
 */
type FlagMessage<Flag> = [Flag] extends [boolean | undefined]
  ? [boolean] extends [Flag]
    ? WidenedMessage
    : 'true and false cannot be mixed'
  : 'expected true or false';

/**
 * The messages at a relation or inside its value.
 *
 * @example
 * RelationMessages<ToUnits, 'x'> // => 'expected true, false or an include of units'
 * RelationMessages<ToUnits, { nmae: true }> // => { nmae?: '`nmae` is not a field or relation of units' }
 * RelationMessages<ToUnits, { where: { name: 'x' }; symbol: true }>
 * // => { symbol?: '`symbol` is not allowed next to `where`. Move it into `include`.' }
 */
type RelationMessages<Relation extends AnyRelationView, Value> = [
  Extract<Value, Exclude<NotAnInclude, boolean>>,
] extends [never]
  ? {
      readonly [Key in InvalidKeyInside<Relation['target'], Value>]?: InsideMessage<
        Relation['target'],
        Key,
        Exclude<Value, boolean | undefined>
      >;
    }
  : `expected true, false or an include of ${Relation['target']['name']}`;

/**
 * The message at a key inside the object of a relation. In a union, only the invalid members count: a message that fits a valid
 * member would accept the others.
 *
 * @example
 * InsideMessage<Units, 'include', { where: object; include: object } | { include: object }>
 * // => '`include` is only allowed next to `where`'
 */
type InsideMessage<Resource extends AnyResourceView, Key, Value> = [
  InvalidUnionMember<Resource, Key, Value>,
] extends [never]
  ? MemberMessage<Resource, Key, Value, Value>
  : MemberMessage<Resource, Key, InvalidUnionMember<Resource, Key, Value>, Value>;

/**
 * The members of a union that have an invalid value at a key.
 *
 * @example
 * InvalidUnionMember<Units, 'include', { where: object; include: object } | { include: object }>
 * // => { include: object }
 */
type InvalidUnionMember<Resource extends AnyResourceView, Key, Value> = Value extends unknown
  ? Key extends InvalidKeyInside<Resource, Value> & GivenKey<Value>
    ? Value
    : never
  : never;

/**
 * The message at a key of one union member. `All` is the whole union: one value at the key
 * could hide another.
 *
 * @example
 * MemberMessage<Units, 'include', { include: object }, { include: object }>
 * // => '`include` is only allowed next to `where`'
 */
type MemberMessage<Resource extends AnyResourceView, Key, Value, All> = Value extends IncludeWithWhere
  ? NextToWhereMessage<Resource, Key, ValueAt<All, Key>>
  : Value extends IncludeWithoutWhere
    ? '`include` is only allowed next to `where`'
    : KeyMessage<Resource, Key, All>;

/**
 * The message at a key of an object with a `where`.
 *
 * @example
 * NextToWhereMessage<Units, 'symbol', true>
 * // => '`symbol` is not allowed next to `where`. Move it into `include`.'
 * NextToWhereMessage<Units, 'where', true> // => 'expected a filter of units'
 * NextToWhereMessage<Units, 'include', true> // => 'expected an include of units' | undefined
 */
type NextToWhereMessage<Resource extends AnyResourceView, Key, Value> = Key extends 'where'
  ? [Extract<Value, BareValue>] extends [undefined]
    ? FilterMessages<Resource, Value>
    : `expected a filter of ${Resource['name']}`
  : Key extends 'include'
    ? KeyMessages<Resource, Value> | undefined
    : `\`${Key & string}\` is not allowed next to \`where\`. Move it into \`include\`.`;
