/**
 * Compares two texts by Unicode code point (decision 21). JavaScript's own `<` goes by UTF-16 unit, which puts an emoji
 * before U+FFFD.
 *
 * @returns Less than, equal to or greater than zero.
 */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  if (!isBeyondSurrogates(left) || !isBeyondSurrogates(right)) return left < right ? -1 : 1;
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const [a, b] = [left.charCodeAt(index), right.charCodeAt(index)];
    if (a !== b) return rank(a) - rank(b);
  }
  return left.length - right.length;
}

/** Compares with one text, which is looked at once. */
export function compareTextTo(right: string): (left: string) => number {
  if (isBeyondSurrogates(right)) return (left) => compareText(left, right);
  return (left) => (left === right ? 0 : left < right ? -1 : 1);
}

/** Whether text has units from the first surrogate on: below them, units and code points have the same order. */
export const isBeyondSurrogates = (text: string): boolean => /[\uD800-\uFFFF]/.test(text);

/** Surrogates stand for code points above every other unit. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
