/**
 * Whether a value is a decimal string that a filter accepts: digits, with an optional minus sign and fraction. Use it
 * to validate user input.
 *
 * @example
 * isDecimal('-12.50') // => true
 * isDecimal('1,000') // => false
 */
export const isDecimal = (value: unknown): boolean =>
  typeof value === 'string' && /^-?[0-9]+(\.[0-9]+)?$/.test(value);

/**
 * A finite number as a decimal string without an exponent.
 *
 * @example
 * decimalString(1e-7) // => '0.0000001'
 */
export function decimalString(value: number): string {
  const text = String(value);
  const exponent = text.indexOf('e-');
  if (exponent < 0) return text; // callers reject the integers that would be written with `e+`
  const minus = text.startsWith('-') ? '-' : '';
  const digits = text.slice(minus.length, exponent).replace('.', '');
  return `${minus}0.${'0'.repeat(Number(text.slice(exponent + 2)) - 1)}${digits}`;
}
