import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { Relation } from '../schema/relation.js';
import type { Resource, SchemaShape } from '../schema/resource.js';
import type { ValueAt } from './arms.js';
import type { FieldThatMayBe, IsSingle } from './flags.js';
import type { FilterRefusals } from './valid-where.js';
import type { Where } from './where.js';

/**
 * The constraint of an include that the compiler infers. It names what can be asked, for the editor, and has words for
 * each key that cannot stand where it is: the type of an include does not fit them, and the compiler shows them.
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
> = object &
  Names<Name, Schema> &
  NoList & {
    readonly [Key in Suspect<Schema[Name], Chosen>]?: Words<Name, Schema[Name], Key, Chosen, Schema>;
  };

declare const none: unique symbol;

/** What lists, texts and functions have and an include has not. The mark tells the constraint from any include. */
export interface NoList {
  readonly [Symbol.iterator]?: 'an include is an object, not a list or text';
  readonly [Symbol.hasInstance]?: 'an include is an object, not a function';
  readonly [none]?: unknown;
}

/**
 * The names on a level and what they lead to. A flag may be text here: words are text, and a member of an intersection
 * that refused them would hide them. Without the flags, the compiler would widen `true` inside a condition.
 */
type Names<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>> = {
  readonly [Key in keyof Schema[Name]['~types']['properties']]?: Key extends keyof Schema[Name]['relations']
    ?
        | boolean
        | NamesInside<Schema[Name]['relations'][Key]['target'] & ResourceName<Schema>, Schema>
        | undefined
    : NamedFlag<Key>;
};

/** A field of a relation that is called so is hidden by what stands for a filter (decision 9). */
type NamedFlag<Key> = Key extends 'where' | 'include' ? unknown : boolean | string | undefined;

type NamesInside<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>> = Names<
  Name,
  Schema
> &
  Filters<Name, Schema>;

/** What a relation takes in the place of properties (rule 11). */
interface Filters<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>> {
  /** Which rows of the relation come back. The parents are not filtered by it. */
  readonly where?: Where<Name, Schema>;
  /** What comes back of each; the default set by default. */
  readonly include?: Names<Name, Schema> | undefined;
}

/**
 * The keys that deserve a look: unknown ones, flags that cannot stand, and every relation. `never` where only flags
 * stand and all are right, which is what makes the usual include cheap.
 *
 * @example
 * Suspect<Units, { name: true; symbol: true }> // => never
 * Suspect<Units, { nmae: true; name: true; symbol: false }> // => 'nmae' | 'symbol'
 */
export type Suspect<Model extends Resource, Chosen> = Chosen extends NoInclude
  ? never
  :
      | Beyond<keyof Chosen, keyof Model['~types']['properties']>
      | RefusedFlag<Chosen, keyof Chosen & keyof Model['fields']>
      | (keyof Chosen & keyof Model['relations']);

type NoInclude = List | string | number | bigint | boolean | null | undefined;
type List = readonly unknown[];
type AnyFunction = (...given: never) => unknown;

/**
 * The keys that are not known.
 *
 * @example
 * Beyond<'name' | 'nmae', 'name' | 'symbol'> // => 'nmae'
 */
export type Beyond<Keys, Known> = [Keys] extends [Known] ? never : Exclude<Keys, Known>;

/**
 * The fields whose flags cannot stand; `never` where all are `true` or all are `false`.
 *
 * @example
 * RefusedFlag<{ name: true; type: false }, 'name' | 'type'> // => 'type'
 * RefusedFlag<{ name: 1; type: true }, 'name' | 'type'> // => 'name'
 */
export type RefusedFlag<Chosen, Fields extends keyof Chosen> = [Chosen[Fields]] extends [true | undefined]
  ? never
  : [Chosen[Fields]] extends [false | undefined]
    ? never
    : RefusedAmong<Chosen, Fields>;

/** If something is no flag, that; otherwise, where flags are or could be mixed, those that may be `false`. */
type RefusedAmong<Chosen, Fields extends keyof Chosen> = [Chosen[Fields]] extends [boolean | undefined]
  ? Mixed<FieldThatMayBe<true, Chosen, Fields>, FieldThatMayBe<false, Chosen, Fields>>
  : { [Key in Fields]: [Chosen[Key]] extends [boolean | undefined] ? never : Key }[Fields];

/**
 * `False`, if one that may be `true` and another that may be `false` can meet.
 *
 * @example
 * Mixed<'name', 'type'> // => 'type'
 * Mixed<'name', 'name'> // => never, as of `{ name: boolean }`
 */
export type Mixed<True, False> = [True] extends [never]
  ? never
  : IsSingle<True | False> extends true
    ? never
    : False;

/**
 * What is said at a suspect key: words that no value fits, or what {@link InRelation} says inside.
 *
 * @example
 * Words<'units', Units, 'nmae', { nmae: true }, PaymentsSchema> // => "'nmae' is not a property or relation of units"
 */
export type Words<
  Name extends ResourceName<Schema>,
  Model extends Resource,
  Key,
  Chosen,
  Schema extends SchemaShape<Schema>,
> = Key extends keyof Model['fields']
  ? FlagWords<ValueAt<Chosen, Key>>
  : Key extends keyof Model['relations']
    ? InRelation<Model['relations'][Key], ValueAt<Chosen, Key>, Schema> | undefined
    : `'${Key & string}' is not a property or relation of ${Name}`;

type FlagWords<Flag> = [Flag] extends [boolean | undefined]
  ? 'true and false cannot be mixed'
  : 'true or false is expected';

/**
 * What is said at a relation, which takes a flag, an include or a filter.
 *
 * @example
 * InRelation<ToUnits, 'x', PaymentsSchema> // => 'true or an include'
 * InRelation<ToUnits, { nmae: true }, PaymentsSchema> // => { nmae?: "'nmae' is not a property or relation of units" }
 */
export type InRelation<Link extends Relation, Value, Schema extends SchemaShape<Schema>> = [
  Extract<Value, List | AnyFunction | string | number | bigint | symbol | null>,
] extends [never]
  ? InObject<Link['target'] & ResourceName<Schema>, Exclude<Value, boolean | undefined>, Schema>
  : 'true or an include';

/** Words inside an include of a relation, or inside a filter on it (rule 11); none inside where all is well. */
type InObject<Name extends ResourceName<Schema>, Value, Schema extends SchemaShape<Schema>> = {
  readonly [Key in SuspectInside<Schema[Name], Value>]?: WordsInside<Name, Key, Value, Schema>;
};

type SuspectInside<Model extends Resource, Value> = Value extends
  | { readonly where: unknown }
  | { readonly include: unknown }
  ? GivenKey<Value>
  : Suspect<Model, Value>;

/**
 * The keys that hold something: in a union, the compiler gives each literal the keys of the others.
 *
 * @example
 * GivenKey<{ where: object; name?: undefined }> // => 'where'
 */
export type GivenKey<Value> = {
  [Key in keyof Value]-?: [Value[Key]] extends [undefined] ? never : Key;
}[keyof Value];

/** Each arm of a choice by itself, but of what stands at the key, all arms together: one could hide another. */
type WordsInside<
  Name extends ResourceName<Schema>,
  Key,
  Value,
  Schema extends SchemaShape<Schema>,
  All = Value,
> = Value extends { readonly where: unknown }
  ? WordsBesideWhere<Name, Key, ValueAt<All, Key>, Schema>
  : Value extends { readonly include: unknown }
    ? 'include needs a where'
    : Words<Name, Schema[Name], Key, All, Schema>;

type WordsBesideWhere<
  Name extends ResourceName<Schema>,
  Key,
  Value,
  Schema extends SchemaShape<Schema>,
> = Key extends 'where'
  ? FilterRefusals<Name, Value, Schema>
  : Key extends 'include'
    ? InInclude<Name, Value, Schema> | undefined
    : `'${Key & string}' cannot stand beside a where`;

/** The include beside a filter is an object; a flag would say nothing. */
type InInclude<Name extends ResourceName<Schema>, Value, Schema extends SchemaShape<Schema>> = [
  Extract<Value, NoInclude>,
] extends [undefined]
  ? { readonly [Key in Suspect<Schema[Name], Value>]?: Words<Name, Schema[Name], Key, Value, Schema> }
  : `an include of ${Name} is expected`;
