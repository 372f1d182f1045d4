/**
 * Compares two decimal texts exactly and by value, whatever their length (decision 22). Reads the text as it stands:
 * nothing is allocated.
 *
 * @returns Less than, equal to or greater than zero.
 * @example
 * compareDecimals('1.0', '1') // => 0
 */
export function compareDecimals(left: string, right: string): number {
  const [leftMinus, rightMinus] = [left.startsWith('-'), right.startsWith('-')];
  if (leftMinus !== rightMinus) {
    if (isZero(left) && isZero(right)) return 0;
    return leftMinus ? -1 : 1;
  }
  const order = compareDigits(left, right, leftMinus ? 1 : 0);
  return leftMinus ? -order : order;
}

const isZero = (text: string): boolean => !/[1-9]/.test(text);

const ZERO = 48;

/** Compares without the sign; `start` is where the digits begin in both. */
function compareDigits(left: string, right: string, start: number): number {
  const leftStart = firstDigit(left, start);
  const rightStart = firstDigit(right, start);
  const leftPoint = pointOf(left);
  const rightPoint = pointOf(right);
  const length = leftPoint - leftStart;
  if (length !== rightPoint - rightStart) return length - (rightPoint - rightStart);
  for (let index = 0; index < length; index++) {
    const order = left.charCodeAt(leftStart + index) - right.charCodeAt(rightStart + index);
    if (order !== 0) return order;
  }
  const fraction = Math.max(left.length - leftPoint, right.length - rightPoint);
  for (let index = 1; index < fraction; index++) {
    const order = digitAt(left, leftPoint + index) - digitAt(right, rightPoint + index);
    if (order !== 0) return order;
  }
  return 0;
}

/** Past the zeros that say nothing. */
function firstDigit(text: string, start: number): number {
  let index = start;
  while (text.charCodeAt(index) === ZERO) index++;
  return index;
}

function pointOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? text.length : point;
}

const digitAt = (text: string, index: number): number =>
  index < text.length ? text.charCodeAt(index) : ZERO;
