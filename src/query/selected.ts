import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { Relation } from '../schema/relation.js';
import type { Resource, SchemaShape } from '../schema/resource.js';
import type { FieldThatIs, FieldThatMayBe, IsSingle } from './flags.js';
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
> = Chosen extends object ? OfObject<Schema[Name], Chosen, Schema> : OfOther<Schema[Name], Chosen, Schema>;

/** `undefined` gives the row, and `any` whatever there can be. {@link OfObject} makes nothing of `any`. */
type OfOther<Model extends Resource, Chosen, Schema extends SchemaShape<Schema>> = string extends keyof Chosen
  ? Joined<Model, Chosen, 'id', keyof Model['~types']['properties'], Schema>
  : Model['~types']['row'];

/** An include without any key gives the row, by its name. */
type OfObject<Model extends Resource, Chosen, Schema extends SchemaShape<Schema>> = [keyof Chosen] extends [
  never,
]
  ? Model['~types']['row']
  : Level<Model, Chosen, Chosen[keyof Chosen], Schema>;

/** One level. A single look at all values together tells the usual forms apart. */
type Level<
  Model extends Resource,
  Chosen,
  Values,
  Schema extends SchemaShape<Schema>,
> = unknown extends Values
  ? Untold<Model, Chosen, Schema>
  : [Values] extends [true | object]
    ? Shape<Model, Chosen, Named<Model, keyof Chosen>, Schema>
    : ByFlags<Model, Chosen, Schema>;

/** The include that the compiler falls back to, where a call has none, gives the row. Otherwise a flag is `any`. */
type Untold<Model extends Resource, Chosen, Schema extends SchemaShape<Schema>> = string extends keyof Chosen
  ? never
  : keyof NoList extends keyof Chosen
    ? Model['~types']['row']
    : Uncertain<Model, Chosen, keyof Model['fields'], keyof Model['relations'], Schema>;

/**
 * What the inclusion form names (rule 2); the row, where it names only relations (decision 8).
 *
 * @example
 * Named<Accounts, 'status'> // => 'id' | 'status'
 * Named<Accounts, 'balances'> // => 'id' | 'status' | 'identifier_prefix' | 'identifier_value' | 'balances'
 */
export type Named<Model extends Resource, Keys> = [Keys & keyof Model['fields']] extends [never]
  ? keyof Model['~types']['row'] | Keys
  : 'id' | Keys;

/** The exclusion form (rules 3 and 7), or flags of which some are not literal. */
type ByFlags<Model extends Resource, Chosen, Schema extends SchemaShape<Schema>> = [
  Chosen[keyof Chosen & keyof Model['fields']],
  Chosen[keyof Chosen & keyof Model['relations']],
] extends [false, true | object]
  ? Shape<
      Model,
      Chosen,
      'id' | Exclude<keyof Model['~types']['row'], keyof Chosen> | (keyof Chosen & keyof Model['relations']),
      Schema
    >
  : Uncertain<Model, Chosen, keyof Model['fields'], keyof Model['relations'], Schema>;

/** The properties of some names; relations as far as chosen. */
type Shape<Model extends Resource, Chosen, Keys, Schema extends SchemaShape<Schema>> = Picked<
  Model['~types']['properties'],
  Model['relations'],
  Keys,
  Chosen,
  Schema
>;

/**
 * Over keys of one named type, so that the sentences on its members stay, and inside a conditional, so that an editor
 * shows the members and not the name of this type.
 */
type Picked<
  Properties,
  Relations extends Resource['relations'],
  Keys,
  Chosen,
  Schema extends SchemaShape<Schema>,
> = [Keys] extends [infer Known extends keyof Properties]
  ? {
      -readonly [Key in Known]: Key extends keyof Relations
        ? Related<Relations[Key], Chosen[Key & keyof Chosen], Schema>
        : Properties[Key];
    }
  : never;

/**
 * A relation as it comes: an array, an object, or an object or `null`.
 *
 * @example
 * Related<ToUnits, true, PaymentsSchema> // => Unit
 * Related<ToBalances, { name: true }, PaymentsSchema> // => { id: string; name: string }[]
 */
export type Related<
  Link extends Relation,
  Value,
  Schema extends SchemaShape<Schema>,
> = Link['cardinality'] extends 'many'
  ? Inner<Schema[Link['target'] & keyof Schema], Value, Schema>[]
  : Inner<Schema[Link['target'] & keyof Schema], Value, Schema> | NullFor<Link['nullable'], Value>;

/** A to-one relation is `null` where it can be, and where it has a filter that does not match (decision 9). */
type NullFor<Nullable, Value> = true extends Nullable
  ? null
  : Value extends { readonly where: unknown }
    ? null
    : never;

/**
 * What is included of a relation, whatever stands for it. `false` and `undefined` bring nothing.
 *
 * @example
 * Inner<Units, true> // => Unit
 * Inner<Units, { where: …; include: { name: true } }> // => { id: string; name: string }
 */
export type Inner<Model extends Resource, Value, Schema extends SchemaShape<Schema>> = Value extends true
  ? Model['~types']['row']
  : Value extends { readonly where: unknown }
    ? Filtered<Model, Value, Schema>
    : OfInner<Model, Value, Schema>;

type OfInner<Model extends Resource, Value, Schema extends SchemaShape<Schema>> = Value extends object
  ? OfObject<Model, Value, Schema>
  : Value extends boolean | undefined
    ? never
    : OfOther<Model, Value, Schema>;

type Filtered<
  Model extends Resource,
  Value,
  Schema extends SchemaShape<Schema>,
> = 'include' extends keyof Value
  ? OfFilter<Model, Value['include' & keyof Value], Schema>
  : Model['~types']['row'];

/** The include beside a filter may be `undefined`. */
type OfFilter<Model extends Resource, Chosen, Schema extends SchemaShape<Schema>> = Chosen extends object
  ? OfObject<Model, Chosen, Schema>
  : Model['~types']['row'];

/** A level of which some flag is not literal. */
type Uncertain<
  Model extends Resource,
  Chosen,
  Fields,
  Relations,
  Schema extends SchemaShape<Schema>,
> = Joined<
  Model,
  Chosen,
  | 'id'
  | SureRelation<Chosen, Relations>
  | SureField<
      keyof Model['~types']['row'],
      FieldThatMayBe<true, Chosen, Fields>,
      FieldThatMayBe<false, Chosen, Fields>,
      FieldThatIs<true, Chosen, Fields>
    >,
  | PossibleRelation<Chosen, Relations>
  | PossibleField<
      keyof Model['~types']['row'],
      FieldThatMayBe<true, Chosen, Fields>,
      FieldThatIs<true, Chosen, Fields>,
      FieldThatIs<false, Chosen, Fields>
    >,
  Schema
>;

/** The properties named `Required` and, each possibly missing, those named `Optional`, as one literal. */
type Joined<Model extends Resource, Chosen, Required, Optional, Schema extends SchemaShape<Schema>> = Shape<
  Model,
  Chosen,
  Required,
  Schema
> &
  Partial<Shape<Model, Chosen, Exclude<Optional, Required>, Schema>> extends infer Both
  ? { [Key in keyof Both]: Both[Key] }
  : never;

/**
 * The fields that come whatever the flags turn out to be. `True` and `False` hold the keys that may be so.
 *
 * @example
 * SureField<'id' | 'name', 'name', 'name', never> // => never, as of `{ name: boolean }`
 * SureField<'id' | 'name', never, 'name', never> // => 'id', as of `{ name: false }`
 */
export type SureField<Default, True, False, SurelyTrue> = [SurelyTrue] extends [never]
  ? [True] extends [never]
    ? Exclude<Default, False>
    : SureWithoutTrue<Default, True, False>
  : SurelyTrue;

/** A single field that may be `true` or left out, and nothing that may be `false`: it comes either way. */
type SureWithoutTrue<Default, True, False> = [False] extends [never]
  ? IsSingle<True> extends true
    ? True & Default
    : never
  : never;

/**
 * The fields that come for some outcome of the flags.
 *
 * @example
 * PossibleField<'id' | 'name', 'amount', never, never> // => 'id' | 'name' | 'amount', as of `{ amount: boolean }`
 */
export type PossibleField<Default, True, SurelyTrue, SurelyFalse> = [SurelyTrue] extends [never]
  ? Exclude<Default, Exclude<SurelyFalse, 'id'>> | True
  : True;

/**
 * The relations that surely come. `Extract` because `false extends {}`.
 *
 * @example
 * SureRelation<{ unit: true; account: boolean }, 'unit' | 'account'> // => 'unit'
 */
export type SureRelation<Chosen, Relations> = {
  [Key in keyof Chosen & Relations]: [Extract<Chosen[Key], false | undefined>] extends [never] ? Key : never;
}[keyof Chosen & Relations];

/**
 * The relations that come for some outcome.
 *
 * @example
 * PossibleRelation<{ unit: false; account: boolean }, 'unit' | 'account'> // => 'account'
 */
export type PossibleRelation<Chosen, Relations> = {
  [Key in keyof Chosen & Relations]: [Exclude<Chosen[Key], false | undefined>] extends [never] ? never : Key;
}[keyof Chosen & Relations];
