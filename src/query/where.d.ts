import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { Relation } from '../schema/relation.js';
import type { Resource, SchemaShape } from '../schema/resource.js';
import { type Resources } from '../schema/resources.js';
import { type Combinator, type ParsedWhere } from './filter-node.js';
import { type FilterHint, type QuantifierHint } from './hints.js';
import { type QueryNode } from './query-node.js';
import type { Bare, Comparison } from './types/comparison.js';
import type { FilterForm } from './types/resource-view.js';
/**
 * A filter on the rows of a resource. Its members can be set one after the other.
 *
 * @example
 * const where: Where<'balances'> = { balance: { gte: '100.00' }, OR: [{ type: 'main' }] };
 */
export type Where<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema> = PaymentsSchema> = Members<Name, Schema[Name]['~types']['properties'] & Combined, Filterable<Schema[Name]>, Schema>;
/** A {@link Where} in a query, in which the compiler reports hints. */
export type Filter<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema> = PaymentsSchema> = Where<Name, Schema> | FilterHint;
/**
 * The members of a filter. It maps over keys of one named type, which keeps their documentation.
 *
 * @example
 * Members<'units', UnitProperties, 'id', PaymentsSchema> // => Pick<Where<'units'>, 'id'>
 */
type Members<Name extends ResourceName<Schema>, All, Names extends keyof All, Schema extends SchemaShape<Schema>> = {
    [Key in Names]?: Key extends keyof Schema[Name]['fields'] ? Bare<Schema[Name]['fields'][Key]['kind'], All[Key]> | Comparison<Schema[Name]['fields'][Key]['kind'], All[Key]> : Key extends keyof Schema[Name]['relations'] ? RelationWhere<Schema[Name]['relations'][Key], Schema> : readonly Filter<Name, Schema>[];
};
/**
 * The names in a filter: all fields, the relations that can be filtered (decision 10), `AND` and
 * `OR`.
 *
 * @example
 * Filterable<PaymentsSchema['transactionLines']> // => 'id' | 'account_id' | 'amount' | 'AND' | 'OR'
 * Filterable<PaymentsSchema['accounts']> // => keyof AccountProperties | 'AND' | 'OR'
 */
type Filterable<Model extends Resource, Relations = Model['relations']> = (keyof Model['~types']['properties'] & (keyof Model['fields'] | {
    [Name in keyof Relations]: FilterForm<Relations[Name]> extends 'none' ? never : Name;
}[keyof Relations])) | Combinator;
/**
 * The filter on a relation: with quantifiers, or directly with the fields of the related row.
 *
 * @example
 * RelationWhere<PaymentsSchema['transactions']['relations']['lines'], PaymentsSchema>
 * // => Quantified<'transactionLines'> | QuantifierHint
 */
type RelationWhere<Of extends Relation, Schema extends SchemaShape<Schema>> = Of['cardinality'] extends 'many' ? Quantified<Of['target'] & ResourceName<Schema>, Schema> | QuantifierHint : Where<Of['target'] & ResourceName<Schema>, Schema>;
/** Filters that are combined (rule 3). */
interface Combined extends Record<Combinator, unknown> {
    /** All of these filters match. */
    AND: unknown;
    /** At least one of these filters matches. */
    OR: unknown;
}
/** A filter on a to-many relation (rule 4). Several quantifiers are combined by AND. */
export interface Quantified<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema> = PaymentsSchema> {
    /** At least one related row matches. */
    some?: Filter<Name, Schema>;
    /** No related row matches. */
    none?: Filter<Name, Schema>;
    /** All related rows match, or there are none. */
    every?: Filter<Name, Schema>;
}
export declare const parseWhere: (schema: Resources, name: string, where: QueryNode) => ParsedWhere;
export {};
