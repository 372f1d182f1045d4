import type { ResourceName } from '../../schema/names.js';
import type { PaymentsSchema } from '../../schema/payments-schema.js';
import type { SchemaShape } from '../../schema/resource.js';
import type {
  FieldThatIs,
  FieldThatMayBe,
  OptionalField,
  OptionalRelation,
  RequiredField,
  RequiredRelation,
} from './flags.js';
import type { HasMember } from './include-check.js';
import type { AnyRelationView, AnyResourceView, ResourceView } from './resource-view.js';

/**
 * The type of a row for an include. Fields that may be missing, because a value in the include has
 * the type `boolean`, are optional: in `const include = { name: true }` it has that type, and with
 * `as const` it is `true`. A union of includes gives a union of rows.
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
  // Not an alias of SelectedByInclude, which declaration files would have to spell out.
> = Chosen extends undefined
  ? WithoutInclude<ResourceView<Name, Schema>, Chosen>
  : SelectedByObject<ResourceView<Name, Schema>, Chosen>;

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
 * The row for `undefined`. An include of type `any` also ends up here.
 *
 * @example
 * WithoutInclude<Units, undefined> // => Unit
 */
type WithoutInclude<Resource extends AnyResourceView, Chosen> = string extends keyof Chosen
  ? AllOptional<Resource, Chosen>
  : Resource['row'];

/**
 * All fields and relations, of which only `id` is required: for an include with unknown keys.
 *
 * @example
 * AllOptional<TransactionLines, Record<string, true>>
 * // => { id: string; account_id?: string; amount?: number }
 */
type AllOptional<Resource extends AnyResourceView, Chosen> = PartlyOptional<
  Resource,
  Chosen,
  'id',
  Resource['names']
>;

/**
 * The row for an object. One check of all values together finds the most common form, the inclusion
 * form (rule 2).
 *
 * @example
 * SelectedByObject<Units, { name: true }> // => { id: string; name: string }
 */
type SelectedByObject<Resource extends AnyResourceView, Chosen> = Chosen[keyof Chosen] extends
  | true
  | object
  ? keyof Chosen extends Resource['relationNames']
    ? SelectedByRelations<Resource, Chosen>
    : Shape<Resource, Chosen, 'id' | keyof Chosen>
  : SelectedByFlags<Resource, Chosen>;

/**
 * The row for an include without fields: its stored fields and the relations (decision 8). The keys
 * of a variable of type `object` are unknown.
 *
 * @example
 * SelectedByRelations<TransactionLines, object>
 * // => { id: string; account_id?: string; amount?: number }
 */
type SelectedByRelations<Resource extends AnyResourceView, Chosen> = keyof Chosen extends never
  ? Chosen extends Readonly<Record<string, unknown>>
    ? Resource['row']
    : AllOptional<Resource, Readonly<Record<string, true | object | { where: unknown }>>>
  : Shape<Resource, Chosen, keyof Resource['stored'] | keyof Chosen>;

/**
 * The row for the exclusion form (rules 3 and 7), or for flags that are not literals.
 *
 * @example
 * SelectedByFlags<Accounts, { status: false }>
 * // => { id: string; identifier_prefix: string; identifier_value: string }
 */
type SelectedByFlags<Resource extends AnyResourceView, Chosen> = [
  Chosen[keyof Chosen & Resource['fields']],
  Chosen[keyof Chosen & Resource['relationNames']],
] extends [false, true | object]
  ? Shape<Resource, Chosen, RemainingKey<Resource, Chosen>>
  : Uncertain<Resource, Chosen>;

/**
 * The keys that the exclusion form leaves: `id`, the stored fields that are not excluded, and the
 * relations.
 *
 * @example
 * RemainingKey<Accounts, { status: false; balances: true }>
 * // => 'id' | 'identifier_prefix' | 'identifier_value' | 'balances'
 */
type RemainingKey<Resource extends AnyResourceView, Chosen> =
  | 'id'
  | (Resource['stored'] & { [Key in keyof Chosen]: never })[keyof Resource['stored']]
  | (keyof Chosen & Resource['relationNames']);

/**
 * The row with the given keys. It maps over keys of one named type, which keeps their
 * documentation. `unknown` lets an editor show the members instead of the name of this type. `Key &
 * string` is faster than `Key`, for which the compiler would keep the condition.
 *
 * @example
 * Shape<Units, { name: true }, 'id' | 'name'> // => { id: string; name: string }
 */
type Shape<
  Resource extends AnyResourceView,
  Chosen,
  Names,
  Keys extends keyof Resource['properties'] = Names & keyof Resource['properties'],
> = {
  -readonly [Key in Keys]: Key & string extends Resource['relationNames']
    ? RelatedValue<Resource['relations'][Key], Chosen[Key & keyof Chosen]>
    : Resource['properties'][Key];
} & unknown;

/**
 * The value of a relation in a row: an array, or an object that may be `null`.
 *
 * @example
 * RelatedValue<ToUnits, { where: object }> // => Unit | null
 * RelatedValue<ToBalances, { name: true }> // => { id: string; name: string }[]
 */
type RelatedValue<Relation extends AnyRelationView, Value> = Relation['cardinality'] extends 'many'
  ? RelatedRow<Relation['target'], Value, never>[]
  : RelatedRow<Relation['target'], Value, null> | Relation['missing'];

/**
 * The row of a relation for its flag, its include, or its object with a `where`: then `Unmatched`
 * if the related row does not match (decision 9).
 *
 * @example
 * RelatedRow<Units, { where: object; include: { name: true } }, null>
 * // => { id: string; name: string } | null
 */
type RelatedRow<Resource extends AnyResourceView, Value, Unmatched> = Value extends
  | boolean
  | undefined
  ? RelatedByFlag<Resource, Value>
  : HasMember<Value, 'where'> extends true
    ? RelatedByFilter<Resource, Value> | Unmatched
    : SelectedByObject<Resource, Value>;

/**
 * The row of a relation for a flag: `never` for `false` and `undefined`. A value of type `any` also
 * ends up here.
 *
 * @example
 * RelatedByFlag<Units, boolean> // => Unit
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
 * RelatedByFilter<Units, { where: object; include: { name: true } }>
 * // => { id: string; name: string }
 */
type RelatedByFilter<Resource extends AnyResourceView, Value> = 'include' extends keyof Value
  ? SelectedByInclude<Resource, Value['include' & keyof Value]>
  : Resource['row'];

/**
 * The row if some flags are not literals.
 *
 * @example
 * Uncertain<Transactions, { status: true; lines: boolean }>
 * // => { id: string; status: Transaction['status']; lines?: TransactionLine[] }
 */
type Uncertain<Resource extends AnyResourceView, Chosen> = PartlyOptional<
  Resource,
  Chosen,
  | 'id'
  | RequiredRelation<Chosen, Resource['relationNames']>
  | RequiredField<
      keyof Resource['stored'],
      FieldThatMayBe<true, Chosen, Resource['fields']>,
      FieldThatMayBe<false, Chosen, Resource['fields']>,
      FieldThatIs<true, Chosen, Resource['fields']>
    >,
  | OptionalRelation<Chosen, Resource['relationNames']>
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
 * PartlyOptional<Units, { name: true }, 'id', 'name'> // => { id: string; name?: string }
 */
type PartlyOptional<Resource extends AnyResourceView, Chosen, Required, Optional> = Shape<
  Resource,
  Chosen,
  Required
> &
  Partial<Shape<Resource, Chosen, Exclude<Optional, Required>>> extends infer Both
  ? { [Key in keyof Both]: Both[Key] }
  : never;
