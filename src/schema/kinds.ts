import { isDecimal } from '../values/decimal.js';
import { isPlainObject } from '../values/plain-object.js';
import type { Field, FieldKind, JsonValue } from './field.js';

// Each table has an entry for every kind, which the compiler checks. They are separate constants,
// so that a bundle contains only those that it uses.

const equality = ['eq', 'neq'] as const;
const membership = [...equality, 'in', 'not_in'] as const;
const order = [...membership, 'gt', 'lt', 'gte', 'lte'] as const;
// `contains` means `like` on text (decision 12).
const text = [...order, 'like', 'contains', 'not_contains'] as const;

/** The comparators of each kind of field, as in the API specification. */
export const comparators = {
  string: text,
  uuid: text,
  decimal: text,
  number: order,
  integer: order,
  date: order,
  enumeration: membership,
  boolean: equality,
  json: ['eq', 'neq', 'contains', 'not_contains', 'exists', 'not_exists'],
} as const satisfies Record<FieldKind, readonly string[]>;

/**
 * The comparators of a kind.
 *
 * @example
 * Comparator<'boolean'> // => 'eq' | 'neq'
 */
export type Comparator<Kind extends FieldKind = FieldKind> = (typeof comparators)[Kind][number];

export const isComparator = (name: string): boolean =>
  Object.values<readonly string[]>(comparators).flat().includes(name);

/** What the code asks about a kind. What concerns one kind alone is asked where it is needed. */
interface KindTraits {
  /** The type of a value in JSON. */
  readonly type: 'string' | 'number' | 'boolean' | 'any';
  /** Text whose letter case matters only if the dialect says so. */
  readonly isText: boolean;
  /** All services agree on which values are equal, and show every value as it is stored. */
  readonly isId: boolean;
  /** All services have the same order, so that a list can be continued behind a value. */
  readonly isExact: boolean;
  /** An amount or a point in time, between a lower and a higher value. */
  readonly isQuantity: boolean;
}

export const traits: Readonly<Record<FieldKind, KindTraits>> = {
  string: { type: 'string', isText: true, isId: false, isExact: false, isQuantity: false },
  uuid: { type: 'string', isText: false, isId: true, isExact: true, isQuantity: false },
  decimal: { type: 'string', isText: false, isId: false, isExact: true, isQuantity: true },
  number: { type: 'number', isText: false, isId: false, isExact: false, isQuantity: true },
  integer: { type: 'number', isText: false, isId: true, isExact: true, isQuantity: true },
  boolean: { type: 'boolean', isText: false, isId: false, isExact: false, isQuantity: false },
  enumeration: { type: 'string', isText: true, isId: false, isExact: false, isQuantity: false },
  date: { type: 'string', isText: false, isId: false, isExact: false, isQuantity: true },
  json: { type: 'any', isText: false, isId: false, isExact: false, isQuantity: false },
};

const isString = (value: unknown): boolean => typeof value === 'string';

/** Whether a row of a response may contain a value, other than null, in a field of each kind. */
export const fits: Readonly<Record<FieldKind, (value: unknown) => boolean>> = {
  string: isString,
  uuid: isString,
  enumeration: isString, // a new value is valid
  decimal: isDecimal,
  number: (value) => typeof value === 'number',
  integer: Number.isInteger, // a large one was rounded by the reader of JSON (decision 69)
  boolean: (value) => typeof value === 'boolean',
  date: (value) => typeof value === 'string' && isDayOrInstant(value),
  json: (value) => value !== undefined && value !== null,
};

/** Looser than `parseDate`, which filters use: a service may return any number of digits. */
const isDayOrInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d(T(?!24)\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d))?$/i.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text.slice(0, 10)).toJSON().startsWith(text.slice(0, 10)); // `Date` moves 30 February

/** Like `fits`, for a field that may say more than its kind. */
export const fitsField = (
  { kind, format }: Pick<Field, 'kind' | 'format'>,
  value: unknown,
): boolean => {
  if (format === 'object') return isPlainObject(value);
  return format === 'array' ? Array.isArray(value) : fits[kind](value);
};

/** What `fits` accepts, for "expected X, got Y". */
export const expectedValue: Readonly<Record<FieldKind, string>> = {
  string: 'a string',
  uuid: 'a string',
  enumeration: 'a string',
  decimal: "a decimal string such as '100.00'",
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  date: 'an ISO 8601 date, or a date and time with a time zone',
  json: 'a JSON value',
};

/** Like `expectedValue`, for a field that may say more than its kind. */
export const expectedIn = ({ kind, format }: Pick<Field, 'kind' | 'format'>): string =>
  format === 'object' || format === 'array' ? `an ${format}` : expectedValue[kind];

/**
 * Whether a value is a UUID of any version, in upper or lower case. Use it to validate user input:
 * some services reject other ids.
 *
 * @example
 * isUuid('6f1c2f0e-7a53-4c8e-9d59-0f0d8d8f3b11') // => true
 */
export const isUuid = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value);

/** The form in which UUIDs are compared: services write them in small or capital letters. */
export const uuidKey = (value: JsonValue): JsonValue =>
  isUuid(value) ? String(value).toLowerCase() : value;
