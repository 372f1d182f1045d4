import { type Collation, type ComparatorChanges, type DefaultOrder, type Envelope, requestDefaults } from './setting-values.js';
/** A point on which the API specification is silent, and on which services differ. */
export interface Setting<Value = unknown> {
    readonly default: Value;
    readonly accepts: (value: unknown) => boolean;
    /** What `accepts` accepts, for messages. */
    readonly expected: string;
    /** What is expected instead of a value that is almost right. */
    readonly expectedFor?: (value: unknown) => string | undefined;
    /** The values that have names. */
    readonly names?: readonly string[];
}
/**
 * Every setting of a dialect, by group. The type `Dialect` and the checks derive from it.
 * `docs/guide/settings.md` says what each value means.
 */
export declare const settings: {
    readonly envelope: Setting<Envelope>;
    readonly parameters: { readonly [Name in keyof typeof requestDefaults.parameters]: Setting<string | null>; };
    readonly orderFormat: Setting<"-name" | "name:asc">;
    readonly pageSize: {
        readonly default: Setting<number>;
        readonly max: Setting<number>;
    };
    readonly maxUrlLength: Setting<number>;
    readonly rejections: {
        readonly query: Setting<number>;
        readonly credentials: Setting<number>;
        readonly id: Setting<number>;
        readonly body: Setting<"error" | "error.message" | "errors" | "message">;
    };
    readonly dates: Setting<"microseconds" | "milliseconds" | "shown" | "text">;
    readonly nulls: {
        readonly neq: Setting<"matched" | "skipped">;
        readonly notIn: Setting<"matched" | "skipped">;
        readonly notContains: Setting<"matched" | "skipped">;
        readonly insideIn: Setting<"compared" | "ignored" | "rejected">;
        readonly insideNotIn: Setting<"compared" | "ignored" | "nothing" | "rejected">;
        readonly every: Setting<"false" | "unknown">;
        readonly jsonNeq: Setting<"matched" | "skipped">;
        readonly jsonNotContains: Setting<"matched" | "skipped">;
        readonly jsonNotExists: Setting<"matched" | "skipped">;
    };
    readonly text: {
        readonly collation: Setting<Collation>;
        readonly equality: Setting<"collation" | "exact">;
        readonly like: Setting<"asciiInsensitive" | "collation" | "exact" | "insensitive">;
        readonly wildcards: Setting<"none" | "sql" | "sqlWithoutEscape">;
    };
    readonly enumerations: {
        readonly values: Setting<"closed" | "open">;
        readonly order: Setting<"declared" | "text">;
    };
    readonly uuids: Setting<"insensitive" | "text" | "uuid">;
    readonly unknown: {
        readonly parameters: Setting<"ignored" | "rejected">;
        readonly where: Setting<"ignored" | "rejected">;
        readonly include: Setting<"ignored" | "rejected">;
        readonly orderBy: Setting<"ignored" | "rejected">;
        readonly comparators: Setting<"ignored" | "rejected">;
    };
    readonly empty: {
        readonly in: Setting<"everything" | "nothing" | "rejected">;
        readonly notIn: Setting<"everything" | "nothing" | "rejected">;
        readonly or: Setting<"everything" | "nothing" | "rejected">;
        readonly quantifier: Setting<"counted" | "everything" | "rejected">;
        readonly take: Setting<"nothing" | "rejected">;
    };
    readonly json: {
        readonly contains: Setting<"deep" | "shallow">;
        readonly arrays: Setting<"positions" | "sets" | "whole">;
        readonly emptyObject: Setting<"anything" | "equal" | "object">;
        readonly notContains: Setting<"opposite" | "undecided">;
        readonly exists: Setting<"key" | "value">;
        readonly paths: Setting<"dotted" | "jsonpath" | "literal">;
    };
    readonly comparators: Setting<ComparatorChanges>;
    readonly computed: {
        readonly where: Setting<"allowed" | "rejected">;
        readonly orderBy: Setting<"allowed" | "rejected">;
    };
    readonly order: {
        readonly default: Setting<DefaultOrder>;
        readonly related: Setting<DefaultOrder>;
        readonly ties: Setting<"id" | "insertion">;
        readonly nulls: Setting<"first" | "largest" | "last" | "smallest">;
    };
};
/** Short names for several members of a group. */
export declare const presets: {
    readonly nulls: {
        readonly value: {};
        readonly sql: {
            readonly neq: 'skipped';
            readonly notIn: 'skipped';
            readonly notContains: 'skipped';
            readonly insideIn: 'ignored';
            readonly insideNotIn: 'nothing';
            readonly every: 'unknown';
            readonly jsonNeq: 'skipped';
            readonly jsonNotContains: 'skipped';
            readonly jsonNotExists: 'skipped';
        };
    };
    readonly enumerations: {
        readonly open: {};
        readonly closed: {
            readonly values: 'closed';
        };
    };
    readonly unknown: {
        readonly rejected: {};
        readonly ignored: {
            readonly parameters: 'ignored';
            readonly where: 'ignored';
            readonly include: 'ignored';
            readonly orderBy: 'ignored';
            readonly comparators: 'ignored';
        };
    };
};
