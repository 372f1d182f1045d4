import type { ValueAt } from './arms.js';
import type { AnyLevel, AnyLink } from './level.js';
import type {
  Filtered,
  GivenKey,
  Including,
  NoInclude,
  NoRelation,
  Suspect,
  SuspectInside,
} from './suspect.js';
import type { FilterRefusals, Plain } from './valid-where.js';

/**
 * What is said at a key of an include: words that no value fits, or what {@link InRelation} says inside.
 *
 * @example
 * Words<Units, 'nmae', { nmae: true }> // => "'nmae' is not a property or relation of units"
 */
export type Words<On extends AnyLevel, Key, Chosen> = Key extends On['fields']
  ? FlagWords<ValueAt<Chosen, Key>>
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
export type FlagWords<Flag> = [Flag] extends [boolean | undefined]
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
export type InObject<On extends AnyLevel, Value> = {
  readonly [Key in SuspectInside<On, Value>]?: WordsInside<On, Key, Value>;
};

/**
 * What is said at a key there: of a choice, by the arms that are wrong, since what fits another would let them pass.
 *
 * @example
 * WordsInside<Units, 'include', { where: object; include: object } | { include: object }> // => 'include needs a where'
 */
export type WordsInside<On extends AnyLevel, Key, Value> = [FaultyArm<On, Key, Value>] extends [never]
  ? WordsOfArm<On, Key, Value, Value>
  : WordsOfArm<On, Key, FaultyArm<On, Key, Value>, Value>;

/**
 * The arms of a choice that hold something at a key at which there is something to say of them.
 *
 * @example
 * FaultyArm<Units, 'include', { where: object; include: object } | { include: object }> // => { include: object }
 */
export type FaultyArm<On extends AnyLevel, Key, Value> = Value extends unknown
  ? Key extends SuspectInside<On, Value> & GivenKey<Value>
    ? Value
    : never
  : never;

/**
 * What each arm says by itself, but of what stands at the key in all arms together: one could hide another.
 *
 * @example
 * WordsOfArm<Units, 'include', { include: object }, { include: object }> // => 'include needs a where'
 */
export type WordsOfArm<On extends AnyLevel, Key, Value, All> = Value extends Filtered
  ? WordsBesideWhere<On, Key, ValueAt<All, Key>>
  : Value extends Including
    ? 'include needs a where'
    : Words<On, Key, All>;

/**
 * What is said at a key of a filter on a relation, `where` among them.
 *
 * @example
 * WordsBesideWhere<Units, 'symbol', true> // => "'symbol' cannot stand beside a where"
 * WordsBesideWhere<Units, 'include', true> // => 'an include of units is expected'
 */
export type WordsBesideWhere<On extends AnyLevel, Key, Value> = Key extends 'where'
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
export type InWhere<On extends AnyLevel, Value> = [Extract<Value, Plain>] extends [undefined]
  ? FilterRefusals<On, Value>
  : `a filter of ${On['name']} is expected`;

/**
 * What is said at the include beside a filter.
 *
 * @example
 * InInclude<Units, { nmae: true }> // => { nmae?: "'nmae' is not a property or relation of units" }
 */
export type InInclude<On extends AnyLevel, Value> = [Extract<Value, NoInclude>] extends [undefined]
  ? { readonly [Key in Suspect<On, Value>]?: Words<On, Key, Value> }
  : `an include of ${On['name']} is expected`;
