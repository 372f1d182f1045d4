import type { ResolvedDialect } from '../../dialect/dialect.js';
import type { Field, JsonValue } from '../../schema/field.js';
import { isTextKind } from '../../schema/kinds.js';
import { parseDate } from '../../values/date.js';
import { canonicalDecimal, compareDecimals, decimalString } from '../../values/decimal.js';
import type { SortDirection } from '../order-by.js';
import { asIs, compareText, type KeyFunction, textRules } from './match-text.js';

/** How the values of a field are compared. */
export interface ValueKeys {
  /**
   * The key of a value in a row. One function for all fields that are compared alike, so that keys
   * can be cached.
   */
  readonly ofRow: KeyFunction;
  readonly ofOperand: KeyFunction;
  /** Compares two keys that are not null: less than, equal to or greater than zero. */
  readonly compare: (left: JsonValue, right: JsonValue) => number;
}

/** Ignores case. */
const foldCase: KeyFunction = (value) => (typeof value === 'string' ? value.toLowerCase() : value);

const byNumber = (left: JsonValue, right: JsonValue): number => Number(left) - Number(right);
const byText = (left: JsonValue, right: JsonValue): number =>
  compareText(String(left), String(right));

const plain: ValueKeys = { ofRow: asIs, ofOperand: asIs, compare: byNumber };
const text: ValueKeys = { ofRow: asIs, ofOperand: asIs, compare: byText };
const caselessText: ValueKeys = { ofRow: foldCase, ofOperand: foldCase, compare: byText };

/**
 * A decimal as the number whose shortest text it is, and as canonical text if there is no such
 * number. So two keys are equal if and only if the decimals are (decision 22), and most are
 * compared as numbers.
 */
const decimalKey: KeyFunction = (value) => {
  if (value === null) return null;
  const text = typeof value === 'number' ? decimalString(value) : String(value);
  if (text.length <= 15) return Number(text); // a number has the shortest text of every decimal of 15 digits
  const canonical = canonicalDecimal(text);
  const number = Number(canonical);
  return decimalString(number) === canonical ? number : canonical;
};

/**
 * Floats decide unless they are equal: rounding to the nearest float keeps the order but for ties.
 */
const byDecimal = (left: JsonValue, right: JsonValue): number => {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return Number(left) - Number(right) || compareDecimals(textOf(left), textOf(right));
};
const textOf = (key: JsonValue): string =>
  typeof key === 'number' ? decimalString(key) : String(key);

const decimal: ValueKeys = { ofRow: decimalKey, ofOperand: decimalKey, compare: byDecimal };

/**
 * A valid date as a number. Most have the form of the dates in rows, UTC with milliseconds, which
 * is parsed faster.
 */
const instant: KeyFunction = (value) => {
  if (typeof value !== 'string') return value;
  const isShown = value.length === 24 && value[10] === 'T' && value.endsWith('Z');
  return isShown ? Date.parse(value) : (parseDate(value) ?? null);
};

/** Drops what `new Date` drops. */
const millisecond: KeyFunction = (value) => {
  const key = instant(value);
  return typeof key === 'number' ? Math.floor(key) : key;
};

/** A type with microseconds rounds the operand to them, too. */
const roundedInstant: KeyFunction = (value) => {
  const key = instant(value);
  return typeof key === 'number' ? Math.round(key * 1000) / 1000 : key;
};

const dateKeys: { readonly [Dates in ResolvedDialect['dates']]: ValueKeys } = {
  shown: { ofRow: instant, ofOperand: instant, compare: byNumber },
  milliseconds: { ofRow: instant, ofOperand: millisecond, compare: byNumber },
  microseconds: { ofRow: instant, ofOperand: roundedInstant, compare: byNumber },
  text,
};

/**
 * How a kind of field is compared, for equality and by `gt`, `gte`, `lt` and `lte`: equal values
 * have one key.
 */
export function valueKeys(
  { kind }: Field,
  { dates, text: rules, uuids }: ResolvedDialect,
): ValueKeys {
  if (kind === 'decimal') return decimal;
  if (kind === 'date') return dateKeys[dates];
  if (kind === 'uuid') return uuids === 'text' ? text : caselessText;
  if (!isTextKind(kind)) return plain;
  const { keyOf, compare } = textRules(rules);
  return { ofRow: keyOf, ofOperand: keyOf, compare };
}

/**
 * How a field is compared by `orderBy`: `compare` also accepts null, and returns the order of the
 * rows.
 */
export function sortKeys(
  field: Field,
  direction: SortDirection,
  dialect: ResolvedDialect,
): ValueKeys {
  const { compare, ...keys } = valueOrder(field, dialect);
  const nullSign = nullOrder(direction, dialect);
  const sign = direction === 'asc' ? 1 : -1;
  return {
    ...keys,
    compare(left, right) {
      if (left === right) return 0;
      if (left === null || right === null) return left === null ? nullSign : -nullSign;
      return sign * compare(left, right);
    },
  };
}

/** Compares rows by one key after the other, until two differ. */
export const compareBy =
  <Row>(
    columns: readonly (Pick<ValueKeys, 'compare'> & { readonly keyOf: (row: Row) => JsonValue })[],
  ) =>
  (left: Row, right: Row): number => {
    for (const { keyOf, compare } of columns) {
      const result = compare(keyOf(left), keyOf(right));
      if (result !== 0) return result;
    }
    return 0;
  };

/** 1 if null comes after every value, -1 if it comes before (decision 2). */
function nullOrder(direction: SortDirection, { order }: ResolvedDialect): number {
  const sign = direction === 'asc' ? 1 : -1;
  return { largest: sign, smallest: -sign, last: 1, first: -1 }[order.nulls];
}

function valueOrder(field: Field, dialect: ResolvedDialect): ValueKeys {
  const keys = valueKeys(field, dialect);
  if (field.kind !== 'enumeration' || dialect.enumerations.order === 'text') return keys;
  const ranks = new Map(field.values.map((value, index) => [keys.ofRow(value), index]));
  const rank = (key: JsonValue) => ranks.get(key) ?? -1;
  return {
    ...keys,
    compare: (left, right) => rank(left) - rank(right) || keys.compare(left, right),
  };
}
