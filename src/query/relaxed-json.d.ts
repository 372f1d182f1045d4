import type { JsonValue } from '../schema/field.js';
/**
 * Writes an object as relaxed JSON (rule 10 of `include`), as short as possible: without the outer
 * braces, with unquoted keys if they are identifiers, and with single-quoted text unless double
 * quotes are shorter.
 */
export declare const writeRelaxedJson: (object: {
    readonly [key: string]: JsonValue;
}) => string;
export declare function writeValue(value: JsonValue): string;
/** Writes a query string without the question mark. Parameters that are undefined are omitted. */
export declare const writeSearch: (parameters: readonly (readonly [string, string | number | undefined])[]) => string;
/**
 * Percent-encodes the value of a query parameter, but what a query may contain (RFC 3986, section
 * 3.4).
 */
export declare const encodeQueryValue: (text: string) => string;
