import type { presets, Setting, settings } from './settings.js';
type Settings = typeof settings;
type Presets = typeof presets;
/**
 * The value of a setting, or of a group of settings with every member.
 *
 * @example
 * ValueOf<Setting<'text' | 'uuid'>> // => 'text' | 'uuid'
 * ValueOf<{ where: Setting<'allowed' | 'rejected'> }> // => { where: 'allowed' | 'rejected' }
 */
type ValueOf<Of> = Of extends {
    readonly accepts: unknown;
} ? Of extends Setting<infer Value> ? Value : never : {
    readonly [Name in keyof Of]: ValueOf<Of[Name]>;
};
/** Every setting of a dialect. */
export type ResolvedDialect = {
    readonly [Group in keyof Settings]: ValueOf<Settings[Group]>;
};
/** What a dialect may say of a group: a preset, or some of its members. */
type Given<Group extends keyof Settings> = (Settings[Group] extends {
    readonly accepts: unknown;
} ? ResolvedDialect[Group] : {
    readonly [Name in keyof ResolvedDialect[Group]]?: ResolvedDialect[Group][Name] | undefined;
}) | (Group extends keyof Presets ? keyof Presets[Group] : never) | undefined;
/**
 * How a service behaves on the points that the API specification leaves open, as plain data. Write
 * only what differs from the default, or let the command `connect` measure and write it. The guide
 * describes every setting: "Settings of a dialect".
 *
 * @example
 * const dialect = { envelope: 'data', pageSize: { default: 50, max: 100 }, nulls: 'sql' } as const satisfies Dialect;
 */
export interface Dialect {
    /**
     * The member of a body that contains the rows; `null` if the body is always the rows. Default:
     * either the body itself, or its member `result`. `{ rows, pagination }` also names the member
     * that `withResponse()` returns; default: `pagination`.
     */
    readonly envelope?: Given<'envelope'>;
    /** The names of the query parameters; `null` for one that the service does not have. */
    readonly parameters?: Given<'parameters'>;
    /** How an order is written: `name:asc` (default), or `-name` for descending. */
    readonly orderFormat?: Given<'orderFormat'>;
    /**
     * `{ default, max }`: the number of rows of a list without `take`, and the most rows of any list.
     * Default: no limit.
     */
    readonly pageSize?: Given<'pageSize'>;
    /** The maximum length of a URL in bytes. Default 8,000. */
    readonly maxUrlLength?: Given<'maxUrlLength'>;
    /** The statuses and the body of rejected requests. */
    readonly rejections?: Given<'rejections'>;
    /**
     * With how many digits dates are stored, or that they are compared as text. Default: as shown. A
     * client without the setting also pages correctly if dates have hidden digits.
     */
    readonly dates?: Given<'dates'>;
    /**
     * How comparators treat null: `'value'` (default), `'sql'`, or an object with some of the parts.
     */
    readonly nulls?: Given<'nulls'>;
    /** How text is ordered and compared: its collation, equality by it, and `like`. */
    readonly text?: Given<'text'>;
    /** Whether undeclared values of enumerations are rejected, and how enumerations are ordered. */
    readonly enumerations?: Given<'enumerations'>;
    /**
     * Whether the operands of UUID fields are compared as text, with or without regard to case, or as
     * UUIDs.
     */
    readonly uuids?: Given<'uuids'>;
    /** Whether unknown names are rejected (default) or ignored. */
    readonly unknown?: Given<'unknown'>;
    /** What empty arrays and empty filters mean. */
    readonly empty?: Given<'empty'>;
    /** The meaning of the comparators of JSON fields. */
    readonly json?: Given<'json'>;
    /**
     * Comparators that a kind or a field has in addition or lacks, such as
     * `{ string: { not_contains: false }, 'transactions.external_id': { like: false } }`.
     */
    readonly comparators?: Given<'comparators'>;
    /** Whether computed fields are accepted in `where` and `orderBy`. */
    readonly computed?: Given<'computed'>;
    /** The default order, the order of ties and of null. */
    readonly order?: Given<'order'>;
}
export {};
