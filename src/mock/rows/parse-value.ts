import { ConfigurationError, isQueryError } from '../../errors/usage-errors.js';
import { checkNumber, checkText, copyJson } from '../../query/copy-json.js';
import { QueryNode } from '../../query/query-node.js';
import type { Field, FieldKind, JsonValue } from '../../schema/field.js';
import { isDate, parseDate } from '../../values/date.js';
import { isDecimal } from '../../values/decimal.js';
import { describe } from '../../values/describe.js';
import { isPlainObject } from '../../values/plain-object.js';

/** Returns a value of one kind as it is stored; `undefined` for a value of another kind. */
type Parser = (value: unknown, node: QueryNode) => JsonValue | undefined;

const text: Parser = (value, node) => (typeof value === 'string' ? checkText(value, node) : undefined);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A date in the stored form. Only days that every month has, so that no calendar is needed. */
const STORED_DATE =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

const parsers: Record<FieldKind, Parser> = {
  string: text,
  enumeration: text,
  uuid: (value) => (typeof value === 'string' && UUID.test(value) ? value : undefined),
  decimal: (value) => (typeof value === 'string' && isDecimal(value) ? value : undefined),
  number: (value, node) => (typeof value === 'number' ? checkNumber(value, node) : undefined),
  // `+ 0` turns -0 into 0.
  integer: (value) => (typeof value === 'number' && Number.isSafeInteger(value) ? value + 0 : undefined),
  boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  json: (value, node) => (isPlainObject(value) ? copyJson(node) : undefined),
  date: (value) => {
    if (typeof value === 'string' && STORED_DATE.test(value)) return value;
    if (isDate(value)) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
    const instant = typeof value === 'string' ? parseDate(value) : undefined;
    // Rows store milliseconds.
    return Number.isInteger(instant) ? new Date(Number(instant)).toISOString() : undefined;
  },
};

const expected: Record<FieldKind, string> = {
  string: 'a string',
  enumeration: 'a string',
  uuid: 'a UUID such as 3f1c2b4a-5d6e-4f70-8a9b-0c1d2e3f4a5b',
  decimal: "decimal text such as '100.00'",
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  json: 'a JSON object',
  date: 'a date with a time zone, such as 2026-01-31T12:00:00Z, or a Date',
};

/**
 * Parses a value that a caller gives for a property, into the form that is stored: dates in UTC with
 * milliseconds (decision 23), JSON as a copy.
 *
 * @throws ConfigurationError whose message begins with the path of the property,
 * such as `balances[2].balance`.
 */
export function parseValue(field: Field, value: unknown, path: string, name: string): JsonValue {
  if (value === null && field.nullable) return null;
  let parsed: JsonValue | undefined;
  try {
    parsed = parsers[field.kind](value, new QueryNode(name, value));
  } catch (error) {
    // The checks of queries serve rows as well, but a wrong row is not a wrong query.
    throw isQueryError(error) ? new ConfigurationError(`${path}.${error.message}`) : error;
  }
  if (parsed !== undefined) return parsed;
  throw new ConfigurationError(`${path}.${name}: expected ${expected[field.kind]}, got ${describe(value)}.`);
}
