/**
 * The kind of a field. It determines the value in a row, the comparators of a filter and the check
 * of their operands.
 */
export type FieldKind = 'string' | 'uuid' | 'decimal' | 'number' | 'integer' | 'boolean' | 'enumeration' | 'date' | 'json';
/** Any JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
/** A JSON object: the value of a `json` field, unless that is an array. */
export interface JsonObject {
    [key: string]: JsonValue;
}
/**
 * What the mock knows about the values of a stored field, besides their kind. A client does not use
 * it.
 */
export interface MockValueOptions {
    /**
     * The decimal field that this one follows in new rows: `'balance'` for its value, `'-balance'`
     * for the opposite, or 0 if that is negative.
     */
    readonly follows?: string;
    /** The resource whose ids the values are, if no relation says so. */
    readonly references?: string;
    /**
     * `microseconds`: a date shows them although others hide theirs (decision 51). `array`: JSON is
     * an array and no object.
     */
    readonly format?: 'microseconds' | 'array';
}
/**
 * A field of a resource, created by {@link string} and the other builders. `Value` is its type in a
 * row.
 */
export interface Field<Kind extends FieldKind = FieldKind, Value = unknown, Computed extends boolean = boolean> extends MockValueOptions {
    readonly kind: Kind;
    /** Whether the value may be `null`. */
    readonly nullable: boolean;
    /**
     * Whether the service derives the value. A computed field is only returned if `include` names it.
     */
    readonly computed: Computed;
    /** The values that the editor completes. Any other text is accepted too. */
    readonly values: readonly string[];
    /** How the mock derives the value of a computed field from a stored row. */
    readonly compute?: (row: Readonly<Record<string, unknown>>) => unknown;
    /** Types only; not present at run time. */
    readonly '~value'?: Value;
}
/** Text with declared values, which the editor suggests. Any other text is accepted too. */
export type OpenEnum<Values extends string> = string extends Values ? string : Values | (string & {});
/** Text. The editor completes the given values; any other text is accepted. */
export declare const string: <Values extends string>(...values: Values[]) => Field<"string", OpenEnum<Values>, false>;
/** A UUID. Compared as text. */
export declare const uuid: () => Field<"uuid", string, false>;
/**
 * A decimal string such as `'100.00'`. Compared exactly by value, and never converted to a float.
 */
export declare const decimal: () => Field<"decimal", string, false>;
/** A JSON number. */
export declare const number: () => Field<"number", number, false>;
/** A JSON number without a fraction. */
export declare const integer: () => Field<"integer", number, false>;
/** `true` or `false`. */
export declare const boolean: () => Field<"boolean", boolean, false>;
/**
 * One of several values, without an order. The editor completes the given ones; any other text is
 * accepted.
 */
export declare const enumeration: <Values extends string>(...values: Values[]) => Field<"enumeration", OpenEnum<Values>, false>;
/** A point in time: ISO 8601 text in UTC with milliseconds. */
export declare const date: () => Field<"date", string, false>;
/**
 * A JSON object with any properties, or an array of any values.
 *
 * @example
 * json('array') // ['a', 'b']
 */
export declare const json: <Format extends 'array' | undefined = undefined>(format?: Format) => {
    follows?: string;
    references?: string;
    format?: 'microseconds' | 'array';
    kind: "json";
    nullable: boolean;
    computed: false;
    values: readonly string[];
    compute?: (row: Readonly<Record<string, unknown>>) => unknown;
    '~value'?: Format extends "array" ? JsonValue[] : JsonObject;
};
/** The same field, which may also be `null`. */
export declare function nullable<Kind extends FieldKind, Value, Computed extends boolean>(of: Field<Kind, Value, Computed>): Field<Kind, Value | null, Computed> & {
    readonly nullable: true;
};
/**
 * The same field, with rules for its values in rows of the mock. A client does not use them.
 *
 * @example
 * mockValues(decimal(), { follows: 'balance' })
 */
export declare const mockValues: <Kind extends FieldKind, Value>(of: Field<Kind, Value, false>, options: MockValueOptions & {
    readonly format?: 'microseconds';
}) => Field<Kind, Value, false>;
/**
 * A field that the service derives from others. It is only returned if `include` names it.
 *
 * @param compute - How the mock derives the value from a stored row.
 * @example
 * computed(string(), (row) => `${row.identifier_prefix}-${row.identifier_value}`)
 */
export declare function computed<Kind extends FieldKind, Value>(of: Field<Kind, Value, false>, compute: (row: Readonly<Record<string, unknown>>) => Value): Field<Kind, Value>;
