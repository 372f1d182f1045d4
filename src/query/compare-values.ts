/**
 * Compares two decimal texts by value, exactly and whatever their length (decision 22).
 *
 * @returns Less than, equal to or greater than zero.
 * @example
 * compareDecimals('1.0', '1') // => 0
 */
export function compareDecimals(left: string, right: string): number {
  const digits = Math.max(fractionOf(left).length, fractionOf(right).length);
  const [a, b] = [scaled(left, digits), scaled(right, digits)];
  return a < b ? -1 : a > b ? 1 : 0;
}

const fractionOf = (decimal: string): string => decimal.split('.')[1] ?? '';

/** A decimal times a power of ten: `-1.5` with three digits is -1500n. */
const scaled = (decimal: string, digits: number): bigint =>
  BigInt(decimal.split('.')[0] + fractionOf(decimal).padEnd(digits, '0'));

/**
 * The shortest text of a decimal, the same for all texts of one value.
 *
 * @example
 * canonicalDecimal('-007.50') // => '-7.5'
 */
export function canonicalDecimal(decimal: string): string {
  const [, sign, whole = '', fraction = ''] = /^(-?)0*(\d*?)(?:\.(\d*?)0*)?$/.exec(decimal) ?? [];
  if (whole === '' && fraction === '') return '0';
  return `${sign}${whole || '0'}${fraction && `.${fraction}`}`;
}

/**
 * Compares two texts by Unicode code point (decision 21). JavaScript's `<` compares UTF-16 units, which puts
 * an emoji before U+FFFD.
 *
 * @returns Less than, equal to or greater than zero.
 */
export function compareText(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const [a, b] = [left.charCodeAt(index), right.charCodeAt(index)];
    if (a !== b) return codePointRank(a) - codePointRank(b);
  }
  return left.length - right.length;
}

/** Surrogates encode code points above every other UTF-16 unit. */
const codePointRank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
