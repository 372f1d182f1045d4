/**
 * The check of one option: a test, what it expects, and the options inside if it may be an object
 * of options.
 */
export type OptionCheck = readonly [
    isValid: (value: unknown) => boolean,
    expected: string,
    inner?: OptionChecks
];
export type OptionChecks = {
    readonly [name: string]: OptionCheck;
};
export declare const isFunction: (value: unknown) => boolean;
export declare const isNonEmptyString: (value: unknown) => value is string;
/** For an option with a fixed list of values. */
export declare const oneOf: (values: readonly unknown[]) => OptionCheck;
/** The same check for several options. */
export declare const checkEach: (names: readonly string[], check: OptionCheck) => OptionChecks;
/** For an option that is checked where it is used. */
export declare const unchecked: OptionCheck;
export declare const nonNegativeInteger: OptionCheck;
export declare const positiveInteger: OptionCheck;
export declare const milliseconds: OptionCheck;
/** Unknown names are errors; an option that is `undefined` counts as left out. */
export declare function checkOptions(source: string | undefined, options: unknown, checks: OptionChecks): asserts options is object;
