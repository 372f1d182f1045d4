import { QueryError } from '../errors/query-error.js';
import type { Field, FieldKind, JsonValue } from '../schema/field.js';
import { decimalText, isDecimal } from './decimal.js';
import { parseInstant } from './instant.js';
import { checkNumber, checkText, copyJson, isDate, isoText, unexpected } from './plain-json.js';

/** An operand twice: as it is sent, and as it is compared (see `Comparison.operand`). */
export interface Operand {
  readonly json: JsonValue;
  readonly operand: JsonValue;
}

/** The words for what each kind is compared with. */
const expected: Record<FieldKind, string> = {
  string: 'text',
  uuid: 'text',
  enumeration: 'text',
  decimal: "decimal text such as '100.00', or a number",
  number: 'a number',
  integer: 'a number',
  boolean: 'true or false',
  date: 'a date with a time zone, such as 2026-01-31T12:00:00Z, or a Date',
  json: 'a JSON value',
};

/**
 * Reads the value that a property is compared with.
 *
 * @throws QueryError where the property can never have such a value, with the path.
 */
export function readOperand(field: Field, value: unknown, path: string, depth: number): Operand {
  if (value === null && field.nullable) return { json: null, operand: null };
  if (value === undefined) throw undefinedOperand(path);
  const read = value === null ? undefined : readers[field.kind](value, path, depth);
  if (read) return read;
  if (value !== null) throw unexpected(value, path, expected[field.kind]);
  throw new QueryError(path, `expected ${expected[field.kind]}, not null: it never is null.`, value);
}

/** Refuses `undefined`, which would turn a filter into «everything». */
export const undefinedOperand = (path: string) =>
  new QueryError(
    path,
    'is undefined, which would match everything. Leave it out, or give a value.',
    undefined,
  );

type Reader = (value: unknown, path: string, depth: number) => Operand | undefined;

const same = (json: JsonValue): Operand => ({ json, operand: json });

const readText: Reader = (value, path) =>
  typeof value === 'string' ? same(checkText(value, path)) : undefined;

const readNumber: Reader = (value, path) => {
  if (typeof value !== 'number' && typeof value !== 'bigint') return undefined;
  return same(checkNumber(value, path));
};

/** A value of each kind, or `undefined` where it is of another. */
const readers: Record<FieldKind, Reader> = {
  string: readText,
  uuid: readText,
  enumeration: readText,
  number: readNumber,
  integer: readNumber,
  boolean: (value) => (typeof value === 'boolean' ? same(value) : undefined),
  json: (value, path, depth) => same(copyJson(value, path, depth)),
  decimal: (value, path) => {
    if (typeof value === 'bigint') return same(String(value));
    if (typeof value === 'number') {
      const number = checkNumber(value, path, ' Write it as a string.');
      return { json: number, operand: decimalText(number) };
    }
    return typeof value === 'string' && isDecimal(value) ? same(value) : undefined;
  },
  date: (value, path) => {
    const text = isDate(value) ? isoText(value, path) : value;
    if (typeof text !== 'string') return undefined;
    const instant = parseInstant(text);
    return instant === undefined ? undefined : { json: text, operand: instant };
  },
};
