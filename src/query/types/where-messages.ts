import type { Combinator, Quantifier } from '../filter-node.js';
import type { BareValue, ComparatorOf, InvalidFilterKey } from './invalid-where.js';
import type { AnyRelationView, AnyResourceView } from './resource-view.js';
import type { KeyOf, ValueAt } from './union.js';

// What the compiler reports for an invalid filter inside an include, as in messages.ts.

/**
 * The messages for a filter, by key.
 *
 * @example
 * FilterMessages<Units, { name: 'x'; nmae: 'x' }>
 * // => { nmae?: '`nmae` is not a field or relation of units' }
 */
export type FilterMessages<Resource extends AnyResourceView, Filter> = {
  readonly [Key in InvalidFilterKey<Resource, Filter>]?: FilterKeyMessage<
    Resource,
    Key,
    ValueAt<Filter, Key>
  >;
};

/**
 * The message at a key of a filter, or the messages inside its value.
 *
 * @example
 * FilterKeyMessage<Units, 'nmae', 'x'> // => '`nmae` is not a field or relation of units'
 */
type FilterKeyMessage<Resource extends AnyResourceView, Key, Value> = Key extends Resource['fields']
  ? FieldMessages<
      Value,
      Exclude<ComparatorOf<Value>, Resource['comparators'][Key]>,
      Resource['kinds'][Key & keyof Resource['kinds']]
    >
  : GroupMessages<Resource, Key, Value>;

/**
 * The messages inside the value of a field. `unknown`, which allows everything, if no comparator is invalid:
 * `Where` checks the rest.
 *
 * @example
 * FieldMessages<'x', never, 'string'> // => unknown
 * FieldMessages<{ lke: 'x' }, 'lke', 'string'>
 * // => object & { lke?: '`lke` is not a comparator of string fields' }
 */
type FieldMessages<Value, Invalid extends PropertyKey, Kind extends string> = [Invalid] extends [never]
  ? unknown
  : ComparatorMessages<Value, Invalid, Kind>;

/**
 * {@link FieldMessages} for each member of a union. `object`, so that an editor does not suggest the members
 * of a string among the comparators.
 *
 * @example
 * ComparatorMessages<'x' | { lke: 'x' }, 'lke', 'string'>
 * // => 'x' | (object & { lke?: '`lke` is not a comparator of string fields' })
 */
type ComparatorMessages<Value, Invalid extends PropertyKey, Kind extends string> = Value extends BareValue
  ? Value
  : Value extends readonly unknown[]
    ? ArrayMessage<Value>
    : object & {
        readonly [Key in Invalid]?: `\`${Key & string}\` is not a comparator of ${Kind} fields`;
      };

/**
 * The message for an array as a bare value, in the form in which the compiler prints it: at the array if its
 * items are strings, otherwise at each item.
 *
 * @example
 * ArrayMessage<readonly ['x']> // => 'use { in: […] } for an array'
 * ArrayMessage<readonly [1]> // => readonly 'use { in: […] } for an array'[]
 */
type ArrayMessage<Value> = Value extends readonly string[]
  ? 'use { in: […] } for an array'
  : readonly 'use { in: […] } for an array'[];

/**
 * The messages at `AND`, `OR` or a relation, or the message at an unknown key.
 *
 * @example
 * GroupMessages<Units, 'AND', readonly [{ nmae: 'x' }]>
 * // => readonly { nmae?: '`nmae` is not a field or relation of units' }[]
 */
type GroupMessages<Resource extends AnyResourceView, Key, Value> = Key extends Combinator
  ? readonly ItemMessages<Resource, Value extends readonly (infer Item)[] ? Item : never>[]
  : Key extends Resource['relationNames']
    ? RelationFilterMessages<Resource['relations'][Key], Value>
    : `\`${Key & string}\` is not a field or relation of ${Resource['name']}`;

/**
 * The messages inside one of several filters. It lists the keys of all of them, since the compiler compares
 * each filter with this type.
 *
 * @example
 * ItemMessages<Units, { name: 'x' } | { nmae: 'x' }>
 * // => { name?: unknown; nmae?: '`nmae` is not a field or relation of units' }
 */
type ItemMessages<Resource extends AnyResourceView, Filter> = {
  readonly [Key in KeyOf<Filter>]?: Key extends InvalidFilterKey<Resource, Filter>
    ? FilterKeyMessage<Resource, Key, ValueAt<Filter, Key>>
    : unknown;
};

/**
 * The messages at the filter on a relation.
 *
 * @example
 * RelationFilterMessages<ToUnits, { name: 'x' }>
 * // => 'cannot filter on a to-one relation. Use `unit_id`, or `filterable: true` in the schema.'
 * RelationFilterMessages<ToBalances, { sme: object }>
 * // => { sme?: '`sme` is not one of some, none and every' }
 * RelationFilterMessages<ToBalances, { some: { nmae: 'x' } }>
 * // => { some?: { nmae?: '`nmae` is not a field or relation of balances' } }
 */
type RelationFilterMessages<
  Relation extends AnyRelationView,
  Value,
> = Relation['filter'] extends 'quantifiers'
  ? {
      readonly [Key in KeyOf<Value>]?: Key extends Quantifier
        ? FilterMessages<Relation['target'], ValueAt<Value, Key>>
        : `\`${Key & string}\` is not one of some, none and every`;
    }
  : Relation['filter'] extends 'properties'
    ? FilterMessages<Relation['target'], Value>
    : `cannot filter on a to-one relation. Use \`${Relation['foreignKey']}\`, or \`filterable: true\` in the schema.`;
