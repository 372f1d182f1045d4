import { ConfigurationError, isQueryError } from '../errors.js';
import { describe } from '../messages/describe.js';
import { copyJson, parseNumber, parseText } from '../query/operand.js';
import { QueryNode } from '../query/query-node.js';
import type { Field, FieldKind, JsonValue } from '../schema/field.js';
import { expectedValue, fits, isUuid } from '../schema/kinds.js';
import { isDateObject, parseDate } from '../values/date.js';
import { isPlainObject, isWellFormed } from '../values/plain-object.js';
import { initialColor } from './payments-fields.js';
import { randomUuid, seededRandom, seedOf } from './random.js';

/** How the values of a kind are stored. */
interface Storage {
  /** Whether a value is stored as it is. */
  readonly fits?: (value: unknown) => boolean;
  /** Returns any other value as it is stored; `undefined` for a value of another kind. */
  readonly parse?: (value: unknown, node: QueryNode) => JsonValue | undefined;
  /** For "expected X, got Y". Default: that of a response. */
  readonly expected?: string;
  /** The value of a new row. */
  readonly initial?: JsonValue;
}

const text: Storage = {
  fits: (value) => typeof value === 'string' && isWellFormed(value),
  parse: parseText,
};

/** Stored as it is, but for the last days of a month, which not every month has. */
const CANONICAL_DATE =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

const date: Storage = {
  fits: (value) => typeof value === 'string' && CANONICAL_DATE.test(value),
  parse: parseStoredDate,
  expected: 'a date such as 2026-01-31 or 2026-01-31T12:00:00Z, or a Date',
};

const storages: Readonly<Record<FieldKind | NonNullable<Field['format']>, Storage>> = {
  string: text,
  enumeration: text,
  uuid: { fits: isUuid, expected: 'a UUID such as 3f1c2b4a-5d6e-4f70-8a9b-0c1d2e3f4a5b' },
  decimal: { fits: fits.decimal, initial: '0.00' },
  boolean: { fits: fits.boolean, initial: false },
  number: { parse: parseStoredNumber, initial: 0 },
  integer: {
    parse: (value) => (fits.integer(value) ? Number(value) + 0 : undefined), // 0 for -0
    initial: 0,
  },
  json: { parse: (_, node) => copyStored(node), initial: {} },
  object: {
    parse: (value, node) => (isPlainObject(value) ? copyStored(node) : undefined),
    expected: 'a JSON object',
    initial: {},
  },
  array: {
    parse: (value, node) => (Array.isArray(value) ? copyStored(node) : undefined),
    expected: 'an array',
    initial: [],
  },
  date,
};

const copyStored = (node: QueryNode): JsonValue => copyJson(node, parseStoredNumber);

/** Also a number that a reader of JSON has rounded, which no filter accepts (decision 69). */
function parseStoredNumber(value: unknown, node: QueryNode): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value + 0; // 0 for -0
  return parseNumber(value, node, ' Pass a string, and declare the field as decimal().');
}

/** A day as it is, and a time in UTC with as many digits as it has (decisions 23 and 51). */
function parseStoredDate(value: unknown): string | undefined {
  if (isDateObject(value)) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
  if (typeof value !== 'string' || parseDate(value) === undefined) return undefined;
  if (!/t/i.test(value)) return value;
  const [fraction = ''] = /\.\d+/.exec(value) ?? [];
  const seconds = new Date(parseDate(value.replace(fraction, '')) ?? 0).toISOString();
  // An offset may lead to a year of more digits, which no service writes.
  return /^\d{4}-/.test(seconds) ? `${seconds.slice(0, 19)}${fraction}Z` : undefined;
}

/** Into the form that is stored: dates in UTC (decisions 23 and 51), JSON as a copy. */
export function parseValue(field: Field, value: unknown, path: string, name: string): JsonValue {
  if (value === null && field.nullable) return null;
  const { kind, format } = field;
  const invalid = (problem: string) => new ConfigurationError(`${path}.${name}: ${problem}`);
  if (value === null)
    throw invalid('is not nullable, got null. Leave it out, or declare it as nullable.');
  const { fits: isValid, parse, expected = expectedValue[kind] } = storages[format ?? kind];
  if (isValid?.(value)) return value as JsonValue; // of a kind that is JSON
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
  throw invalid(`expected ${expected}, got ${describe(value)}.${hint}`);
}

/** Whether a value can be stored in a field. */
export const isStorable = ({ kind, format, nullable }: Field, value: unknown): boolean => {
  const { fits, parse } = storages[format ?? kind];
  if (value === null) return nullable;
  try {
    return fits?.(value) || parse?.(value, new QueryNode('', value)) !== undefined;
  } catch {
    return false;
  }
};

/** The value of a field that a new row leaves out: valid, and the same in each run. */
export function defaultValue(
  { kind, format, nullable, values }: Field,
  resource: string,
  name: string,
  number: number,
  date: number,
): JsonValue {
  if (nullable) return null;
  if (kind === 'uuid') return randomUuid(seededRandom(seedOf(`${resource}.${name} ${number}`)));
  if (kind === 'date') return new Date(date).toISOString();
  const color = kind === 'string' ? initialColor(resource, name) : undefined;
  return storages[format ?? kind].initial ?? values[0] ?? color ?? `${name} ${number}`;
}
