import type { ResolvedDialect } from '../dialect/dialect.js';
import { QueryError } from '../errors.js';
import type { Field, JsonObject, JsonValue } from '../schema/field.js';
import type { Comparator } from '../schema/kinds.js';
import type { FilterNode } from './filter-node.js';
/** How many levels of objects and arrays an include or a JSON operand may nest (decision 28). */
export declare const MAX_DEPTH = 32;
/** How many levels of objects and arrays a filter may nest. */
export declare const MAX_FILTER_DEPTH = 1000;
/** The message for a value with more levels. */
export declare const TOO_DEEP = "is nested too deeply. Use at most 1000 levels in a filter, 32 in an include or JSON.";
/** What a query may contain, of the points on which services differ. */
export interface QueryRules {
    comparatorsOf(resource: string, name: string, field: Field): readonly Comparator[];
    /** Whether an unknown name is ignored instead of rejected. */
    ignores(place: keyof ResolvedDialect['unknown']): boolean;
    /**
     * Called with each comparison, quantifier and group of a filter. Throws a QueryError if the
     * service rejects it.
     */
    check(filter: FilterNode, node: QueryNode): void;
}
/** What the parsers of all parts of a query share. */
export interface QueryContext {
    /**
     * How the service differs from the default dialect; absent in the client, whose rules are strict.
     */
    readonly rules?: QueryRules | undefined;
    /** Called with each value that its field does not declare. */
    readonly onUndeclaredValue?: OnUndeclaredValue | undefined;
    /**
     * Whether a service received the query, and rejects what it cannot read; a client sends it as it
     * is.
     */
    readonly isReceived?: boolean;
    /** How many values were read. */
    values?: number;
}
/** @throws QueryError if the value is not allowed. */
export type OnUndeclaredValue = (value: string, declared: readonly string[], node: QueryNode) => void;
/**
 * How many values a query may have: a small object that occurs often could stand for one of any
 * length.
 */
export declare const MAX_VALUES = 1000000;
/** A value inside a query, with its position. The path is built only for an error. */
export declare class QueryNode {
    #private;
    readonly value: unknown;
    readonly context: QueryContext;
    /** @param key - The member of the parent; without a parent, the start of the path. */
    constructor(key: string | number, value: unknown, parent?: QueryNode, context?: QueryContext);
    /** Lets the value have so many levels, whatever the parent has left. */
    allowLevels(levels: number): this;
    /** Such as `where.OR[1].balance`. */
    get path(): string;
    error(problem: string): QueryError;
    /**
     * An error about a value of the wrong type. `hint` is a further sentence, with a space before it.
     */
    typeError(expected: string, hint?: string): QueryError;
    /**
     * An error about the key, reported at the parent, with the nearest of the `names` or else the
     * `hint`.
     */
    unknownKey(problem: string, names?: readonly string[], hint?: string): QueryError;
    /**
     * Rejects the key as {@link unknownKey} does, unless the service ignores unknown names in this
     * place.
     */
    rejectUnknown(place: keyof ResolvedDialect['unknown'], ...error: Parameters<QueryNode['unknownKey']>): void;
    /** The members of a plain object. Each is read once, so that what was checked is what is sent. */
    members(expected: string): [key: string, member: QueryNode][];
    /** A copy of a plain object, made of what `parse` returns for each member that has a result. */
    copyMembers(expected: string, parse: (key: string, member: QueryNode) => JsonValue | undefined): JsonObject;
    /** What `parse` returns for each item of an array, see {@link members}. */
    mapItems<Result>(expected: string, parse: (item: QueryNode) => Result): Result[];
}
