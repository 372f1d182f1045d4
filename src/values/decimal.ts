/** Whether text is a decimal number as the service writes it: digits, maybe with a minus and a fraction (decision 22). */
export const isDecimal = (text: string): boolean => /^-?[0-9]+(\.[0-9]+)?$/.test(text);

/**
 * A finite number as decimal text without an exponent.
 *
 * @example
 * decimalText(1e-7) // => '0.0000001'
 */
export function decimalText(value: number): string {
  const text = String(value);
  const exponent = text.indexOf('e-');
  if (exponent < 0) return text; // integers that would show `e+` are beyond the safe ones, and refused before
  const minus = text.startsWith('-') ? '-' : '';
  const digits = text.slice(minus.length, exponent).replace('.', '');
  return `${minus}0.${'0'.repeat(Number(text.slice(exponent + 2)) - 1)}${digits}`;
}
