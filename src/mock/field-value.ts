import { ConfigurationError, isQueryError } from '../errors.js';
import { copyJson, parseNumber, parseText } from '../query/operand.js';
import { QueryNode } from '../query/query-node.js';
import type { Field, FieldKind, JsonValue } from '../schema/field.js';
import { expectedValue, fits, isUuid } from '../schema/kinds.js';
import { isDateObject, parseDate } from '../values/date.js';
import { isDecimal } from '../values/decimal.js';
import { describe, isWellFormed } from '../values/describe.js';
import { isPlainObject, own } from '../values/plain-object.js';
import { randomUuid, seededRandom, seedOf } from './random.js';

type Shape = FieldKind | NonNullable<Field['format']>;

/** How a kind of value is stored. */
interface Storage {
  /** For "expected X, got Y". Default: that of a response. */
  readonly expected?: string;
  /** Whether a value is stored as it is. Default: whether it fits, if there is no `parse`. */
  readonly isStored?: (value: unknown) => boolean;
  /** Returns a value as it is stored; `undefined` for a value of another kind. */
  readonly parse?: (value: unknown, node: QueryNode) => JsonValue | undefined;
}

const text: Storage = {
  isStored: (value) => typeof value === 'string' && isWellFormed(value),
  parse: parseText,
};

const DATE = 'a date with a time zone, such as 2026-01-31T12:00:00Z, or a Date';

/** A date in the stored form. All but 29 February, for which a calendar is needed. */
const STORED_DATE =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}(?:\d{3})?Z$/;

const storages: Partial<Record<Shape, Storage>> = {
  string: text,
  enumeration: text,
  uuid: { expected: 'a UUID such as 3f1c2b4a-5d6e-4f70-8a9b-0c1d2e3f4a5b', isStored: isUuid },
  number: {
    parse: (value, node) =>
      typeof value === 'number'
        ? parseNumber(value, node, ' Pass a string, and declare the field as decimal().')
        : undefined,
  },
  integer: { parse: (value) => (fits.integer(value) ? Number(value) + 0 : undefined) }, // 0 for -0
  json: {
    expected: 'a JSON object',
    parse: (value, node) => (isPlainObject(value) ? copyJson(node) : undefined),
  },
  array: {
    expected: 'an array',
    parse: (value, node) => (Array.isArray(value) ? copyJson(node) : undefined),
  },
  date: {
    expected: DATE,
    isStored: (value) => typeof value === 'string' && STORED_DATE.test(value),
    parse: parseStoredDate,
  },
  microseconds: { expected: DATE, parse: parseStoredDate },
};

/** A date in UTC with milliseconds, or with microseconds if the caller passes more digits. */
function parseStoredDate(value: unknown, node: QueryNode): string | undefined {
  if (isDateObject(value)) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
  const instant = typeof value === 'string' ? parseDate(value) : undefined;
  if (instant === undefined) return undefined;
  const [, digits = ''] = /\.(\d+)/.exec(String(value)) ?? [];
  if (/[1-9]/.test(digits.slice(6)))
    throw node.typeError('at most 6 digits after the second', ' Leave out the others.');
  const stored = new Date(Math.floor(instant)).toISOString();
  return digits.length > 3 ? stored.replace('Z', `${digits.slice(3, 6).padEnd(3, '0')}Z`) : stored;
}

/** Into the form that is stored: dates in UTC (decisions 23 and 51), JSON as a copy. */
export function parseValue(field: Field, value: unknown, path: string, name: string): JsonValue {
  if (value === null && field.nullable) return null;
  const { kind, format } = field;
  if (value === null)
    throw new ConfigurationError(
      `${path}.${name}: is not nullable, got null. Leave it out, or declare it as nullable.`,
    );
  const storage = storages[format ?? kind] ?? {};
  const { parse, isStored = parse ? undefined : fits[kind], expected } = storage;
  if (isStored?.(value)) return value as JsonValue; // by far the most values
  let parsed: JsonValue | undefined;
  try {
    parsed = parse?.(value, new QueryNode(name, value));
  } catch (error) {
    // The parsers of queries serve rows as well, but an invalid row is not an invalid query.
    throw isQueryError(error) ? new ConfigurationError(`${path}.${error.message}`) : error;
  }
  if (parsed !== undefined) return parsed;
  const hint =
    kind === 'uuid' && typeof value === 'string'
      ? ' For ids of another form, declare the field as string() with extendSchema().'
      : '';
  throw new ConfigurationError(
    `${path}.${name}: expected ${expected ?? expectedValue[kind]}, got ${describe(value)}.${hint}`,
  );
}

/** The value of a field in a row, or the value that follows from another field (decision 57). */
export function valueOrFollowing(
  { follows }: Field,
  name: string,
  row: Record<string, unknown>,
): unknown {
  const value = own(row, name);
  if (value !== undefined || follows === undefined) return value;
  const isOpposite = follows.startsWith('-');
  const source = own(row, isOpposite ? follows.slice(1) : follows);
  return typeof source === 'string' && isDecimal(source)
    ? positivePart(source, isOpposite)
    : undefined;
}

/**
 * A decimal or its opposite; zero if that is negative. Text, because numbers are rounded.
 *
 * @example
 * positivePart('-12.50', true) // => '12.50'
 */
export function positivePart(decimal: string, isOpposite = false): string {
  const digits = decimal.replace('-', '');
  return decimal.startsWith('-') === isOpposite
    ? digits
    : digits.replace(/^\d+/, '0').replace(/\d/g, '0');
}

const defaults: Partial<Record<FieldKind, JsonValue>> = {
  decimal: '0.00',
  number: 0,
  integer: 0,
  boolean: false,
  json: {},
};

/** The value of a field that a new row leaves out: valid, and the same in each run. */
export function defaultValue(
  field: Field,
  resource: string,
  name: string,
  number: number,
  date: number,
): JsonValue {
  if (field.nullable) return null;
  if (field.kind === 'uuid')
    return randomUuid(seededRandom(seedOf(`${resource}.${name} ${number}`)));
  if (field.kind === 'date') return new Date(date).toISOString();
  if (field.format === 'array') return [];
  return defaults[field.kind] ?? field.values[0] ?? `${name} ${number}`;
}
