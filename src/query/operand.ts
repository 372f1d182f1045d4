import type { Field, FieldKind, JsonValue } from '../schema/field.js';
import { isDate, parseDate } from '../values/date.js';
import { decimalText, isDecimal } from '../values/decimal.js';
import { checkNumber, checkText, copyJson, isoText } from './copy-json.js';
import type { QueryNode } from './query-node.js';

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
export function readOperand(field: Field, part: QueryNode): Operand {
  const { value } = assertDefined(part);
  if (value === null && field.nullable) return { json: null, operand: null };
  const read = value === null ? undefined : readers[field.kind](value, part);
  if (read) return read;
  if (value !== null) throw part.typeError(expected[field.kind]);
  throw part.error(`expected ${expected[field.kind]}, not null: it never is null.`);
}

/** Refuses `undefined`, which would turn a filter into «everything». */
export function assertDefined(part: QueryNode): QueryNode {
  if (part.value !== undefined) return part;
  throw part.error('is undefined, which would match everything. Leave it out, or give a value.');
}

type Reader = (value: unknown, part: QueryNode) => Operand | undefined;

const same = (json: JsonValue): Operand => ({ json, operand: json });

const readText: Reader = (value, part) =>
  typeof value === 'string' ? same(checkText(value, part)) : undefined;

const readNumber: Reader = (value, part) =>
  typeof value === 'number' || typeof value === 'bigint' ? same(checkNumber(value, part)) : undefined;

/** A value of each kind, or `undefined` where it is of another. */
const readers: Record<FieldKind, Reader> = {
  string: readText,
  uuid: readText,
  enumeration: readText,
  number: readNumber,
  integer: readNumber,
  boolean: (value) => (typeof value === 'boolean' ? same(value) : undefined),
  json: (_, part) => same(copyJson(part)),
  decimal: (value, part) => {
    if (typeof value === 'bigint') return same(String(value));
    if (typeof value === 'number') {
      const number = checkNumber(value, part, ' Write it as a string.');
      return { json: number, operand: decimalText(number) };
    }
    return typeof value === 'string' && isDecimal(value) ? same(value) : undefined;
  },
  date: (value, part) => {
    const text = isDate(value) ? isoText(value, part) : value;
    if (typeof text !== 'string') return undefined;
    const instant = parseDate(text);
    return instant === undefined ? undefined : { json: text, operand: instant };
  },
};
