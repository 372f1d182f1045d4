import { ConfigurationError, isQueryError } from '../../errors.js';
import { copyJson, parseNumber, parseText } from '../../query/operand.js';
import { QueryNode } from '../../query/query-node.js';
import type { Field, FieldKind, JsonValue } from '../../schema/field.js';
import { expectedValue, fits, isUuid } from '../../schema/kinds.js';
import { isDateObject, parseDate } from '../../values/date.js';
import { isDecimal } from '../../values/decimal.js';
import { describe, isWellFormed } from '../../values/describe.js';
import { isPlainObject, own } from '../../values/plain-object.js';
import { randomUuid, seededRandom, seedOf } from '../random.js';

/** Returns a value of one kind as it is stored; `undefined` for a value of another kind. */
type Parser = (value: unknown, node: QueryNode) => JsonValue | undefined;

type Shape = FieldKind | NonNullable<Field['format']>;

const expected: Partial<Record<Shape, string>> = {
  array: 'an array',
  uuid: 'a UUID such as 3f1c2b4a-5d6e-4f70-8a9b-0c1d2e3f4a5b',
  json: 'a JSON object',
  date: 'a date with a time zone, such as 2026-01-31T12:00:00Z, or a Date',
};

/** How values that are not stored as they are become so. */
const parsers: Partial<Record<Shape, Parser>> = {
  array: (value, node) => (Array.isArray(value) ? copyJson(node) : undefined),
  string: parseText,
  enumeration: parseText,
  number: (value, node) =>
    typeof value === 'number'
      ? parseNumber(value, node, ' Pass a string, and declare the field as decimal().')
      : undefined,
  integer: (value) => (fits.integer(value) ? Number(value) + 0 : undefined), // 0 for -0
  json: (value, node) => (isPlainObject(value) ? copyJson(node) : undefined),
  date: parseStoredDate,
  microseconds: parseStoredDate,
};

/** A date in the stored form. All but 29 February, for which a calendar is needed. */
const STORED_DATE =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}(?:\d{3})?Z$/;

/**
 * A date in UTC with the digits that the caller gives: milliseconds, or microseconds if there are
 * more digits.
 */
function parseStoredDate(value: unknown, node: QueryNode): string | undefined {
  if (isDateObject(value)) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
  const instant = typeof value === 'string' ? parseDate(value) : undefined;
  if (instant === undefined) return undefined;
  const [, digits = ''] = /\.(\d+)/.exec(String(value)) ?? [];
  if (/[1-9]/.test(digits.slice(6)))
    throw node.typeError('at most 6 digits after the second', ' Leave out the others.');
  const text = new Date(Math.floor(instant)).toISOString();
  return digits.length > 3 ? text.replace('Z', `${digits.slice(3, 6).padEnd(3, '0')}Z`) : text;
}

const isText = (value: unknown): boolean => typeof value === 'string' && isWellFormed(value);

/** Whether a value is stored as it is. Shapes that are in neither table: if the value fits. */
const isStoredForm: Partial<Record<Shape, (value: unknown) => boolean>> = {
  string: isText,
  enumeration: isText,
  uuid: isUuid,
  date: (value) => typeof value === 'string' && STORED_DATE.test(value),
};

/** Into the form that is stored: dates in UTC (decisions 23 and 51), JSON as a copy. */
export function parseValue(field: Field, value: unknown, path: string, name: string): JsonValue {
  if (value === null && field.nullable) return null;
  const { kind, format } = field;
  const shape = format ?? kind;
  if (value === null)
    throw new ConfigurationError(
      `${path}.${name}: is not nullable, got null. Leave it out, or declare it as nullable.`,
    );
  const parse = parsers[shape];
  const isStored = isStoredForm[shape] ?? (parse ? undefined : fits[kind]);
  if (isStored?.(value)) return value as JsonValue; // by far the most values
  let parsed: JsonValue | undefined;
  try {
    parsed = parse?.(value, new QueryNode(name, value));
  } catch (error) {
    // The parsers of queries serve rows as well, but a wrong row is not a wrong query.
    throw isQueryError(error) ? new ConfigurationError(`${path}.${error.message}`) : error;
  }
  if (parsed !== undefined) return parsed;
  const hint =
    kind === 'uuid' && typeof value === 'string'
      ? ' For ids of another form, declare the field as string() with extendSchema().'
      : '';
  throw new ConfigurationError(
    `${path}.${name}: expected ${expected[shape] ?? expectedValue[kind]}, got ${describe(value)}.${hint}`,
  );
}

/**
 * The given value of a field, or the value that it has because it follows another one (decision
 * 57).
 */
export function givenValue(
  { follows }: Field,
  name: string,
  row: Record<string, unknown>,
): unknown {
  const given = own(row, name);
  if (given !== undefined || follows === undefined) return given;
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

export const fixedDefaults: Partial<Record<FieldKind, JsonValue>> = {
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
  return fixedDefaults[field.kind] ?? field.values[0] ?? `${name} ${number}`;
}
