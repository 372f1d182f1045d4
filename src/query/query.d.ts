import { type ResolvedDialect } from '../dialect.js';
import type { JsonObject } from '../schema/field.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { Resource, SchemaShape } from '../schema/resource.js';
import { type Resources } from '../schema/resources.js';
import type { FilterNode } from './filter.js';
import { type SelectionNode } from './include.js';
import { type QueryContext, QueryNode } from './query-node.js';
import type { DateLike } from './types/comparison.js';
import { type Where } from './where.js';
/** The members of a list query but `include`. They can be set one after the other. */
export type ListParameters<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema> = PaymentsSchema> = {
    /** Which rows are returned. Default: all. */
    where?: Where<Name, Schema>;
    /** The order of the rows. Not in the API specification, but on the service's public pages. */
    orderBy?: OrderBy<Name, Schema>;
    /**
     * The maximum number of rows. Not in the API specification, but on the service's public pages.
     */
    take?: number | undefined;
    /**
     * The number of rows to skip. Not in the API specification, but on the service's public pages.
     */
    skip?: number | undefined;
    /**
     * Only rows after this value of the first ordering field, or after this cursor. See `orderBy`.
     */
    after?: string | number | DateLike | undefined;
    /**
     * Only rows before this value of the first ordering field, or before this cursor. See `orderBy`.
     */
    before?: string | number | DateLike | undefined;
};
/**
 * The query of a list.
 *
 * @example
 * ListQuery<'units', { name: true }> // => WithInclude<ListParameters<'units'>, { name: true }>
 */
export type ListQuery<Name extends ResourceName<Schema>, Chosen, Schema extends SchemaShape<Schema> = PaymentsSchema> = WithInclude<ListParameters<Name, Schema>, Chosen>;
/**
 * A query with the include that the compiler infers, or without one. A single type with an optional
 * `include` would be wrong: from a value whose `include` is optional, the compiler infers that the
 * include is always there, and the row type would have fields that are not returned. So the members
 * without an include, and `undefined` for the whole query, are only allowed if no include is
 * inferred.
 *
 * @example
 * WithInclude<{ take: 1 }, { name: true }> // => { take: 1 } & { include: { name: true } }
 * WithInclude<{ take: 1 }, undefined>
 * // => ({ take: 1 } & { include?: undefined }) | undefined | ({ take: 1 } & { include: undefined })
 */
export type WithInclude<Parameters, Chosen> = (undefined extends Chosen ? Parameters & {
    include?: undefined;
} : never) | NoInfer<Chosen & undefined> | (Parameters & {
    /** The fields and relations to return. Default: the default fields. */
    include: Chosen;
});
/**
 * The order of a list. Rows that are equal in the first field are ordered by the next one. JSON
 * fields have no order.
 *
 * @example
 * const orderBy: OrderBy<'balances'> = { created_at: 'desc', name: 'asc' };
 */
export type OrderBy<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema> = PaymentsSchema> = Directions<Schema[Name]['~types']['properties'], Orderable<Schema[Name]>>;
/** `asc`: smallest first, `null` last. `desc`: largest first, `null` first. */
export type SortDirection = 'asc' | 'desc';
/**
 * The members of an order. It maps over keys of one named type, which keeps their documentation.
 *
 * @example
 * Directions<UnitProperties, 'name'> // => { name?: 'asc' | 'desc' }
 */
type Directions<Properties, Names extends keyof Properties> = {
    [Key in Names]?: SortDirection;
};
/**
 * The names of the fields that have an order.
 *
 * @example
 * Orderable<PaymentsSchema['transactionLines']> // => 'id' | 'account_id' | 'amount'
 */
type Orderable<Model extends Resource> = keyof Model['~types']['properties'] & {
    [Key in keyof Model['fields']]: Model['fields'][Key]['kind'] extends 'json' ? never : Key;
}[keyof Model['fields']];
/** One field of a checked `orderBy`. */
export interface Ordering {
    readonly field: string;
    readonly direction: SortDirection;
}
/** A checked query: what it means, and how it is sent. */
export interface Query {
    readonly resource: string;
    readonly selection: SelectionNode;
    readonly filter: FilterNode | undefined;
    readonly order: readonly Ordering[];
    readonly take?: number | undefined;
    readonly skip?: number | undefined;
    readonly after?: string | number | undefined;
    readonly before?: string | number | undefined;
    /** Copies of the filter and of the include, as they are sent. */
    readonly where?: JsonObject | undefined;
    readonly include?: JsonObject | undefined;
}
/** The members of a query, in the words of a client. */
export declare const queryMembers: readonly string[];
/**
 * Checks a query. An unknown member is rejected: without it, the query would return every row.
 *
 * @param allowed - The members that the query may have. Default: all.
 * @param problem - The message for one of the others.
 */
export declare function parseQuery(schema: Resources, resource: string, input: unknown, allowed?: readonly string[], problem?: string, context?: QueryContext): Query;
export declare function parseOrderBy(schema: Resources, name: string, orderBy: QueryNode): Ordering[];
/** The members of a query that are sent. */
export type SentQuery = Partial<Omit<Query, 'resource' | 'selection' | 'filter'>>;
/** The encoded query string, without the question mark. Undefined and empty members are omitted. */
export declare function writeQuery({ where, include, order, take, skip, after, before }: SentQuery, dialect: Pick<ResolvedDialect, 'parameters' | 'orderFormat' | 'pageSize'>, cursor?: string): string;
export {};
