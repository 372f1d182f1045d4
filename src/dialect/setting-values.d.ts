import type { FieldKind } from '../schema/field.js';
import { type Comparator } from '../schema/kinds.js';
import { type OptionCheck } from '../values/check-options.js';
/** The members of a body with the rows, and with what the service says about the page. */
export type Envelope = string | null | undefined | {
    readonly rows?: string | null | undefined;
    readonly pagination?: string | undefined;
};
export declare const envelopeCheck: OptionCheck;
/** How an order is written. The first is the default. */
export declare const orderFormats: readonly ['name:asc', '-name'];
/**
 * How dates are stored and compared. The mock's default is the first; a client without the setting
 * assumes none.
 */
export declare const storedDates: readonly ['shown', 'milliseconds', 'microseconds', 'text'];
/** The defaults of the settings that a request depends on. */
export declare const requestDefaults: {
    readonly envelope: undefined;
    readonly parameters: {
        readonly where: 'where';
        readonly include: 'include';
        readonly orderBy: 'order_by';
        readonly take: 'take';
        readonly skip: 'skip';
        readonly page: null;
        readonly after: 'after';
        readonly before: 'before';
    };
    readonly orderFormat: "name:asc";
    readonly pageSize: {
        readonly default: number;
        readonly max: number;
    };
    readonly maxUrlLength: 8000;
    readonly comparators: {};
};
export declare const parameterName: OptionCheck;
/** @throws ConfigurationError if two parameters have the same name. */
export declare function checkParameters(parameters: Readonly<Record<string, string | null>>, source: string): void;
export declare const statusCheck: OptionCheck;
/** What a collation may leave out of account. `asciiCase` is the case of the letters A to Z. */
declare const IGNORED: readonly ['case', 'asciiCase', 'accents', 'trailingSpaces'];
/**
 * How text compares: by Unicode code point, in the order of a language such as `'en'`, or either of
 * them without regard to case, accents or spaces at the end. `locale` is `'codePoint'` by default.
 */
export type Collation = string | {
    readonly locale?: string;
    readonly ignores?: readonly (typeof IGNORED)[number][];
};
export declare const collationCheck: OptionCheck;
/** What is expected instead of a value; `undefined` for a valid collation. */
export declare function expectedCollation(value: unknown): string | undefined;
/** The comparators that a kind or a field such as `balances.name` has, or has not. */
export interface ComparatorChanges {
    readonly [kindOrField: string]: {
        readonly [Name in Comparator]?: boolean;
    };
}
export declare const comparatorsCheck: OptionCheck;
/**
 * The changes to the comparators of a field: those of the field itself take precedence over those
 * of its kind.
 */
export declare const comparatorChanges: (changes: ComparatorChanges, resource: string, name: string, kind: FieldKind) => ComparatorChanges[string];
/**
 * Of several fields, the first decides. Resources without them are ordered by the others, or as
 * `order.ties` says.
 */
export type DefaultOrder = 'insertion' | 'id' | {
    readonly [field: string]: 'asc' | 'desc';
};
export declare const defaultOrderCheck: OptionCheck;
export {};
