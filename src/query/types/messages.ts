import type {
  Filtered,
  GivenKey,
  Including,
  InvalidKey,
  InvalidKeyInside,
  NoInclude,
  NoRelation,
} from './invalid-include.js';
import type { FilterMessages, Plain } from './invalid-where.js';
import type { AnyLink, AnyResourceView } from './resource-view.js';
import type { ValueAt } from './union.js';

/**
 * What is said at a key of an include: words that no value fits, or what {@link InRelation} says inside.
 *
 * @example
 * Words<Units, 'nmae', { nmae: true }> // => "'nmae' is not a property or relation of units"
 */
export type KeyMessage<On extends AnyResourceView, Key, Chosen> = Key extends On['fields']
  ? FlagMessage<ValueAt<Chosen, Key>>
  : Key extends keyof On['links']
    ? InRelation<On['links'][Key], ValueAt<Chosen, Key>> | undefined
    : `'${Key & string}' is not a property or relation of ${On['name']}`;

/**
 * What is said at a field.
 *
 * @example
 * FlagWords<false> // => 'true and false cannot be mixed'
 * FlagWords<1> // => 'true or false is expected'
 */
export type FlagMessage<Flag> = [Flag] extends [boolean | undefined]
  ? 'true and false cannot be mixed'
  : 'true or false is expected';

/**
 * What is said at a relation, which takes a flag, an include or a filter.
 *
 * @example
 * InRelation<ToUnits, 'x'> // => 'true or an include'
 * InRelation<ToUnits, { nmae: true }> // => { nmae?: "'nmae' is not a property or relation of units" }
 */
export type InRelation<Along extends AnyLink, Value> = [Extract<Value, NoRelation>] extends [never]
  ? InObject<Along['level'], Exclude<Value, boolean | undefined>>
  : 'true or an include';

/**
 * What is said inside an include of a relation, or inside a filter on it (rule 11).
 *
 * @example
 * InObject<Units, { where: { name: 'x' }; symbol: true }> // => { symbol?: "'symbol' cannot stand beside a where" }
 */
export type InObject<On extends AnyResourceView, Value> = {
  readonly [Key in InvalidKeyInside<On, Value>]?: InsideMessage<On, Key, Value>;
};

/**
 * What is said at a key there: of a choice, by the arms that are wrong, since what fits another would let them pass.
 *
 * @example
 * WordsInside<Units, 'include', { where: object; include: object } | { include: object }> // => 'include needs a where'
 */
export type InsideMessage<On extends AnyResourceView, Key, Value> = [
  InvalidUnionMember<On, Key, Value>,
] extends [never]
  ? MemberMessage<On, Key, Value, Value>
  : MemberMessage<On, Key, InvalidUnionMember<On, Key, Value>, Value>;

/**
 * The arms of a choice that hold something at a key at which there is something to say of them.
 *
 * @example
 * FaultyArm<Units, 'include', { where: object; include: object } | { include: object }> // => { include: object }
 */
export type InvalidUnionMember<On extends AnyResourceView, Key, Value> = Value extends unknown
  ? Key extends InvalidKeyInside<On, Value> & GivenKey<Value>
    ? Value
    : never
  : never;

/**
 * What each arm says by itself, but of what stands at the key in all arms together: one could hide another.
 *
 * @example
 * WordsOfArm<Units, 'include', { include: object }, { include: object }> // => 'include needs a where'
 */
export type MemberMessage<On extends AnyResourceView, Key, Value, All> = Value extends Filtered
  ? BesideWhereMessage<On, Key, ValueAt<All, Key>>
  : Value extends Including
    ? 'include needs a where'
    : KeyMessage<On, Key, All>;

/**
 * What is said at a key of a filter on a relation, `where` among them.
 *
 * @example
 * WordsBesideWhere<Units, 'symbol', true> // => "'symbol' cannot stand beside a where"
 * WordsBesideWhere<Units, 'include', true> // => 'an include of units is expected'
 */
export type BesideWhereMessage<On extends AnyResourceView, Key, Value> = Key extends 'where'
  ? InWhere<On, Value>
  : Key extends 'include'
    ? InInclude<On, Value> | undefined
    : `'${Key & string}' cannot stand beside a where`;

/**
 * What is said at the filter.
 *
 * @example
 * InWhere<Units, { nmae: 'x' }> // => { nmae?: "'nmae' is not a property or to-many relation of units" }
 * InWhere<Units, true> // => 'a filter of units is expected'
 */
export type InWhere<On extends AnyResourceView, Value> = [Extract<Value, Plain>] extends [undefined]
  ? FilterMessages<On, Value>
  : `a filter of ${On['name']} is expected`;

/**
 * What is said at the include beside a filter.
 *
 * @example
 * InInclude<Units, { nmae: true }> // => { nmae?: "'nmae' is not a property or relation of units" }
 */
export type InInclude<On extends AnyResourceView, Value> = [Extract<Value, NoInclude>] extends [undefined]
  ? { readonly [Key in InvalidKey<On, Value>]?: KeyMessage<On, Key, Value> }
  : `an include of ${On['name']} is expected`;
