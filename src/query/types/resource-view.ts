import type { FieldKind } from '../../schema/field.js';
import type { Comparator } from '../../schema/kinds.js';
import type { ResourceName } from '../../schema/names.js';
import type { Relation } from '../../schema/relation.js';
import type { SchemaShape } from '../../schema/resource.js';
import type { FilterForm } from '../filter.js';
import type { Include } from '../include.js';

/**
 * Everything that the types of a query look up about one resource. This is an interface so that the
 * compiler computes each member once for each resource of a schema, and not again for each call.
 *
 * @example
 * ResourceView<'balances', PaymentsSchema>['row'] // => Balance
 * ResourceView<'balances', PaymentsSchema>['relations']['unit']['target']
 * // => ResourceView<'units', PaymentsSchema>
 */
export interface ResourceView<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>>
  extends AnyResourceView {
  readonly name: Name;
  readonly row: Schema[Name]['~types']['row'];
  readonly properties: Schema[Name]['~types']['properties'];
  readonly names: keyof Schema[Name]['~types']['properties'];
  readonly shortNames: Exclude<keyof Schema[Name]['~types']['properties'], 'where' | 'include'>;
  readonly fields: keyof Schema[Name]['fields'];
  readonly relationNames: keyof Schema[Name]['relations'];
  readonly stored: { readonly [Key in keyof Schema[Name]['~types']['row']]: Key };
  readonly relations: {
    readonly [Key in keyof Schema[Name]['relations']]: RelationView<
      Schema[Name]['relations'][Key],
      Schema
    >;
  };
  readonly targets: {
    readonly [Key in keyof Schema[Name]['relations']]: ResourceView<
      Schema[Name]['relations'][Key]['target'] & ResourceName<Schema>,
      Schema
    >;
  };
  readonly include: Include<Name, Schema> | undefined;
  readonly kinds: {
    readonly [Key in keyof Schema[Name]['fields']]: Schema[Name]['fields'][Key]['kind'];
  };
  readonly comparators: {
    readonly [Key in keyof Schema[Name]['fields']]: Comparator<Schema[Name]['fields'][Key]['kind']>;
  };
}

/** Any {@link ResourceView}. */
export interface AnyResourceView {
  readonly name: string;
  /** The row that is returned without an include: `Balance`. */
  readonly row: object;
  /** All fields and relations with their types: `BalanceProperties`. */
  readonly properties: object;
  readonly names: PropertyKey;
  /** The names in the short form of an include: `where` and `include` begin the long form. */
  readonly shortNames: PropertyKey;
  /** The names of all fields, computed fields included. */
  readonly fields: PropertyKey;
  /** The names of all relations. */
  readonly relationNames: PropertyKey;
  /** The names of the fields of `row`, each as a key with itself as its value. */
  readonly stored: object;
  readonly relations: { readonly [name: PropertyKey]: AnyRelationView };
  /** The resource of each relation. */
  readonly targets: { readonly [name: PropertyKey]: AnyResourceView };
  /** What an include of valid names must fit: `Include`. */
  readonly include: object | undefined;
  /** The kind of each field. */
  readonly kinds: { readonly [name: PropertyKey]: FieldKind };
  /** The comparators of each field. */
  readonly comparators: { readonly [name: PropertyKey]: Comparator };
}

/** Everything that the types of a query look up about one relation. */
export interface RelationView<Of extends Relation, Schema extends SchemaShape<Schema>>
  extends AnyRelationView {
  readonly target: ResourceView<Of['target'] & ResourceName<Schema>, Schema>;
  readonly cardinality: Of['cardinality'];
  readonly missing: true extends Of['nullable'] ? null : never;
  readonly foreignKey: Of['foreignKey'];
  readonly filter: FilterForm<Of>;
}

/** Any {@link RelationView}. */
export interface AnyRelationView {
  readonly target: AnyResourceView;
  readonly cardinality: 'one' | 'many';
  /**
   * The value of a to-one relation without a related row: `null`, or `never` if it is not nullable.
   */
  readonly missing: null;
  readonly foreignKey: string;
  readonly filter: 'quantifiers' | 'properties' | 'none';
}

// `keyof` and an indexed access see only what all members of a union share. These types look at
// each member.

/**
 * The keys of all objects in a union.
 *
 * @example
 * KeyOf<{ name: true } | { unit: true } | false> // => 'name' | 'unit'
 */
export type KeyOf<Value> = Value extends object ? keyof Value : never;

/**
 * The values at a key, from those members of a union that have the key.
 *
 * @example
 * ValueAt<{ name: true } | { unit: true }, 'name'> // => true
 */
export type ValueAt<Value, Key> = Value extends unknown
  ? Key extends keyof Value
    ? Value[Key]
    : never
  : never;

/**
 * The intersection of all members. `unknown`, which allows everything, for `never`.
 *
 * @example
 * Merged<'a' | string[]> // => 'a' & string[]
 */
export type Merged<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  member: infer All,
) => void
  ? All
  : never;
