import type { JsonValue } from '../schema/field.js';
import { isDateObject } from '../values/date.js';
import type { QueryNode } from './query-node.js';

/**
 * Copies a JSON value. A `Date` becomes ISO text, and a `bigint` in the range of safe integers a number.
 *
 * @throws QueryError for a value that JSON cannot represent.
 */
export function copyJson(node: QueryNode): JsonValue {
  const { value } = node;
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string') return parseText(value, node);
  if (typeof value === 'number' || typeof value === 'bigint') return parseNumber(value, node);
  if (Array.isArray(value)) return node.mapItems('an array', copyJson);
  if (isDateObject(value)) return isoText(value, node);
  return node.copyMembers('a JSON value', (key, member) => {
    parseText(key, member);
    return copyJson(member);
  });
}

/**
 * Returns a finite number, and no integer that a JSON reader would round (decision 22).
 *
 * @param hint - What to write instead of such an integer, with a space before it.
 * @throws QueryError for another number.
 */
export function parseNumber(value: number | bigint, node: QueryNode, hint = ''): number {
  const number = Number(value);
  if (typeof value === 'number' && !Number.isFinite(value)) throw node.typeError('a finite number');
  if (Math.abs(number) >= 2 ** 53) throw node.typeError('a safe integer', hint);
  return number + 0; // 0 for -0
}

/** @throws QueryError for text with an unpaired surrogate, which a URL cannot encode. */
export function parseText(value: string, node: QueryNode): string {
  if (/\p{Surrogate}/u.test(value)) throw node.error('contains an unpaired surrogate. Use toWellFormed().');
  return value;
}

/** A `Date` as the service writes it: ISO 8601 in UTC, with milliseconds and a year of four digits. */
export function isoText(value: Date, node: QueryNode): string {
  const text = value.toJSON(); // null for an invalid date
  if (/^\d{4}-/.test(text)) return text;
  throw node.error('expected a valid Date with a year from 0 to 9999.');
}
