import type { Ordering, Query } from '../query/query.js';
import type { FieldKind, JsonObject, JsonValue } from '../schema/field.js';
import type { Endpoint } from './resource.js';
/** A query whose order is total: it ends with `id`, so that no two rows are equal. */
export interface Plan {
    readonly query: Query;
    /** How the next page is found. `once`: all rows are in one response. */
    readonly way: 'once' | 'cursor' | 'keyset' | 'counting';
    /** Filters whose rows are read one after the other: the parts of a long `in`. */
    readonly parts: readonly (JsonObject | undefined)[];
    /** Ordering fields that the include leaves out. They are requested, and removed. */
    readonly added: readonly string[];
}
/** Where a page begins, as plain JSON. */
export interface Position {
    /** The index of a part of the plan. */
    readonly part: number;
    /**
     * For a keyset: at the anchor and in the order of ids, in its group if there is one (`row`); at the
     * rows of a group (`group`) or behind them (`after`).
     */
    readonly at: 'start' | 'cursor' | 'count' | 'row' | 'group' | 'after';
    readonly cursor?: string;
    /** A row that must come again. If rows are counted, it is the last of `read` ones. */
    readonly anchor?: Values;
    readonly read?: number;
    /** How often in a row the anchor was the last of its window. */
    readonly repeated?: number;
    /** The values of rows that are equal before `id`. None of a `group` was handed out. */
    readonly group?: Values;
    /** The last row that was seen of a group. */
    readonly last?: string;
    /** A row of a group that was seen, and must come before its end. */
    readonly expected?: Values | undefined;
}
/** The id and the ordering values of a row, as the service shows them. */
export type Values = {
    readonly [field: string]: JsonValue;
};
type Fields = Endpoint['fields'];
type Order = readonly Ordering[];
export declare const valuesOf: (row: object, order: Order) => Values;
export declare const hasValues: (row: object, values: Values) => boolean;
/** Whether a row has the values of a group before `id`, or a date in the same unit. */
export declare const isInGroup: (row: object, group: Values, order: Order, fields: Fields) => boolean;
/**
 * The filter for the rows from a position on. In the order `type_id:asc,created_at:desc,id:asc`, at
 * the group of a type and an instant: `{ type_id: { gte: '…' }, OR: [{ type_id: { gt: '…' } },
 * { created_at: { lt: '2026-01-31T12:00:00.001Z' } }] }`.
 */
export declare function positionFilter(order: Order, { at, anchor, group }: Position, fields: Fields): JsonObject | undefined;
/** Whether a row certainly comes before another one, whatever digits the service hides. */
export declare function isBefore(row: object, other: object, order: Order, fields: Fields): boolean;
/**
 * Compares values as every service does; `NaN` if services differ, or if one is invalid. UUIDs are
 * equal or not: SQL Server has an order of its own for them.
 */
export declare function compareValues(kind: FieldKind | undefined, left: unknown, right: unknown): number;
export {};
