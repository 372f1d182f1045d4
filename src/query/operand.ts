import type { Field, FieldKind, JsonValue } from '../schema/field.js';
import { isDate, isDateObject } from '../values/date.js';
import { isDecimal } from '../values/decimal.js';
import { isWellFormed } from '../values/plain-object.js';
import { MAX_DEPTH, type QueryNode } from './query-node.js';

/** @throws QueryError if the value is not of the kind of the field. */
export function parseOperand(field: Field, node: QueryNode): JsonValue {
  assertDefined(node);
  const { value } = node;
  if (value === null && field.nullable) return null;
  const [parse, expected] = operands[field.kind];
  if (value === null) throw node.typeError(expected, ' This field is not nullable.');
  const parsed = parse(value, node);
  if (parsed === undefined) throw node.typeError(expected);
  return parsed;
}

/** Rejects `undefined`: a filter without the member would match every row. */
export function assertDefined(node: QueryNode): void {
  if (node.value === undefined)
    throw node.error('is undefined, which would match every row. Omit it or pass a value.');
}

/** Returns the value as it is sent, or `undefined` if it is not of the kind. */
type Parse = (value: unknown, node: QueryNode) => JsonValue | undefined;

/** How an operand is parsed, and what is expected. */
type Operand = readonly [parse: Parse, expected: string];

const text: Operand = [parseText, 'a string'];
const numeric: Operand = [parseNumber, 'a number'];

const operands: Record<FieldKind, Operand> = {
  string: text,
  uuid: text,
  enumeration: text,
  number: numeric,
  integer: numeric,
  boolean: [(value) => (typeof value === 'boolean' ? value : undefined), 'true or false'],
  json: [(_, node) => copyJson(node.allowLevels(MAX_DEPTH)), 'a JSON value'],
  decimal: [
    (value, node) => {
      if (typeof value === 'number') return parseNumber(value, node, ' Pass it as a string.');
      if (typeof value === 'bigint') return String(value);
      return isDecimal(value) ? (value as string) : undefined; // which it is then
    },
    "a decimal string such as '100.00', or a number",
  ],
  date: [
    (value, node) => {
      if (isDateObject(value)) return isoText(value, node);
      if (typeof value !== 'string') return undefined;
      if (isDate(value)) return value;
      if (!isDate(`${value}Z`)) return undefined;
      throw node.typeError('a date with a time zone', ' Add `Z` for UTC.');
    },
    'a date such as 2026-01-31 or 2026-01-31T12:00:00Z, or a Date',
  ],
};

/** A `Date` becomes ISO text, and a `bigint` in the range of safe integers a number. */
export function copyJson(node: QueryNode, copyNumber = parseNumber): JsonValue {
  const { value } = node;
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string') return parseText(value, node);
  if (typeof value === 'number' || typeof value === 'bigint') return copyNumber(value, node);
  if (Array.isArray(value)) return node.mapItems('an array', (item) => copyJson(item, copyNumber));
  if (isDateObject(value)) return isoText(value, node);
  return node.copyMembers('a JSON value', (key, member) => {
    parseText(key, member);
    return copyJson(member, copyNumber);
  });
}

/** Rejects an integer that a JSON reader would round (decision 22). */
export function parseNumber(value: unknown, node: QueryNode, hint = ''): number {
  if (typeof value !== 'number' && typeof value !== 'bigint') throw node.typeError('a number');
  const number = Number(value);
  if (typeof value === 'number' && !Number.isFinite(value)) throw node.typeError('a finite number');
  if (Math.abs(number) >= 2 ** 53) throw node.typeError('a safe integer', hint);
  return number + 0; // 0 for -0
}

/**
 * @throws QueryError for other values, and for text with an unpaired surrogate, which a URL cannot
 * encode.
 */
export function parseText(value: unknown, node: QueryNode): string {
  if (typeof value !== 'string') throw node.typeError('a string');
  if (!isWellFormed(value)) throw node.error('contains an unpaired surrogate. Use toWellFormed().');
  node.addText(value);
  return value;
}

/**
 * A `Date` as the service writes it: ISO 8601 in UTC, with milliseconds and a year of four digits.
 */
function isoText(value: Date, node: QueryNode): string {
  const text = value.toJSON(); // null for an invalid date
  if (/^\d{4}-/.test(text)) return text;
  throw node.error('expected a valid Date with a year from 0 to 9999.');
}
