import { type OptionCheck } from './values/check-options.js';
declare const parameterNames: {
    readonly where: string;
    readonly include: string;
    readonly orderBy: string;
    readonly take: string;
    readonly skip: string;
    readonly page: null;
    readonly cursor: null;
    readonly after: string;
    readonly before: string;
};
export type Parameter = keyof typeof parameterNames;
/** The members with a few values; the first one is the default. */
declare const choices: {
    readonly orderFormat: readonly ['name:asc', '-name'];
    readonly nulls: readonly ['value', 'sql'];
    readonly text: readonly ['exact', 'insensitive'];
    readonly like: readonly ['exact', 'insensitive'];
    readonly nullOrder: readonly ['largest', 'smallest', 'last', 'first'];
};
type Choices = {
    readonly [Name in keyof typeof choices]: (typeof choices)[Name][number];
};
/**
 * What differs at your service, where the API specification is silent. Write only what differs from
 * the default, or let the command `connect` find it out and write it.
 *
 * @example
 * const dialect = { envelope: 'data', pageSize: { default: 50, max: 100 }, nulls: 'sql' } as const satisfies Dialect;
 */
export interface Dialect {
    /**
     * The member of a body that contains the rows, or the path of one, such as `'meta.rows'`; `null` if
     * the body is always the rows. Default: either the body itself, or its member `result`. An object
     * also names the `pagination` of `withResponse()`, and the cursor of the next page.
     */
    readonly envelope?: string | null | EnvelopePaths | undefined;
    /**
     * The names of the query parameters; `null` for one that the service lacks. Default: the name
     * itself, `order_by`, and `null` for `cursor` and `page` (the number of a page, instead of `skip`).
     */
    readonly parameters?: {
        readonly [Name in Parameter]?: string | null | undefined;
    } | undefined;
    /** How an order is written: `name:asc` (default), or `-name` for descending. */
    readonly orderFormat?: Choices['orderFormat'] | undefined;
    /** The number of rows of a list without `take`, and the most rows of any list. Default: no limit. */
    readonly pageSize?: {
        readonly [Name in 'default' | 'max']?: number | undefined;
    } | undefined;
    /** The maximum length of a URL in bytes. Default 8,000. */
    readonly maxUrlLength?: number | undefined;
    /** `'sql'`: SQL's three-valued logic, in which `neq` and `not_in` skip null. Default `'value'`. */
    readonly nulls?: Choices['nulls'] | undefined;
    /** Whether `eq`, `in`, ranges and the order of text ignore letter case. Default `'exact'`: no. */
    readonly text?: Choices['text'] | undefined;
    /** Whether `like` ignores letter case. Default: as `text`. */
    readonly like?: Choices['like'] | undefined;
    /**
     * The place of null in an order: `'largest'` (default: last in `asc`, first in `desc`),
     * `'smallest'`, or always `'last'` or `'first'`.
     */
    readonly nullOrder?: Choices['nullOrder'] | undefined;
}
/** The members of a body, each a name or a path such as `'meta.next'`. */
export interface EnvelopePaths {
    readonly rows?: string | null | undefined;
    readonly pagination?: string | undefined;
    readonly cursor?: string | undefined;
}
type Path = readonly string[];
/** A dialect with its defaults. */
export interface ResolvedDialect extends Choices {
    readonly envelope: {
        rows: Path | null;
        pagination: Path;
        cursor: Path | null;
    } & {
        /** Whether the dialect names a member, without which a mock has no envelope. */
        isDeclared: boolean;
    };
    readonly parameters: {
        readonly [Name in Parameter]: string | null;
    };
    readonly pageSize: {
        readonly default: number;
        readonly max: number;
    };
    readonly maxUrlLength: number;
}
/** The check of the option `dialect`, of a client, a mock or a proxy. */
export declare const dialectCheck: () => OptionCheck;
/**
 * Adds the defaults to a dialect that {@link dialectCheck} accepts. Throws a ConfigurationError for
 * two parameters with the same name, and for one half of a cursor.
 */
export declare function resolveDialect(source: string, dialect?: Dialect): ResolvedDialect;
/** The most rows of a page with this `take`. Pages with a number have the same size. */
export declare const rowsPerPage: (take: number | undefined, { pageSize }: Pick<ResolvedDialect, 'pageSize'>) => number;
/**
 * What a body contains. A row always has an `id`: an object with one is no envelope, whatever its
 * members are called.
 */
export declare function openEnvelope(body: unknown, { envelope: { rows, pagination, cursor } }: Pick<ResolvedDialect, 'envelope'>): {
    data: unknown;
    pagination: unknown;
    cursor: unknown;
};
/** Puts rows, and what is known about their page, where {@link openEnvelope} finds them. */
export declare function putIntoEnvelope(data: unknown, { envelope: { isDeclared, rows, pagination, cursor } }: Pick<ResolvedDialect, 'envelope'>, page?: {
    readonly total: number;
    readonly cursor?: string | null;
}): unknown;
export {};
