import type { JsonObject, JsonValue } from '../schema/field.js';
import { isDate } from '../values/date.js';
import { describe } from '../values/describe.js';
import { setMember } from '../values/plain-object.js';
import type { QueryNode } from './query-node.js';

/**
 * A copy of a JSON value: what is checked is what is sent. A `Date` becomes ISO text and a safe `bigint` a number.
 *
 * @throws QueryError for anything that JSON has no word for, by path.
 */
export function copyJson(part: QueryNode): JsonValue {
  const { value } = part;
  switch (typeof value) {
    case 'string':
      return checkText(value, part);
    case 'number':
    case 'bigint':
      return checkNumber(value, part);
    case 'boolean':
      return value;
  }
  if (value === null) return null;
  if (Array.isArray(value)) return part.items('a list').map(copyJson);
  if (isDate(value)) return isoText(value, part);
  const copy: JsonObject = {};
  for (const [key, member] of part.members('a JSON value'))
    setMember(copy, checkText(key, member), copyJson(member));
  return copy;
}

/**
 * A number that survives the way: finite, and not an integer that any JSON reader has rounded already (decision 22).
 *
 * @param cure - What to write instead of such an integer, with a space before it, where there is another way.
 * @throws QueryError otherwise.
 */
export function checkNumber(value: number | bigint, part: QueryNode, cure = ''): number {
  const number = Number(value);
  const isWhole = typeof value === 'bigint' || Number.isInteger(value);
  if (isWhole && !Number.isSafeInteger(number))
    throw part.error(`${describe(value)} is beyond the integers that a number holds exactly.${cure}`);
  if (!Number.isFinite(number)) throw part.error(`${value} is not a number that JSON can hold.`);
  return Object.is(number, -0) ? 0 : number;
}

/**
 * Text that can be sent.
 *
 * @throws QueryError for half of a surrogate pair, which no encoding of a URL can carry.
 */
export function checkText(value: string, part: QueryNode): string {
  if (/\p{Surrogate}/u.test(value)) throw part.error('holds half of a surrogate pair, which cannot be sent.');
  return value;
}

/**
 * A `Date` as the service writes it: ISO 8601, UTC, milliseconds.
 *
 * @throws QueryError for an invalid date and for a year that four digits can't hold.
 */
export function isoText(value: Date, part: QueryNode): string {
  const year = value.getUTCFullYear(); // NaN for an invalid date
  if (year >= 0 && year <= 9999) return value.toISOString();
  throw part.error('is not a valid date of the years 0 to 9999.');
}
