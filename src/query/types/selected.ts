import type { ResourceName } from '../../schema/names.js';
import type { PaymentsSchema } from '../../schema/payments-schema.js';
import type { SchemaShape } from '../../schema/resource.js';
import type { FieldThatIs, FieldThatMayBe } from './flags.js';
import type { Filtered } from './invalid-include.js';
import type { OptionalField, OptionalRelation, RequiredField, RequiredRelation } from './optionality.js';
import type { AnyLink, AnyResourceView, ResourceView } from './resource-view.js';
import type { NoList } from './valid-include.js';

/**
 * What comes back of a row for an include: exactly the properties that may come. One that surely comes is required,
 * one that may be missing is optional, one that surely does not come is absent. A union of includes gives the union.
 *
 * @example
 * Selected<'balances', { name: true }> // => { id: string; name: string }
 * Selected<'balances', {}> // => Balance
 * Selected<'balances', { name: boolean }> // => { id: string; name?: string; identifier?: string; … }
 */
export type Selected<
  Name extends ResourceName<Schema>,
  Chosen,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = Chosen extends undefined
  ? OfNothing<ResourceView<Name, Schema>, Chosen>
  : OfObject<ResourceView<Name, Schema>, Chosen>;

/**
 * `undefined` gives the row, and `any` whatever there can be. {@link OfObject} makes nothing of `any`.
 *
 * @example
 * OfNothing<Units, undefined> // => Unit
 */
export type OfNothing<On extends AnyResourceView, Chosen> = string extends keyof Chosen
  ? AllOptional<On, Chosen>
  : On['row'];

/**
 * Whatever there can be: only `id` is sure.
 *
 * @example
 * Anything<Units, Record<string, true>> // => { id: string; name?: string; … }
 */
export type AllOptional<On extends AnyResourceView, Chosen> = Merged<On, Chosen, 'id', On['names']>;

/**
 * One level. A single look at all values together tells the usual forms apart.
 *
 * @example
 * OfObject<Units, { name: true }> // => { id: string; name: string }
 */
export type OfObject<On extends AnyResourceView, Chosen> = unknown extends Chosen[keyof Chosen]
  ? FallbackInclude<On, Chosen>
  : Chosen[keyof Chosen] extends true | object
    ? Shape<On, Chosen, Named<On, Chosen> & keyof On['properties']>
    : ByFlags<On, Chosen>;

/**
 * The include that the compiler falls back to, where a call has none, gives the row. Otherwise a flag is `any`.
 *
 * @example
 * Untold<Units, NoList> // => Unit
 */
export type FallbackInclude<On extends AnyResourceView, Chosen> = string extends keyof Chosen
  ? never
  : keyof NoList extends keyof Chosen
    ? On['row']
    : Uncertain<On, Chosen>;

/**
 * What the inclusion form names (rule 2); the row, where it names only relations (decision 8).
 *
 * @example
 * Named<Accounts, { status: true }> // => 'id' | 'status'
 * Named<Accounts, { balances: true }> // => 'id' | 'status' | 'identifier_prefix' | 'identifier_value' | 'balances'
 */
export type Named<On extends AnyResourceView, Chosen> = keyof Chosen extends On['relations']
  ? keyof On['stored'] | keyof Chosen
  : 'id' | keyof Chosen;

/**
 * The exclusion form (rules 3 and 7), or flags of which some are not literal.
 *
 * @example
 * ByFlags<Accounts, { status: false }> // => { id: string; identifier_prefix: string; identifier_value: string }
 */
export type ByFlags<On extends AnyResourceView, Chosen> = [
  Chosen[keyof Chosen & On['fields']],
  Chosen[keyof Chosen & On['relations']],
] extends [false, true | object]
  ? Shape<On, Chosen, RemainingKeys<On, Chosen> & keyof On['properties']>
  : Uncertain<On, Chosen>;

/**
 * What the exclusion form leaves: `id`, what is stored and not named, and the relations.
 *
 * @example
 * Left<Accounts, { status: false; balances: true }> // => 'id' | 'identifier_prefix' | 'identifier_value' | 'balances'
 */
export type RemainingKeys<On extends AnyResourceView, Chosen> =
  | 'id'
  | (On['stored'] & { [Key in keyof Chosen]: never })[keyof On['stored']]
  | (keyof Chosen & On['relations']);

/**
 * The properties of some names, relations as far as chosen; the row by its name, where nothing is chosen. Over keys of
 * one named type, so that the sentences on its members stay, and inside a conditional, so that an editor shows the
 * members and not the name of this type.
 *
 * @example
 * Shape<Units, { name: true }, 'id' | 'name'> // => { id: string; name: string }
 */
export type Shape<
  On extends AnyResourceView,
  Chosen,
  Keys extends keyof On['properties'],
> = keyof Chosen extends never
  ? OfEmpty<On, Chosen>
  : {
      -readonly [Key in Keys]: Key extends On['relations']
        ? Related<On['links'][Key], Chosen[Key & keyof Chosen]>
        : On['properties'][Key];
    };

/**
 * An include without any key gives the row, by its name. Of a variable of type `object`, nothing is known.
 *
 * @example
 * OfEmpty<Units, {}> // => Unit
 * OfEmpty<Units, object> // => { id: string; name?: string; … }
 */
export type OfEmpty<On extends AnyResourceView, Chosen> =
  Chosen extends Readonly<Record<string, unknown>> ? On['row'] : AllOptional<On, Unknown>;

/** An include of which nothing is known. */
type Unknown = Readonly<Record<string, true | object | Filtered>>;

/**
 * A relation as it comes: an array, an object, or an object or `null`.
 *
 * @example
 * Related<ToUnits, true> // => Unit
 * Related<ToBalances, { name: true }> // => { id: string; name: string }[]
 */
export type Related<Along extends AnyLink, Value> = Along['cardinality'] extends 'many'
  ? Inner<Along['level'], Value>[]
  : Inner<Along['level'], Value> | Along['nothing'] | Unmatched<Value>;

/**
 * A to-one relation is `null` where it has a filter that does not match (decision 9).
 *
 * @example
 * Unmatched<{ where: object }> // => null
 * Unmatched<true> // => never
 */
export type Unmatched<Value> = Value extends Filtered ? null : never;

/**
 * What is included of a relation, whatever stands for it.
 *
 * @example
 * Inner<Units, true> // => Unit
 * Inner<Units, { where: …; include: { name: true } }> // => { id: string; name: string }
 */
export type Inner<On extends AnyResourceView, Value> = Value extends boolean | undefined
  ? OfFlag<On, Value>
  : Value extends Filtered
    ? OfFilter<On, Value>
    : OfObject<On, Value>;

/**
 * `false` and `undefined` bring nothing, and `any` whatever there can be.
 *
 * @example
 * OfFlag<Units, boolean> // => Unit, if it comes
 * OfFlag<Units, false | undefined> // => never
 */
export type OfFlag<On extends AnyResourceView, Value> = Value extends true
  ? On['row']
  : string extends keyof Value
    ? AllOptional<On, Value>
    : never;

/**
 * A filter may have an include beside it.
 *
 * @example
 * OfFilter<Units, { where: object }> // => Unit
 * OfFilter<Units, { where: object; include: { name: true } }> // => { id: string; name: string }
 */
export type OfFilter<On extends AnyResourceView, Value> = 'include' extends keyof Value
  ? OfInclude<On, Value['include' & keyof Value]>
  : On['row'];

/**
 * What that include gives.
 *
 * @example
 * OfInclude<Units, { name: true } | undefined> // => { id: string; name: string } | Unit
 */
export type OfInclude<On extends AnyResourceView, Chosen> = Chosen extends undefined
  ? OfNothing<On, Chosen>
  : OfObject<On, Chosen>;

/**
 * A level of which some flag is not literal.
 *
 * @example
 * Uncertain<Accounts, { balances: boolean }> // => Account with balances?: Balance[]
 */
export type Uncertain<On extends AnyResourceView, Chosen> = Merged<
  On,
  Chosen,
  | 'id'
  | RequiredRelation<Chosen, On['relations']>
  | RequiredField<
      keyof On['stored'],
      FieldThatMayBe<true, Chosen, On['fields']>,
      FieldThatMayBe<false, Chosen, On['fields']>,
      FieldThatIs<true, Chosen, On['fields']>
    >,
  | OptionalRelation<Chosen, On['relations']>
  | OptionalField<
      keyof On['stored'],
      FieldThatMayBe<true, Chosen, On['fields']>,
      FieldThatIs<true, Chosen, On['fields']>,
      FieldThatIs<false, Chosen, On['fields']>
    >
>;

/**
 * The properties named `Required` and, each possibly missing, those named `Optional`, as one literal.
 *
 * @example
 * Joined<Units, { name: true }, 'id', 'name'> // => { id: string; name?: string }
 */
export type Merged<On extends AnyResourceView, Chosen, Required, Optional> = Shape<
  On,
  Chosen,
  Required & keyof On['properties']
> &
  Partial<Shape<On, Chosen, Exclude<Optional, Required> & keyof On['properties']>> extends infer Both
  ? { [Key in keyof Both]: Both[Key] }
  : never;
