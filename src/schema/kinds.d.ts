import type { Field, FieldKind } from './field.js';
/** The comparators of each kind of field, as in the API specification. */
export declare const comparators: {
    readonly string: readonly ["eq", "neq", "in", "not_in", "gt", "lt", "gte", "lte", "like", "contains", "not_contains"];
    readonly uuid: readonly ["eq", "neq", "in", "not_in", "gt", "lt", "gte", "lte", "like", "contains", "not_contains"];
    readonly decimal: readonly ["eq", "neq", "in", "not_in", "gt", "lt", "gte", "lte", "like", "contains", "not_contains"];
    readonly number: readonly ["eq", "neq", "in", "not_in", "gt", "lt", "gte", "lte"];
    readonly integer: readonly ["eq", "neq", "in", "not_in", "gt", "lt", "gte", "lte"];
    readonly date: readonly ["eq", "neq", "in", "not_in", "gt", "lt", "gte", "lte"];
    readonly enumeration: readonly ["eq", "neq", "in", "not_in"];
    readonly boolean: readonly ["eq", "neq"];
    readonly json: readonly ["eq", "neq", "contains", "not_contains", "exists", "not_exists"];
};
/**
 * The comparators of a kind.
 *
 * @example
 * Comparator<'boolean'> // => 'eq' | 'neq'
 */
export type Comparator<Kind extends FieldKind = FieldKind> = (typeof comparators)[Kind][number];
export declare const isComparator: (name: string) => boolean;
/** Whether the dialect decides the order and the letter case of a kind, as it does for text. */
export declare const isTextKind: (kind: FieldKind) => boolean;
/** Whether a row of a response may contain a value, other than null, in a field of each kind. */
export declare const fits: Readonly<Record<FieldKind, (value: unknown) => boolean>>;
/** Like `fits`, for a field that may say more than its kind. */
export declare const fitsField: ({ kind, format }: Pick<Field, 'kind' | 'format'>, value: unknown) => boolean;
/** What `fits` accepts, for "expected X, got Y". */
export declare const expectedValue: Readonly<Record<FieldKind, string>>;
/**
 * Whether a value is a UUID of any version, in upper or lower case. Use it to validate user input:
 * some services reject other ids.
 *
 * @example
 * isUuid('6f1c2f0e-7a53-4c8e-9d59-0f0d8d8f3b11') // => true
 */
export declare const isUuid: (value: unknown) => boolean;
