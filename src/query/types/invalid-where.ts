import type { Combinator, Quantifier } from '../comparators.js';
import type { DateLike, Text } from './comparison.js';
import type { AnyResourceView } from './resource-view.js';
import type { KeyOf, ValueAt } from './union.js';

/**
 * Words for the excess keys of a filter inside an include. The compiler infers it together with the include, and so
 * does not look for excess keys by itself. That the rest fits `Where`, it checks as always.
 *
 * @example
 * FilterRefusals<Units, { name: 'x', nmae: 'x' }> // => { nmae?: "'nmae' is not a property or to-many relation of units" }
 */
export type FilterMessages<On extends AnyResourceView, Filter> = {
  readonly [Key in InvalidFilterKey<On, Filter>]?: AtMember<On, Key, ValueAt<Filter, Key>>;
};

/**
 * The keys of a filter at which there is something to say: `never` where all is right, at every depth; any key of what is
 * no object.
 *
 * @example
 * SuspectFilter<Units, { name: 'x'; OR: [{ symbol: { like: '$' } }] }> // => never
 * SuspectFilter<Units, { name: 'x'; OR: [{ symbol: { lke: '$' } }] }> // => 'OR'
 */
export type InvalidFilterKey<On extends AnyResourceView, Filter> = Filter extends Plain
  ? NoFilter<Filter>
  : { [Key in keyof Filter]-?: InvalidMember<On, Key, Filter[Key]> }[keyof Filter];

/**
 * Any key, unless nothing is given.
 *
 * @example
 * NoFilter<true> // => PropertyKey
 */
export type NoFilter<Value> = Value extends undefined ? never : PropertyKey;

/** What is compared with as it is. */
export type Plain = string | number | bigint | boolean | null | undefined | DateLike | Text;

/**
 * The key, if there is something to say at it. One that may be `undefined` always counts: it can be part of a type without
 * an end, such as `Where`, which the compiler compares only as far as it must.
 *
 * @example
 * SuspectMember<Units, 'name', { like: 'x' }> // => never
 * SuspectMember<Units, 'name', { lke: 'x' }> // => 'name'
 */
export type InvalidMember<On extends AnyResourceView, Key, Value> = undefined extends Value
  ? Key
  : Key extends keyof On['comparators']
    ? InvalidField<Key, Value, On['comparators'][Key]>
    : InvalidGroup<On, Key, Value>;

/**
 * The key, if something is no comparator.
 *
 * @example
 * SuspectField<'amount', { like: 'x' }, 'eq' | 'gt'> // => 'amount'
 */
export type InvalidField<Key, Value, Known> = ComparatorOf<Value> extends Known ? never : Key;

/**
 * The comparators, of what may be a bare value.
 *
 * @example
 * ComparatorOf<'x' | { eq: 'x' }> // => 'eq'
 */
export type ComparatorOf<Value> = Value extends Plain ? never : keyof Value;

/**
 * The key, if there is something to say inside what it combines, or if nothing can stand there.
 *
 * @example
 * SuspectGroup<Units, 'AND', readonly [{ name: 'x' }]> // => never
 * SuspectGroup<Units, 'nmae', 'x'> // => 'nmae'
 */
export type InvalidGroup<On extends AnyResourceView, Key, Value> = Key extends Combinator
  ? InvalidList<On, Key, ItemOf<Value>>
  : Key extends On['many']
    ? InvalidRelationFilter<On['links'][Key]['level'], Key, Value>
    : Key;

/**
 * The key, if there is something to say in one of some filters.
 *
 * @example
 * SuspectList<Units, 'AND', { name: 'x' } | { nmae: 'x' }> // => 'AND'
 */
export type InvalidList<On extends AnyResourceView, Key, Filter> =
  InvalidFilterKey<On, Filter> extends never ? never : Key;

/**
 * Each item of a list.
 *
 * @example
 * ItemOf<readonly [{ name: 'x' }]> // => { name: 'x' }
 */
export type ItemOf<Value> = Value extends readonly (infer Item)[] ? Item : never;

/**
 * The key, if there is something to say inside a filter on related rows, which are of the level given.
 *
 * @example
 * SuspectRelation<Balances, 'balances', { some: { name: 'x' } }> // => never
 * SuspectRelation<Balances, 'balances', { sme: { name: 'x' } }> // => 'balances'
 */
export type InvalidRelationFilter<On extends AnyResourceView, Key, Value> =
  KeyOf<Value> extends Quantifier ? InvalidList<On, Key, ValueAt<Value, KeyOf<Value>>> : Key;

/**
 * What is said at a key of a filter.
 *
 * @example
 * AtMember<Units, 'nmae', 'x'> // => "'nmae' is not a property or to-many relation of units"
 */
export type AtMember<On extends AnyResourceView, Key, Value> = Key extends keyof On['comparators']
  ? AtField<Value, Exclude<ComparatorOf<Value>, On['comparators'][Key]>>
  : AtGroup<On, Key, Value>;

/**
 * What is said at a field: a bare value as it is, words for a list and for what is no comparator.
 *
 * @example
 * AtField<readonly ['x'], 0> // => readonly 'a list stands inside in or not_in'[]
 * AtField<{ lke: 'x' }, 'lke'> // => object & { lke?: "'lke' is not a comparator of this property" }
 */
export type AtField<Value, Names extends PropertyKey> = Value extends Plain
  ? Value
  : Value extends readonly unknown[]
    ? readonly 'a list stands inside in or not_in'[]
    : NoComparators<Names>;

/**
 * Words for what is no comparator. `object`, so that an editor does not take a member of a text for a comparator.
 *
 * @example
 * NoComparators<'lke'> // => object & { lke?: "'lke' is not a comparator of this property" }
 */
export type NoComparators<Names extends PropertyKey> = object & {
  readonly [Key in Names]?: `'${Key & string}' is not a comparator of this property`;
};

/**
 * What is said at what combines filters, or at what is neither that nor a field.
 *
 * @example
 * AtGroup<Units, 'AND', readonly [{ nmae: 'x' }]> // => readonly { nmae?: "'nmae' is not a property or …" }[]
 */
export type AtGroup<On extends AnyResourceView, Key, Value> = Key extends Combinator
  ? readonly InItem<On, ItemOf<Value>>[]
  : Key extends On['many']
    ? InQuantifiers<On['links'][Key]['level'], Value>
    : `'${Key & string}' is not a property or to-many relation of ${On['name']}`;

/**
 * What is said inside one of the filters that are combined. It knows the keys of all: an item is held against this alone, where
 * a key that only others have would be one too many.
 *
 * @example
 * InItem<Units, { name: 'x' } | { nmae: 'x' }> // => { name?: unknown; nmae?: "'nmae' is not a property or …" }
 */
export type InItem<On extends AnyResourceView, Filter> = {
  readonly [Key in KeyOf<Filter>]?: Key extends InvalidFilterKey<On, Filter>
    ? AtMember<On, Key, ValueAt<Filter, Key>>
    : unknown;
};

/**
 * What is said inside a filter on related rows, which are of the level given.
 *
 * @example
 * InQuantifiers<Balances, { sme: {} }> // => { sme?: "'sme' is not one of some, none and every" }
 */
export type InQuantifiers<On extends AnyResourceView, Value> = {
  readonly [Key in KeyOf<Value>]?: Key extends Quantifier
    ? FilterMessages<On, ValueAt<Value, Key>>
    : `'${Key & string}' is not one of some, none and every`;
};
