import type { FieldName, Properties, RelationName, ResourceName, Target } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import type { FilteredInclude } from './include.js';
import type { ValidWhere } from './valid-where.js';

/**
 * The constraint of an include that the compiler infers: `Chosen` itself where it is right, and where it is not, a
 * type that `Chosen` does not fit, at the offending key and with words.
 *
 * @example
 * async function load<const Chosen extends ValidInclude<'balances', Chosen>>(include: Chosen) {
 *   return client.balances.list({ include });
 * }
 */
export type ValidInclude<
  Name extends ResourceName<Schema>,
  Chosen,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = object & Named<Name, Schema> & Unselected & Checked<Name, Chosen, Schema>;

declare const unselected: unique symbol;

/** Marks the include that the compiler falls back to when a call has none. No value carries the mark. */
export interface Unselected {
  readonly [unselected]?: never;
  /** An array or a text is no include. */
  readonly [Symbol.iterator]?: never;
}

/** The names on a level and what they lead to, for the editor. {@link Checked} decides what may stand there. */
type Named<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>> = {
  readonly [Key in keyof Properties<Name, Schema>]?: Key extends RelationName<Name, Schema>
    ? NamedRelation<Target<Name, Key, Schema>, Schema> | undefined
    : unknown;
};

type NamedRelation<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>> = Named<
  Name,
  Schema
> &
  Partial<FilteredInclude<Name, Named<Name, Schema>, Schema>>;

/**
 * Each key of `Chosen` with its own type, or with words where it can't stand.
 *
 * @example
 * Checked<'units', { name: true }> // => { name: true }
 * Checked<'units', { nmae: true }> // => { nmae: "'nmae' is not a property or relation of units" }
 */
export type Checked<Name extends ResourceName<Schema>, Chosen, Schema extends SchemaShape<Schema>> = {
  readonly [Key in keyof Chosen]: Key extends FieldName<Name, Schema>
    ? CheckedFlag<Chosen[Key], Chosen[keyof Chosen & FieldName<Name, Schema>], MixedKey<Name, Chosen, Schema>>
    : Key extends RelationName<Name, Schema>
      ? CheckedRelation<Target<Name, Key, Schema>, Chosen[Key], Schema>
      : Key extends keyof Unselected
        ? unknown
        : `'${Key & string}' is not a property or relation of ${Name}`;
};

type CheckedFlag<Flag, Flags, Mixed> = [Flags] extends [true | undefined]
  ? Flag
  : [Flags] extends [false | undefined]
    ? Flag
    : CheckedAgainst<Flag, Mixed>;

type CheckedAgainst<Flag, Mixed> = [Flag] extends [boolean | undefined]
  ? [Mixed] extends [never]
    ? Flag
    : [Flag] extends [true | undefined]
      ? Flag
      : 'true and false cannot be mixed'
  : 'true or false is expected';

/** The keys of a level, if `true` and `false` could meet there on two different ones; `never` otherwise. */
type MixedKey<Name extends ResourceName<Schema>, Chosen, Schema extends SchemaShape<Schema>> = Meeting<
  KeyThatMayBe<true, Chosen, FieldName<Name, Schema>>,
  KeyThatMayBe<false, Chosen, FieldName<Name, Schema>>
>;

/** `True | False`, unless one of them is empty or both are the same single key. */
type Meeting<True, False> = [True] extends [never]
  ? never
  : [False] extends [never]
    ? never
    : IsSingle<True | False> extends true
      ? never
      : True | False;

export type IsSingle<Keys, All = Keys> = [Keys] extends [never]
  ? false
  : Keys extends unknown
    ? [All] extends [Keys]
      ? true
      : false
    : never;

/** The keys of `Fields` whose flag in `Chosen` can be `Flag`. */
export type KeyThatMayBe<Flag extends boolean, Chosen, Fields> = {
  [Key in keyof Chosen & Fields]: Flag extends Chosen[Key] ? Key : never;
}[keyof Chosen & Fields];

type CheckedRelation<
  Name extends ResourceName<Schema>,
  Value,
  Schema extends SchemaShape<Schema>,
> = Value extends boolean | undefined
  ? Value
  : Value extends readonly unknown[] | string | number | null
    ? `true or an include of ${Name} is expected`
    : Value extends { readonly where: unknown }
      ? CheckedFilter<Name, Value, Schema>
      : Value extends { readonly include: unknown }
        ? { readonly [Key in keyof Value]: 'write the properties directly, or add a where' }
        : Checked<Name, Value, Schema>;

type CheckedFilter<Name extends ResourceName<Schema>, Value, Schema extends SchemaShape<Schema>> = {
  readonly [Key in keyof Value]: Key extends 'where'
    ? ValidWhere<Name, Value[Key], Schema>
    : Key extends 'include'
      ? CheckedInner<Name, Value[Key], Schema>
      : `'${Key & string}' cannot stand beside a where`;
};
type CheckedInner<
  Name extends ResourceName<Schema>,
  Value,
  Schema extends SchemaShape<Schema>,
> = Value extends undefined
  ? Value
  : Value extends object
    ? Checked<Name, Value, Schema>
    : `an include of ${Name} is expected`;
