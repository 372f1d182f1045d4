import type { ResolvedDialect } from '../dialect.js';
import type { Ordering } from '../query/query.js';
import type { Field, FieldKind, JsonValue } from '../schema/field.js';
import { traits } from '../schema/kinds.js';
import { exactTime } from '../values/date.js';
import { canonicalDecimal, compareDecimals, decimalString } from '../values/decimal.js';

/** How the values of a field are compared. */
export interface ValueKeys {
  /** The form in which a value is compared: equal values have the same one. null stays null. */
  readonly keyOf: (value: JsonValue) => JsonValue;
  /** Compares two keys that are not null: less than, equal to or greater than zero. */
  readonly compare: (left: JsonValue, right: JsonValue) => number;
}

const asIs = (value: JsonValue): JsonValue => value;
const onText =
  (keyOf: (text: string) => JsonValue) =>
  (value: JsonValue): JsonValue =>
    typeof value === 'string' ? keyOf(value) : value;

/** Text without its letter case. A sigma is the same letter at the end of a word. */
export const foldCase = (text: string): string => text.replaceAll('Σ', 'σ').toLowerCase();

export const exactText: ValueKeys = {
  keyOf: asIs,
  compare: (left, right) => compareText(String(left), String(right)),
};
const plain: ValueKeys = { keyOf: asIs, compare: (left, right) => Number(left) - Number(right) };

/** If letter case matters. JSON has no order. */
const keysByKind: Readonly<Record<FieldKind, ValueKeys>> = {
  string: exactText,
  uuid: exactText,
  enumeration: exactText,
  json: exactText,
  number: plain,
  integer: plain,
  boolean: plain,
  decimal: { keyOf: decimalKey, compare: compareDecimalKeys },
  date: { keyOf: onText((text) => exactTime(text) ?? text), compare: compareDecimalKeys },
};

const caselessText: ValueKeys = { ...exactText, keyOf: onText(foldCase) };

/** How the values of a kind are compared: for equality, in ranges, and in an order. */
export const valueKeys = ({ kind }: Field, { text }: Pick<ResolvedDialect, 'text'>): ValueKeys =>
  text === 'insensitive' && traits[kind].isText ? caselessText : keysByKind[kind];

/**
 * A decimal as the number whose shortest text it is, and as canonical text if there is no such
 * number. So two keys are equal if and only if the decimals are (decision 22), and most are
 * compared as numbers.
 */
function decimalKey(value: JsonValue): JsonValue {
  if (value === null) return null;
  const text = typeof value === 'number' ? decimalString(value) : String(value);
  // A number has the shortest text of every decimal of 15 digits.
  if (text.length <= 15) return Number(text) + 0;
  const canonical = canonicalDecimal(text);
  const number = Number(canonical);
  return decimalString(number) === canonical ? number : canonical;
}

/** Floats decide unless they are equal: rounding to the nearest float keeps the order. */
function compareDecimalKeys(left: JsonValue, right: JsonValue): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return Number(left) - Number(right) || compareDecimals(textOf(left), textOf(right));
}

const textOf = (key: JsonValue): string =>
  typeof key === 'number' ? decimalString(key) : String(key);

/** By code point (decision 21). JavaScript's `<` puts an emoji before U+FFFD. */
export function compareText(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const [a, b] = [left.charCodeAt(index), right.charCodeAt(index)];
    if (a !== b) return codePointRank(a) - codePointRank(b);
  }
  return left.length - right.length;
}

/** Surrogates encode code points above every other UTF-16 unit. */
const codePointRank = (unit: number): number =>
  unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;

/**
 * How a list is ordered by a field: `compare` also accepts null, and returns the order of the rows
 * in the direction of the ordering.
 */
export function sortKeys(
  field: Field,
  direction: Ordering['direction'],
  dialect: Pick<ResolvedDialect, 'text' | 'nullOrder'>,
): ValueKeys {
  const { keyOf, compare } = valueKeys(field, dialect);
  const sign = direction === 'asc' ? 1 : -1;
  const nullSign = { largest: sign, smallest: -sign, last: 1, first: -1 }[dialect.nullOrder];
  return {
    keyOf,
    compare(left, right) {
      if (left === right) return 0;
      if (left === null || right === null) return left === null ? nullSign : -nullSign;
      return sign * compare(left, right);
    },
  };
}
