import type { ResourceName } from '../../schema/names.js';
import type { Relation } from '../../schema/relation.js';
import type { SchemaShape } from '../../schema/resource.js';
import type { Comparator } from '../comparators.js';

/**
 * What the types of a query look up of one resource. An interface, so that the compiler works each member out once for a
 * resource of a schema, and not again in each call.
 *
 * @example
 * Level<'balances', PaymentsSchema>['row'] // => Balance
 * Level<'balances', PaymentsSchema>['links']['unit']['level'] // => Level<'units', PaymentsSchema>
 */
export interface ResourceView<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>>
  extends AnyResourceView {
  readonly name: Name;
  readonly row: Schema[Name]['~types']['row'];
  readonly properties: Schema[Name]['~types']['properties'];
  readonly names: keyof Schema[Name]['~types']['properties'];
  readonly fields: keyof Schema[Name]['fields'];
  readonly relations: keyof Schema[Name]['relations'];
  readonly stored: { readonly [Key in keyof Schema[Name]['~types']['row']]: Key };
  readonly many: Schema[Name]['~types']['many'];
  readonly links: {
    readonly [Key in keyof Schema[Name]['relations']]: Link<Schema[Name]['relations'][Key], Schema>;
  };
  readonly comparators: {
    readonly [Key in keyof Schema[Name]['fields']]: Comparator<Schema[Name]['fields'][Key]['kind']>;
  };
}

/** Any {@link ResourceView}. */
export interface AnyResourceView {
  readonly name: string;
  /** The default set: `Balance`. */
  readonly row: object;
  /** Everything that can be asked, by name: `BalanceProperties`. */
  readonly properties: object;
  /** The names of everything that can be asked. */
  readonly names: PropertyKey;
  /** The names of the fields, computed ones among them. */
  readonly fields: PropertyKey;
  /** The names of the relations. */
  readonly relations: PropertyKey;
  /** Each name of the default set under itself. */
  readonly stored: object;
  /** The names of the to-many relations. */
  readonly many: PropertyKey;
  /** Where each relation leads. */
  readonly links: { readonly [name: PropertyKey]: AnyLink };
  /** The comparators of each field. */
  readonly comparators: { readonly [name: PropertyKey]: Comparator };
}

/** A relation, as the types of a query look it up. */
export interface Link<To extends Relation, Schema extends SchemaShape<Schema>> extends AnyLink {
  readonly level: ResourceView<To['target'] & ResourceName<Schema>, Schema>;
  readonly cardinality: To['cardinality'];
  readonly nothing: true extends To['nullable'] ? null : never;
}

/** Any {@link Link}. */
export interface AnyLink {
  /** The level to which the relation leads. */
  readonly level: AnyResourceView;
  readonly cardinality: 'one' | 'many';
  /** `null` where the relation can be so. */
  readonly nothing: null;
}
