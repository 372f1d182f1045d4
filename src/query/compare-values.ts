/**
 * Compares two decimal strings by value, exactly and whatever their length (decision 22).
 *
 * @returns Less than, equal to or greater than zero.
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
