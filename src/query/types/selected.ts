import type { ResourceName } from '../../schema/names.js';
import type { PaymentsSchema } from '../../schema/payments-schema.js';
import type { SchemaShape } from '../../schema/resource.js';
import type { FieldThatIs, FieldThatMayBe } from './flags.js';
import type { Filtered } from './invalid-include.js';
import type { OptionalField, OptionalRelation, RequiredField, RequiredRelation } from './optionality.js';
import type { AnyRelationView, AnyResourceView, ResourceView } from './resource-view.js';
import type { WithoutChoice } from './valid-include.js';

/**
 * The type of a row for an include. Properties that may be missing, because a flag is not a literal, are
 * optional. A union of includes gives a union of rows.
 *
 * @example
 * Selected<'balances', { name: true }> // => { id: string; name: string }
 * Selected<'balances', {}> // => Balance
 * Selected<'transactionLines', { amount: boolean }>
 * // => { id: string; account_id?: string; amount?: number }
 */
export type Selected<
  Name extends ResourceName<Schema>,
  Chosen,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = Chosen extends undefined
  ? WithoutInclude<ResourceView<Name, Schema>, Chosen>
  : SelectedByObject<ResourceView<Name, Schema>, Chosen>;

/**
 * The row for `undefined`. An include of type `any` also ends up here.
 *
 * @example
 * WithoutInclude<Units, undefined> // => Unit
 */
type WithoutInclude<Resource extends AnyResourceView, Chosen> = string extends keyof Chosen
  ? AllOptional<Resource, Chosen>
  : Resource['row'];

/**
 * All properties and relations, of which only `id` is required: for an include with unknown keys.
 *
 * @example
 * AllOptional<TransactionLines, Record<string, true>>
 * // => { id: string; account_id?: string; amount?: number }
 */
type AllOptional<Resource extends AnyResourceView, Chosen> = Merged<
  Resource,
  Chosen,
  'id',
  Resource['names']
>;

/**
 * The row for an object. One check of all values together finds the most common form.
 *
 * @example
 * SelectedByObject<Units, { name: true }> // => { id: string; name: string }
 */
type SelectedByObject<Resource extends AnyResourceView, Chosen> = unknown extends Chosen[keyof Chosen]
  ? SelectedByAny<Resource, Chosen>
  : Chosen[keyof Chosen] extends true | object
    ? Shape<Resource, Chosen, InclusionKey<Resource, Chosen> & keyof Resource['properties']>
    : SelectedByFlags<Resource, Chosen>;

/**
 * The row if a value has the type `unknown` or `any`: the constraint of a call without an include gives
 * the whole row.
 *
 * @example
 * SelectedByAny<Units, WithoutChoice> // => Unit
 */
type SelectedByAny<Resource extends AnyResourceView, Chosen> = string extends keyof Chosen
  ? never
  : keyof WithoutChoice extends keyof Chosen
    ? Resource['row']
    : Uncertain<Resource, Chosen>;

/**
 * The keys that the inclusion form selects (rule 2). If it names only relations, all properties are
 * selected (decision 8).
 *
 * @example
 * InclusionKey<Accounts, { status: true }> // => 'id' | 'status'
 * InclusionKey<TransactionLines, {}> // => 'id' | 'account_id' | 'amount'
 */
type InclusionKey<Resource extends AnyResourceView, Chosen> = keyof Chosen extends keyof Resource['relations']
  ? keyof Resource['stored'] | keyof Chosen
  : 'id' | keyof Chosen;

/**
 * The row for the exclusion form (rules 3 and 7), or for flags that are not literals.
 *
 * @example
 * SelectedByFlags<Accounts, { status: false }>
 * // => { id: string; identifier_prefix: string; identifier_value: string }
 */
type SelectedByFlags<Resource extends AnyResourceView, Chosen> = [
  Chosen[keyof Chosen & Resource['fields']],
  Chosen[keyof Chosen & keyof Resource['relations']],
] extends [false, true | object]
  ? Shape<Resource, Chosen, RemainingKey<Resource, Chosen> & keyof Resource['properties']>
  : Uncertain<Resource, Chosen>;

/**
 * The keys that the exclusion form leaves: `id`, the stored fields that are not excluded, and the relations.
 *
 * @example
 * RemainingKey<Accounts, { status: false; balances: true }>
 * // => 'id' | 'identifier_prefix' | 'identifier_value' | 'balances'
 */
type RemainingKey<Resource extends AnyResourceView, Chosen> =
  | 'id'
  | (Resource['stored'] & { [Key in keyof Chosen]: never })[keyof Resource['stored']]
  | (keyof Chosen & keyof Resource['relations']);

/**
 * The row with the given keys. It maps over keys of one named type, which keeps their documentation, and
 * inside a conditional type, which lets an editor show the members instead of the name of this type.
 *
 * @example
 * Shape<Units, { name: true }, 'id' | 'name'> // => { id: string; name: string }
 */
type Shape<
  Resource extends AnyResourceView,
  Chosen,
  Keys extends keyof Resource['properties'],
> = keyof Chosen extends never
  ? SelectedByEmpty<Resource, Chosen>
  : {
      -readonly [Key in Keys]: Key extends keyof Resource['relations']
        ? RelatedValue<Resource['relations'][Key], Chosen[Key & keyof Chosen]>
        : Resource['properties'][Key];
    };

/**
 * The row for an include without keys. The keys of a variable of type `object` are unknown.
 *
 * @example
 * SelectedByEmpty<Units, {}> // => Unit
 * SelectedByEmpty<TransactionLines, object> // => { id: string; account_id?: string; amount?: number }
 */
type SelectedByEmpty<Resource extends AnyResourceView, Chosen> =
  Chosen extends Readonly<Record<string, unknown>>
    ? Resource['row']
    : AllOptional<Resource, Readonly<Record<string, true | object | Filtered>>>;

/**
 * The value of a relation in a row: an array, or an object that may be `null`. A to-one relation with a
 * filter is `null` if the related row does not match (decision 9).
 *
 * @example
 * RelatedValue<ToUnits, true> // => Unit
 * RelatedValue<ToUnits, { where: object }> // => Unit | null
 * RelatedValue<ToBalances, { name: true }> // => { id: string; name: string }[]
 */
type RelatedValue<Relation extends AnyRelationView, Value> = Relation['cardinality'] extends 'many'
  ? RelatedRow<Relation['target'], Value>[]
  : RelatedRow<Relation['target'], Value> | Relation['missing'] | (Value extends Filtered ? null : never);

/**
 * The row of a relation for its flag, its include, or its object with a `where`.
 *
 * @example
 * RelatedRow<Units, true> // => Unit
 * RelatedRow<Units, { where: object; include: { name: true } }> // => { id: string; name: string }
 */
type RelatedRow<Resource extends AnyResourceView, Value> = Value extends boolean | undefined
  ? RelatedByFlag<Resource, Value>
  : Value extends Filtered
    ? RelatedByFilter<Resource, Value>
    : SelectedByObject<Resource, Value>;

/**
 * The row of a relation for a flag: `never` for `false` and `undefined`. A value of type `any` also
 * ends up here.
 *
 * @example
 * RelatedByFlag<Units, boolean> // => Unit
 * RelatedByFlag<Units, false | undefined> // => never
 */
type RelatedByFlag<Resource extends AnyResourceView, Value> = Value extends true
  ? Resource['row']
  : string extends keyof Value
    ? AllOptional<Resource, Value>
    : never;

/**
 * The row of a relation with a `where`, which may have an `include` next to it.
 *
 * @example
 * RelatedByFilter<Units, { where: object }> // => Unit
 * RelatedByFilter<Units, { where: object; include: { name: true } }> // => { id: string; name: string }
 */
type RelatedByFilter<Resource extends AnyResourceView, Value> = 'include' extends keyof Value
  ? SelectedByInclude<Resource, Value['include' & keyof Value]>
  : Resource['row'];

/**
 * The row for an include that may be `undefined`.
 *
 * @example
 * SelectedByInclude<Units, { name: true } | undefined> // => { id: string; name: string } | Unit
 */
type SelectedByInclude<Resource extends AnyResourceView, Chosen> = Chosen extends undefined
  ? WithoutInclude<Resource, Chosen>
  : SelectedByObject<Resource, Chosen>;

/**
 * The row if some flags are not literals.
 *
 * @example
 * Uncertain<Transactions, { status: true; lines: boolean }>
 * // => { id: string; status: Transaction['status']; lines?: TransactionLine[] }
 */
type Uncertain<Resource extends AnyResourceView, Chosen> = Merged<
  Resource,
  Chosen,
  | 'id'
  | RequiredRelation<Chosen, keyof Resource['relations']>
  | RequiredField<
      keyof Resource['stored'],
      FieldThatMayBe<true, Chosen, Resource['fields']>,
      FieldThatMayBe<false, Chosen, Resource['fields']>,
      FieldThatIs<true, Chosen, Resource['fields']>
    >,
  | OptionalRelation<Chosen, keyof Resource['relations']>
  | OptionalField<
      keyof Resource['stored'],
      FieldThatMayBe<true, Chosen, Resource['fields']>,
      FieldThatIs<true, Chosen, Resource['fields']>,
      FieldThatIs<false, Chosen, Resource['fields']>
    >
>;

/**
 * The row with some required and some optional keys, merged into one object type.
 *
 * @example
 * Merged<Units, { name: true }, 'id', 'name'> // => { id: string; name?: string }
 */
type Merged<Resource extends AnyResourceView, Chosen, Required, Optional> = Shape<
  Resource,
  Chosen,
  Required & keyof Resource['properties']
> &
  Partial<
    Shape<Resource, Chosen, Exclude<Optional, Required> & keyof Resource['properties']>
  > extends infer Both
  ? { [Key in keyof Both]: Both[Key] }
  : never;
