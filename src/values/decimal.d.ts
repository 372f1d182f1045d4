/**
 * Whether a value is a decimal string that a filter accepts: digits, with an optional minus sign
 * and fraction. Use it to validate user input.
 *
 * @example
 * isDecimal('-12.50') // => true
 * isDecimal('1,000') // => false
 */
export declare const isDecimal: (value: unknown) => boolean;
/** A finite number as a decimal string without an exponent. */
export declare function decimalString(value: number): string;
/**
 * By value, exactly and whatever their length (decision 22).
 *
 * @example
 * compareDecimals('1.0', '1') // => 0
 */
export declare function compareDecimals(left: string, right: string): number;
/**
 * The shortest text of a decimal, the same for all texts of one value.
 *
 * @example
 * canonicalDecimal('-007.50') // => '-7.5'
 */
export declare function canonicalDecimal(decimal: string): string;
