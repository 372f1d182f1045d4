import type { FieldName, Properties, RelationName, ResourceName, Row, Target } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import type { IsSingle, KeyThatMayBe, Unselected } from './valid-include.js';

/**
 * What comes back of a row for an include: exactly the properties that may come. One that surely comes is required,
 * one that may be missing is optional, one that surely does not come is absent.
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
> = Chosen extends object ? OfObject<Name, Chosen, Schema> : OfNothing<Name, Chosen, Schema>;

/** `undefined` gives the row. `any` comes here too, and leaves what it gives to {@link OfObject}. */
type OfNothing<
  Name extends ResourceName<Schema>,
  Chosen,
  Schema extends SchemaShape<Schema>,
> = string extends keyof Chosen ? never : Row<Name, Schema>;

/** An include without any key, and the one that stands for none, give the named row. */
type OfObject<Name extends ResourceName<Schema>, Chosen, Schema extends SchemaShape<Schema>> = [
  keyof Chosen,
] extends [keyof Unselected & keyof Chosen]
  ? Row<Name, Schema>
  : keyof Unselected extends keyof Chosen
    ? Unknown<Name, Chosen, Schema>
    : Level<Name, Chosen, Schema>;

/** Of an include that is the constraint, comes the row; of one that is `any`, whatever an include can bring. */
type Unknown<
  Name extends ResourceName<Schema>,
  Chosen,
  Schema extends SchemaShape<Schema>,
> = string extends keyof Chosen
  ? Shape<Name, Chosen, 'id', keyof Properties<Name, Schema>, Schema>
  : Row<Name, Schema>;

/**
 * One level of an include, of literal flags: the mode is decided by a single look at all flags of fields together.
 * Where a flag is not literal, {@link Uncertain} takes over.
 */
type Level<Name extends ResourceName<Schema>, Chosen, Schema extends SchemaShape<Schema>> = [
  Chosen[keyof Chosen & RelationName<Name, Schema>],
] extends [true | object]
  ? {
      none: Shape<
        Name,
        Chosen,
        keyof Row<Name, Schema> | (keyof Chosen & RelationName<Name, Schema>),
        never,
        Schema
      >;
      true: Shape<Name, Chosen, 'id' | keyof Chosen, never, Schema>;
      false: Shape<
        Name,
        Chosen,
        | Exclude<keyof Row<Name, Schema>, Exclude<keyof Chosen, 'id'>>
        | (keyof Chosen & RelationName<Name, Schema>),
        never,
        Schema
      >;
      uncertain: Uncertain<Name, Chosen, Schema>;
    }[Mode<Chosen[keyof Chosen & FieldName<Name, Schema>]>]
  : Uncertain<Name, Chosen, Schema>;

/**
 * The form of a level, from the union of its flags.
 *
 * @example
 * Mode<true> // => 'true'
 * Mode<boolean> // => 'uncertain'
 */
type Mode<Flags> = [Flags] extends [never] ? 'none' : [Flags] extends [true] ? 'true' : OtherMode<Flags>;
type OtherMode<Flags> = [Flags] extends [false] ? 'false' : 'uncertain';

/** The properties named `Required` and, each possibly missing, those named `Optional`; relations as far as chosen. */
type Shape<
  Name extends ResourceName<Schema>,
  Chosen,
  Required,
  Optional,
  Schema extends SchemaShape<Schema>,
> = [Optional] extends [never]
  ? Sure<Name, Chosen, Required, Schema>
  : Sure<Name, Chosen, Required, Schema> &
        Partial<Sure<Name, Chosen, Exclude<Optional, Required>, Schema>> extends infer Both
    ? { [Key in keyof Both]: Both[Key] }
    : never;

type Sure<Name extends ResourceName<Schema>, Chosen, Keys, Schema extends SchemaShape<Schema>> = [
  Keys,
] extends [infer Known extends keyof Properties<Name, Schema>]
  ? {
      -readonly [Key in Known]: Key extends RelationName<Name, Schema>
        ? Related<Name, Key, Chosen[Key & keyof Chosen], Schema>
        : Properties<Name, Schema>[Key];
    }
  : never;

/** A relation as it comes: an array, an object, or an object or `null`. */
type Related<
  Name extends ResourceName<Schema>,
  Relation extends RelationName<Name, Schema>,
  Value,
  Schema extends SchemaShape<Schema>,
> = Schema[Name]['relations'][Relation]['cardinality'] extends 'many'
  ? Inner<Target<Name, Relation, Schema>, Value, Schema>[]
  :
      | Inner<Target<Name, Relation, Schema>, Value, Schema>
      | NullFor<Schema[Name]['relations'][Relation]['nullable'], Value>;

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
 * Inner<'units', true> // => Unit
 * Inner<'units', { where: …; include: { name: true } }> // => { id: string; name: string }
 */
type Inner<Name extends ResourceName<Schema>, Value, Schema extends SchemaShape<Schema>> = Value extends true
  ? Row<Name, Schema>
  : Value extends { readonly where: unknown }
    ? Selected<Name, Value extends { readonly include?: infer Chosen } ? Chosen : undefined, Schema>
    : Value extends object
      ? Selected<Name, Value, Schema>
      : never;

/** A level of which some flag is not literal. */
type Uncertain<Name extends ResourceName<Schema>, Chosen, Schema extends SchemaShape<Schema>> = Shape<
  Name,
  Chosen,
  | 'id'
  | SureRelation<Chosen, RelationName<Name, Schema>>
  | SureField<
      keyof Row<Name, Schema>,
      KeyThatMayBe<true, Chosen, FieldName<Name, Schema>>,
      KeyThatMayBe<false, Chosen, FieldName<Name, Schema>>,
      KeyThatIs<true, Chosen, FieldName<Name, Schema>>
    >,
  | PossibleRelation<Chosen, RelationName<Name, Schema>>
  | PossibleField<
      keyof Row<Name, Schema>,
      KeyThatMayBe<true, Chosen, FieldName<Name, Schema>>,
      KeyThatIs<true, Chosen, FieldName<Name, Schema>>,
      KeyThatIs<false, Chosen, FieldName<Name, Schema>>
    >,
  Schema
>;

/** The fields that come whatever the flags turn out to be. `True` and `False` hold the keys that may be so. */
type SureField<Default, True, False, SurelyTrue> = [SurelyTrue] extends [never]
  ? [True] extends [never]
    ? Exclude<Default, False>
    : [False] extends [never]
      ? IsSingle<True> extends true
        ? True & Default
        : never
      : never
  : SurelyTrue;

/** The fields that come for some outcome of the flags. */
type PossibleField<Default, True, SurelyTrue, SurelyFalse> = [SurelyTrue] extends [never]
  ? Exclude<Default, Exclude<SurelyFalse, 'id'>> | True
  : True;

type KeyThatIs<Flag extends boolean, Chosen, Fields> = {
  [Key in keyof Chosen & Fields]: [Chosen[Key]] extends [Flag] ? Key : never;
}[keyof Chosen & Fields];

/** The relations that surely come. `Extract` because `false extends {}`. */
type SureRelation<Chosen, Relations> = {
  [Key in keyof Chosen & Relations]: [Extract<Chosen[Key], false | undefined>] extends [never] ? Key : never;
}[keyof Chosen & Relations];

type PossibleRelation<Chosen, Relations> = {
  [Key in keyof Chosen & Relations]: [Chosen[Key]] extends [false | undefined] ? never : Key;
}[keyof Chosen & Relations];
