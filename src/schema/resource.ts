import type { Field } from './field.js';
import type { Relation } from './relation.js';

/** What the service offers for a resource: one row by its id, or a list of rows. */
export type Operation = 'get' | 'list';

/** A resource as written in `defineSchema`. */
export interface ResourceDefinition<Target extends string = string> {
  /**
   * The path below `/v1`, such as `/balances`. A resource without a path is only available as a
   * relation.
   */
  readonly path?: string;
  /** The methods that the client has for the resource. Default: none. */
  readonly operations?: readonly Operation[];
  /** The fields by name. `id` is required. */
  readonly fields: { readonly [name: string]: Field };
  /** The relations by name. Default: none. */
  readonly relations?: { readonly [name: string]: Relation<Target> };
  /**
   * Whether the service has more fields than are specified. Errors about unknown ones suggest
   * `extendSchema`.
   */
  readonly incomplete?: boolean;
}

/** The changes to a resource as written in `extendSchema`: `null` removes a field or a relation. */
export interface ResourceExtension<Target extends string = string>
  extends Partial<Omit<ResourceDefinition<Target>, 'fields' | 'relations'>> {
  readonly fields?: { readonly [name: string]: Field | null };
  readonly relations?: { readonly [name: string]: Relation<Target> | null };
}

/**
 * A resource of a schema: its definition with the defaults filled in. The types that `defineSchema`
 * and the like return have exact members.
 */
export interface Resource<
  Operations = readonly Operation[],
  Fields = { readonly [name: string]: Field },
  Relations = { readonly [name: string]: Relation },
  Types = ResourceTypes,
> {
  readonly path: string | undefined;
  readonly operations: Operations;
  readonly fields: Fields;
  readonly relations: Relations;
  readonly incomplete?: boolean;
  /** Types only; not present at run time. */
  readonly '~types': Types;
}

/** What the compiler knows about the rows of a resource. */
export interface ResourceTypes<Row = object, Properties = object> {
  /** The row without an `include`: every field that is not computed. */
  readonly row: Row;
  /** Every name that `include` accepts, with its type: fields, computed fields and relations. */
  readonly properties: Properties;
}

/**
 * A schema: resources by name. Its form lets an interface be a schema too, which keeps
 * compiler messages short.
 *
 * @example
 * interface MySchema extends Readonly<typeof mySchema> {}
 */
export type SchemaShape<Schema> = { readonly [Name in keyof Schema]: Resource };

/** The type of a field's value in a row. */
type FieldValue<AnyField> = AnyField extends { readonly '~value'?: infer Value }
  ? Exclude<Value, undefined>
  : never;

type StoredNames<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { readonly computed: false } ? Name : never;
}[keyof Fields];

// The mapped types below iterate over `keyof` an object type, so that a comment on a field of a
// schema is shown when you hover over the property of a row.

/**
 * The row without an `include`.
 *
 * @example
 * RowOf<{ id: Field<'uuid', string, false>; code: Field<'string', string, true> }>
 * // => { id: string }
 */
export type RowOf<Fields, Stored = Pick<Fields, StoredNames<Fields>>> = {
  -readonly [Name in keyof Stored]: FieldValue<Stored[Name]>;
};

/**
 * Every name that `include` accepts. The type of a relation is `unknown` here; the schema knows the
 * target.
 *
 * @example
 * PropertiesOf<{ id: Field<'uuid', string, false> }, { unit: Relation<'units', 'one'> }>
 * // => { id: string; unit: unknown }
 */
export type PropertiesOf<Fields, Relations> = {
  -readonly [Name in keyof (Fields & Relations)]: Name extends keyof Fields
    ? FieldValue<Fields[Name]>
    : unknown;
};

/** The resource that a definition describes. */
export type DefinedResource<
  Definition,
  Fields = MemberOr<Definition, 'fields', NoMembers>,
  Relations = MemberOr<Definition, 'relations', NoMembers>,
> = Resource<
  MemberOr<Definition, 'operations', readonly []>,
  Fields,
  Relations,
  DefinedTypes<Fields, Relations>
>;

/** An interface, so that the compiler derives a member only when it is used. */
interface DefinedTypes<Fields, Relations> {
  readonly row: RowOf<Fields>;
  readonly properties: PropertiesOf<Fields, Relations>;
}

/**
 * A resource with the changes of an extension, which replaces what both declare, and removes what
 * is `null`.
 */
export type ExtendedResource<
  Base extends Resource,
  Extension,
  Fields = MemberOr<Extension, 'fields', NoMembers>,
  Relations = MemberOr<Extension, 'relations', NoMembers>,
> = Resource<
  MemberOr<Extension, 'operations', Base['operations']>,
  Replaced<Base['fields'], keyof Fields, Present<Fields>>,
  Replaced<Base['relations'], keyof Relations, Present<Relations>>,
  ExtendedTypes<Base['~types'], Fields, Relations>
>;

interface ExtendedTypes<Base extends ResourceTypes, Fields, Relations> {
  readonly row: Replaced<Base['row'], keyof Fields, RowOf<Present<Fields>>>;
  readonly properties: Replaced<
    Base['properties'],
    keyof Fields | keyof Relations,
    PropertiesOf<Present<Fields>, Present<Relations>>
  >;
}

/**
 * The members that are not `null`.
 *
 * @example
 * Present<{ a: string; b: null }> // => { a: string }
 */
type Present<Members> = {
  [Name in keyof Members as Members[Name] extends null ? never : Name]: Members[Name];
};

/**
 * An object with other members at some names.
 *
 * @example
 * Replaced<{ a: string; b: string; c: string }, 'b' | 'c', { b: number }>
 * // => { a: string; b: number }
 */
type Replaced<Old, Names extends PropertyKey, New, All = Omit<Old, Names> & New> = {
  [Name in keyof All]: All[Name];
};

/** `Definition[Name]`, or a default if the definition leaves it out. */
type MemberOr<Definition, Name extends PropertyKey, Default> = Definition extends {
  readonly [_ in Name]: infer Value;
}
  ? Value
  : Default;

type NoMembers = Record<never, never>;
