import type { FieldKind } from '../../schema/field.js';
import type { Combinator, Quantifier } from '../filter.js';
import type { DateLike, Text } from './comparison.js';
import type { AnyRelationView, AnyResourceView, KeyOf, Merged, ValueAt } from './resource-view.js';

// A filter inside an include is inferred together with the include, and of an inferred type the
// compiler accepts unknown keys. These types find them. Everything else about the filter is checked
// by `Where`.

/**
 * The problems of a filter: objects with a message at an unknown key, at any depth. `never` for a
 * valid filter.
 *
 * @example
 * FilterProblem<Units, { name: 'x'; OR: readonly [{ symbol: { like: '$' } }] }> // => never
 * FilterProblem<Units, { name: 'x'; nmae: 'x' }>
 * // => { nmae?: '`nmae` is not a field or relation of units' }
 */
export type FilterProblem<Resource extends AnyResourceView, Filter> = Filter extends BareValue
  ? never
  : { [Key in keyof Filter]-?: MemberProblem<Resource, Key, Filter[Key]> }[keyof Filter];

/** Values that are compared as they are, and arrays, which `Where` reports. */
export type BareValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | DateLike
  | Text
  | readonly unknown[];

/**
 * The problem of a member of a filter.
 *
 * @example
 * MemberProblem<Units, 'name', { like: 'x' }> // => never
 */
type MemberProblem<Resource extends AnyResourceView, Key, Value> = Key extends Resource['fields']
  ? ComparatorOf<Value> extends Resource['comparators'][Key]
    ? never
    : {
        readonly [_ in Key]?: ComparatorMessages<
          Value,
          Exclude<ComparatorOf<Value>, Resource['comparators'][Key]>,
          Resource['kinds'][Key]
        >;
      }
  : GroupProblem<Resource, Key, Value>;

/**
 * The comparators of a value that may also be bare. `never` if a computed key (`{ [comparator]: '5'
 * }`) hides the names.
 *
 * @example
 * ComparatorOf<'x' | { eq: 'x' }> // => 'eq'
 */
type ComparatorOf<Value> = Value extends BareValue
  ? never
  : string extends keyof Value
    ? never
    : keyof Value;

/**
 * What a value must fit that has unknown comparators. `object`, so that an editor does not suggest
 * the members of a string among the comparators.
 *
 * @example
 * ComparatorMessages<'x' | { lke: 'x' }, 'lke', 'string'>
 * // => 'x' | (object & { lke?: '`lke` is not a comparator of string fields' })
 */
type ComparatorMessages<
  Value,
  Invalid extends PropertyKey,
  Kind extends FieldKind,
> = Value extends BareValue
  ? Value
  : object & {
      readonly [Key in Invalid]?: `\`${Key & string}\` is not a comparator of ${Kind} fields`;
    };

/**
 * The problem of a key that is no field. A relation is always listed, and so are filters that may
 * be `undefined`: they can belong to an infinite type such as `Where`, which the compiler then
 * compares only as deep as necessary.
 *
 * @example
 * GroupProblem<Units, 'nmae', 'x'> // => { nmae?: '`nmae` is not a field or relation of units' }
 * GroupProblem<Units, 'AND', readonly [{ name: 'x' }]> // => never
 */
type GroupProblem<Resource extends AnyResourceView, Key, Value> = undefined extends Value
  ? { readonly [_ in Key & PropertyKey]?: GroupMessages<Resource, Key, Value> }
  : [Key, FilterProblem<Resource, ValueAt<Value, number>>] extends [Combinator, never]
    ? never
    : { readonly [_ in Key & PropertyKey]?: GroupMessages<Resource, Key, Value> };

/**
 * What the value of `AND`, `OR` or a relation must fit, or the message at an unknown key. `object`,
 * so that the items need not share a key with the messages.
 *
 * @example
 * GroupMessages<Units, 'nmae', 'x'> // => '`nmae` is not a field or relation of units'
 */
type GroupMessages<Resource extends AnyResourceView, Key, Value> = Key extends Combinator
  ?
      | readonly (object & Merged<FilterProblem<Resource, ValueAt<Value, number>>>)[]
      | Exclude<Value, readonly unknown[]>
  : Key extends Resource['relationNames']
    ? RelationFilterMessages<Resource['relations'][Key], Value>
    : `\`${Key & string}\` is not a field or relation of ${Resource['name']}`;

/**
 * What the filter on a relation must fit.
 *
 * @example
 * RelationFilterMessages<ToUnits, { name: 'x' }>
 * // => 'cannot filter on a to-one relation. Use `unit_id`, or `filterable: true` in the schema.'
 * RelationFilterMessages<ToBalances, { sme: object }>
 * // => { sme?: '`sme` is not one of some, none and every' }
 */
type RelationFilterMessages<
  Relation extends AnyRelationView,
  Value,
> = Relation['filter'] extends 'quantifiers'
  ? {
      readonly [Key in KeyOf<Value>]?: Key extends Quantifier
        ? Merged<FilterProblem<Relation['target'], ValueAt<Value, Key>>>
        : `\`${Key & string}\` is not one of some, none and every`;
    }
  : Relation['filter'] extends 'properties'
    ? Merged<FilterProblem<Relation['target'], Value>>
    : `cannot filter on a to-one relation. Use \`${Relation['foreignKey']}\`, or \`filterable: true\` in the schema.`;
