import type { Combinator, Quantifier } from '../filter-node.js';
import type { DateLike, Text } from './comparison.js';
import type { AnyRelationView, AnyResourceView } from './resource-view.js';
import type { KeyOf, ValueAt } from './union.js';

// A filter inside an include is inferred together with the include, and of an inferred type the compiler
// accepts unknown keys. These types find them. Everything else about the filter is checked by `Where`.

/**
 * The keys of a filter that are unknown or have an unknown key inside, at any depth. Every key, if the value
 * is no object.
 *
 * @example
 * InvalidFilterKey<Units, { name: 'x'; OR: readonly [{ symbol: { like: '$' } }] }> // => never
 * InvalidFilterKey<Units, { name: 'x'; OR: readonly [{ symbol: { lke: '$' } }] }> // => 'OR'
 * InvalidFilterKey<Units, true> // => PropertyKey
 */
export type InvalidFilterKey<Resource extends AnyResourceView, Filter> = Filter extends BareValue
  ? Filter extends undefined
    ? never
    : PropertyKey
  : { [Key in keyof Filter]-?: InvalidMember<Resource, Key, Filter[Key]> }[keyof Filter];

/** Values that are compared as they are. */
export type BareValue = string | number | bigint | boolean | null | undefined | DateLike | Text;

/**
 * The key, if it is unknown or has an unknown key inside. A member that may be `undefined` is always
 * listed: it can belong to an infinite type such as `Where`, which the compiler then compares only as
 * deep as necessary.
 *
 * @example
 * InvalidMember<Units, 'name', { like: 'x' }> // => never
 * InvalidMember<Units, 'name', { lke: 'x' }> // => 'name'
 * InvalidMember<Units, 'nmae', 'x'> // => 'nmae'
 */
type InvalidMember<Resource extends AnyResourceView, Key, Value> = undefined extends Value
  ? Key
  : Key extends Resource['fields']
    ? ComparatorOf<Value> extends Resource['comparators'][Key]
      ? never
      : Key
    : InvalidGroup<Resource, Key, Value>;

/**
 * The comparators of a value that may also be bare. `never` if a computed key (`{ [comparator]: '5' }`)
 * hides the names.
 *
 * @example
 * ComparatorOf<'x' | { eq: 'x' }> // => 'eq'
 * ComparatorOf<{ [comparator: string]: '5' }> // => never
 */
export type ComparatorOf<Value> = Value extends BareValue
  ? never
  : string extends keyof Value
    ? never
    : keyof Value;

/**
 * {@link InvalidMember} of a key that is no field: `AND`, `OR` or a relation.
 *
 * @example
 * InvalidGroup<Units, 'AND', readonly [{ name: 'x' }]> // => never
 * InvalidGroup<Units, 'AND', readonly [{ name: 'x' }, { nmae: 'x' }]> // => 'AND'
 * InvalidGroup<Accounts, 'balances', { sme: { name: 'x' } }> // => 'balances'
 */
type InvalidGroup<Resource extends AnyResourceView, Key, Value> = Key extends Combinator
  ? InvalidFilterKey<Resource, Value extends readonly (infer Item)[] ? Item : never> extends never
    ? never
    : Key
  : Key extends Resource['relationNames']
    ? InvalidRelationFilter<Resource['relations'][Key], Key, Value>
    : Key;

/**
 * The key of a relation, if its filter is not allowed or has an unknown key inside.
 *
 * @example
 * InvalidRelationFilter<ToBalances, 'balances', { some: { name: 'x' } }> // => never
 * InvalidRelationFilter<ToBalances, 'balances', { some: { nmae: 'x' } }> // => 'balances'
 * InvalidRelationFilter<ToUnits, 'unit', { name: 'x' }> // => 'unit'
 */
type InvalidRelationFilter<Relation extends AnyRelationView, Key, Value> =
  InvalidFilterKey<Relation['target'], RelatedFilter<Relation['filter'], Value>> extends never ? never : Key;

/**
 * The filter on the related rows, or `true`, which is no filter, if the relation cannot be filtered
 * in this form.
 *
 * @example
 * RelatedFilter<'quantifiers', { some: { name: 'x' } }> // => { name: 'x' }
 * RelatedFilter<'quantifiers', { sme: { name: 'x' } }> // => true
 * RelatedFilter<'properties', { name: 'x' }> // => { name: 'x' }
 * RelatedFilter<'none', { name: 'x' }> // => true
 */
type RelatedFilter<Form extends AnyRelationView['filter'], Value> = Form extends 'quantifiers'
  ? KeyOf<Value> extends Quantifier
    ? ValueAt<Value, KeyOf<Value>>
    : true
  : Form extends 'properties'
    ? Value
    : true;
