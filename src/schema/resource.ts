import type { Field } from './field.js';
import type { Relation } from './relation.js';

/** What a resource can be asked for over HTTP: one row by its id, or a list. */
export type Operation = 'get' | 'list';

/** A resource as one writes it down for `defineSchema`. */
export interface ResourceDefinition<Target extends string = string> {
  /** The path below `/v1`, such as `/balances`. Without a path the resource is only reached as a relation. */
  readonly path?: string;
  /** What the path answers; nothing by default. */
  readonly operations?: readonly Operation[];
  /** The properties by name. There must be an `id`. */
  readonly fields: { readonly [name: string]: Field };
  /** The relations by name; none by default. */
  readonly relations?: { readonly [name: string]: Relation<Target> };
}

/** A resource of a schema: its definition with the defaults filled in. */
export interface Resource {
  readonly path: string | undefined;
  readonly operations: readonly Operation[];
  readonly fields: { readonly [name: string]: Field };
  readonly relations: { readonly [name: string]: Relation };
  /** For the compiler only; never there at run time. */
  readonly '~types': ResourceTypes;
}

/** The data of a resource as a resource: what the compiler knows beside it is never there. */
export const resourceFrom = (data: Omit<Resource, '~types'>): Resource => data as Resource; // `'~types'` is a phantom

/** What the compiler knows of a resource beside its data. */
export interface ResourceTypes {
  /** The default set: every property that is neither computed nor a relation. */
  readonly row: object;
  /** Every name that can be asked for, with its type: the row, what is computed, and the relations. */
  readonly properties: object;
  /** The names of the to-many relations. */
  readonly many: PropertyKey;
}

/**
 * A schema: resources by name. Written so that an interface fits too, which keeps messages short.
 *
 * @example
 * interface MySchema extends Readonly<typeof mySchema> {}
 */
export type SchemaShape<Schema> = { readonly [Name in keyof Schema]: Resource };

/** The value of a field in a row. */
export type ValueOf<OneField> = OneField extends { readonly '~value'?: infer Value }
  ? Exclude<Value, undefined>
  : never;

type StoredNames<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { readonly computed: false } ? Name : never;
}[keyof Fields];

/**
 * The default set of a resource without a named interface.
 *
 * @example
 * RowOf<{ id: uuid; identifier: computed string }> // => { id: string }
 */
export type RowOf<Fields> = { -readonly [Name in StoredNames<Fields>]: ValueOf<Fields[Name]> };

/**
 * Every name of a resource without a named interface. The type of a relation is found through the schema, not here.
 *
 * @example
 * PropertiesOf<{ id: uuid }, { unit: one('units') }> // => { id: string; unit: unknown }
 */
export type PropertiesOf<Fields, Relations> = {
  -readonly [Name in keyof Fields | keyof Relations]: Name extends keyof Fields
    ? ValueOf<Fields[Name]>
    : unknown;
};

/** The names of the relations that are arrays. */
export type ManyNames<Relations> = {
  [Name in keyof Relations]: Relations[Name] extends { readonly cardinality: 'many' } ? Name : never;
}[keyof Relations];

/** `Definition[Key]`, or `Default` where the definition leaves it out. */
type Given<Definition, Key extends PropertyKey, Default> = Definition extends {
  readonly [_ in Key]: infer Value;
}
  ? Value
  : Default;

/** A {@link Resource} with what the compiler knows of one definition. */
export interface ResourceOf<Fields, Relations, Operations> {
  readonly path: string | undefined;
  readonly operations: Operations;
  readonly fields: Fields;
  readonly relations: Relations;
  readonly '~types': {
    readonly row: RowOf<Fields>;
    readonly properties: PropertiesOf<Fields, Relations>;
    readonly many: ManyNames<Relations>;
  };
}

// biome-ignore lint/complexity/noBannedTypes: the type of an object without members
type Nothing = {};

/** The resource that a definition makes. */
export type Defined<Definition extends ResourceDefinition> = ResourceOf<
  Definition['fields'],
  Given<Definition, 'relations', Nothing>,
  Given<Definition, 'operations', readonly []>
>;

/** The resource that comes of adding fields and relations to another. */
export type Extended<Base extends Resource, Extension> = ResourceOf<
  Base['fields'] & Given<Extension, 'fields', Nothing>,
  Base['relations'] & Given<Extension, 'relations', Nothing>,
  Given<Extension, 'operations', Base['operations']>
>;
