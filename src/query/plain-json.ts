import { QueryError } from '../errors/query-error.js';
import type { JsonObject, JsonValue } from '../schema/field.js';
import { memberPath } from './path.js';

/** How many objects and arrays a query may nest, the outermost counted (decision 28). */
export const MAX_DEPTH = 32;

/** Adds a member, also one named `__proto__`, which an assignment would turn into the prototype. */
export function setMember<Value>(object: Record<string, Value>, key: string, value: Value): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}

/**
 * Whether a value is an object that a literal or a JSON reader makes, also in another realm; not an instance of some
 * class, nor an object that inherits members, which would be left out without a word.
 */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: object | null = Object.getPrototypeOf(value);
  if (prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf'); // an Object.prototype
}

/** Whether a value is a `Date`, also of another realm; not one in name alone. */
export function isDate(value: unknown): value is Date {
  if (typeof value !== 'object' || value === null || isPlainObject(value)) return false; // most are, and an exception is slow
  try {
    Reflect.apply(Date.prototype.getTime, value, []); // throws without the time that every Date holds
    return true;
  } catch {
    return false;
  }
}

/**
 * The members of a plain object, read once.
 *
 * @throws QueryError where it is not a plain object, has a symbol for a key, or lies deeper than {@link MAX_DEPTH}.
 */
export function membersOf(
  value: unknown,
  path: string,
  depth: number,
  expected: string,
): [string, unknown][] {
  if (!isPlainObject(value)) throw unexpected(value, path, expected);
  assertDepth(value, path, depth);
  if (Object.getOwnPropertySymbols(value).length > 0)
    throw new QueryError(path, 'a symbol cannot be a key of a query.', value);
  return Object.entries(value);
}

/** The items of an array, read once; see {@link membersOf}. */
export function itemsOf(value: unknown, path: string, depth: number, expected: string): unknown[] {
  if (!Array.isArray(value)) throw unexpected(value, path, expected);
  assertDepth(value, path, depth);
  return Array.from(value);
}

function assertDepth(value: unknown, path: string, depth: number): void {
  if (depth <= MAX_DEPTH) return;
  const shown = path.length > 80 ? `${path.slice(0, 80)}…` : path;
  throw new QueryError(
    shown,
    `more than ${MAX_DEPTH} nested objects and arrays, or one that holds itself.`,
    value,
  );
}

const LONG = 10_000_000_000_000_000_000_000_000_000_000_000_000_000n;

/** A value in a few words, for messages. Long text is cut. */
export function describe(value: unknown): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return `${value}`;
  if (typeof value === 'bigint') return value > -LONG && value < LONG ? `${value}n` : 'a very large bigint';
  if (typeof value === 'string')
    return value.length > 40 ? `${JSON.stringify(value.slice(0, 40))}…` : JSON.stringify(value);
  if (Array.isArray(value)) return 'an array';
  if (isDate(value)) return 'a Date';
  return isPlainObject(value)
    ? 'an object'
    : typeof value === 'object'
      ? 'an instance of a class'
      : typeof value === 'undefined'
        ? 'undefined'
        : `a ${typeof value}`;
}

/** The error for a value that is not of the sort that is due. */
export const unexpected = (value: unknown, path: string, expected: string): QueryError =>
  new QueryError(path, `expected ${expected}, not ${describe(value)}.`, value);

/**
 * A number that survives the way: finite, and not an integer that any JSON reader has rounded already (decision 22).
 *
 * @param cure - What to write instead of such an integer, with a space before it, where there is another way.
 * @throws QueryError otherwise.
 */
export function checkNumber(value: number | bigint, path: string, cure = ''): number {
  const number = Number(value);
  const isWhole = typeof value === 'bigint' || Number.isInteger(value);
  if (isWhole && !Number.isSafeInteger(number)) {
    throw new QueryError(
      path,
      `${describe(value)} is beyond the integers that a number holds exactly.${cure}`,
      value,
    );
  }
  if (!Number.isFinite(number))
    throw new QueryError(path, `${value} is not a number that JSON can hold.`, value);
  return Object.is(number, -0) ? 0 : number;
}

/**
 * Text that can be sent.
 *
 * @throws QueryError for half of a surrogate pair, which no encoding of a URL can carry.
 */
export function checkText(value: string, path: string): string {
  if (/\p{Surrogate}/u.test(value))
    throw new QueryError(path, 'holds half of a surrogate pair, which cannot be sent.', value);
  return value;
}

/**
 * A copy of a JSON value: what is checked is what is sent. A `Date` becomes ISO text and a safe `bigint` a number.
 *
 * @throws QueryError for anything that JSON has no word for, by path.
 */
export function copyJson(value: unknown, path: string, depth: number): JsonValue {
  switch (typeof value) {
    case 'string':
      return checkText(value, path);
    case 'number':
    case 'bigint':
      return checkNumber(value, path);
    case 'boolean':
      return value;
  }
  if (value === null) return null;
  if (Array.isArray(value)) {
    return itemsOf(value, path, depth, 'a list').map((item, index) =>
      copyJson(item, memberPath(path, index), depth + 1),
    );
  }
  if (isDate(value)) return isoText(value, path);
  const copy: JsonObject = {};
  for (const [key, member] of membersOf(value, path, depth, 'a JSON value')) {
    const memberAt = memberPath(path, key);
    setMember(copy, checkText(key, memberAt), copyJson(member, memberAt, depth + 1));
  }
  return copy;
}

/**
 * A `Date` as the service writes it: ISO 8601, UTC, milliseconds.
 *
 * @throws QueryError for an invalid date and for a year that four digits can't hold.
 */
export function isoText(value: Date, path: string): string {
  const year = value.getUTCFullYear(); // NaN for an invalid date
  if (year >= 0 && year <= 9999) return value.toISOString();
  throw new QueryError(path, 'is not a valid date of the years 0 to 9999.', value);
}
