/**
 * Whether a value is a decimal string that a filter accepts: digits, with an optional minus sign
 * and fraction. Use it to validate user input.
 *
 * @example
 * isDecimal('-12.50') // => true
 * isDecimal('1,000') // => false
 */
export const isDecimal = (value: unknown): boolean =>
  typeof value === 'string' && /^-?[0-9]+(\.[0-9]+)?$/.test(value);

/** A finite number as a decimal string without an exponent. */
export function decimalString(value: number): string {
  const text = String(value);
  const exponent = text.indexOf('e-');
  if (exponent < 0) return text; // callers reject the integers that would be written with `e+`
  const minus = text.startsWith('-') ? '-' : '';
  const digits = text.slice(minus.length, exponent).replace('.', '');
  return `${minus}0.${'0'.repeat(Number(text.slice(exponent + 2)) - 1)}${digits}`;
}

/**
 * By value, exactly and whatever their length (decision 22).
 *
 * @example
 * compareDecimals('1.0', '1') // => 0
 */
export function compareDecimals(left: string, right: string): number {
  const [a, b] = [canonicalDecimal(left), canonicalDecimal(right)];
  if (a === b) return 0;
  const sign = a.startsWith('-') ? -1 : 1;
  if (b.startsWith('-') !== sign < 0) return sign;
  // As text, because a BigInt of many digits takes long to create.
  return sign * (wholeLength(a) - wholeLength(b) || (a < b ? -1 : 1));
}

const wholeLength = (decimal: string): number => `${decimal}.`.indexOf('.');

/**
 * The shortest text of a decimal, the same for all texts of one value.
 *
 * @example
 * canonicalDecimal('-007.50') // => '-7.5'
 */
export function canonicalDecimal(decimal: string): string {
  const sign = decimal.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = decimal.slice(sign.length).split('.');
  let end = fraction.length;
  while (fraction[end - 1] === '0') end--;
  const digits = (whole.replace(/^0+/, '') || '0') + (end > 0 ? `.${fraction.slice(0, end)}` : '');
  return digits === '0' ? digits : sign + digits;
}
