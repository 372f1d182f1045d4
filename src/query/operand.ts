import type { Field, FieldKind, JsonValue } from '../schema/field.js';
import { isDate, parseDate } from '../values/date.js';
import { isDecimal } from '../values/decimal.js';
import { didYouMean } from '../values/did-you-mean.js';
import { checkNumber, checkText, copyJson, isoText } from './copy-json.js';
import { MAX_DEPTH, type QueryNode } from './query-node.js';

/** What a property of each kind is compared with, as error messages say it. */
const expected: Record<FieldKind, string> = {
  string: 'a string',
  uuid: 'a string',
  enumeration: 'a string',
  decimal: "decimal text such as '100.00', or a number",
  number: 'a number',
  integer: 'a number',
  boolean: 'true or false',
  date: 'a date such as 2026-01-31 or 2026-01-31T12:00:00Z, or a Date',
  json: 'a JSON value',
};

/**
 * Checks the value that a property is compared with.
 *
 * Text that is not a known value of the property, but near one, gets a warning (decision 15).
 *
 * @returns The value as it is sent.
 * @throws QueryError if the property cannot have such a value.
 */
export function checkOperand(field: Field, node: QueryNode): JsonValue {
  const { value } = assertDefined(node);
  if (value === null) {
    if (field.nullable) return null;
    throw node.error(`expected ${expected[field.kind]}, got null: this property is not nullable.`);
  }
  const checked = checks[field.kind](value, node);
  if (checked === undefined) throw node.typeError(expected[field.kind]);
  if (typeof checked === 'string' && !field.values.includes(checked)) {
    const hint = didYouMean(checked, field.values);
    if (hint) node.warnings.set(checked, `${node.path}: '${checked}' is not a known value.${hint}`);
  }
  return checked;
}

/** Rejects `undefined`: a filter without the member would match every row. */
export function assertDefined(node: QueryNode): QueryNode {
  if (node.value !== undefined) return node;
  throw node.error('is undefined, which would match every row. Omit it or pass a value.');
}

/** Returns the value as it is sent, or `undefined` if it is not of the kind. */
type Check = (value: unknown, node: QueryNode) => JsonValue | undefined;

const checkString: Check = (value, node) => (typeof value === 'string' ? checkText(value, node) : undefined);

const checkNumeric: Check = (value, node) =>
  typeof value === 'number' || typeof value === 'bigint' ? checkNumber(value, node) : undefined;

const checks: Record<FieldKind, Check> = {
  string: checkString,
  uuid: checkString,
  enumeration: checkString,
  number: checkNumeric,
  integer: checkNumeric,
  boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  json: (_, node) => copyJson(node.withLevels(MAX_DEPTH)),
  decimal: (value, node) => {
    if (typeof value === 'number') return checkNumber(value, node, ' Pass it as a string.');
    if (typeof value === 'bigint') return String(value);
    return typeof value === 'string' && isDecimal(value) ? value : undefined;
  },
  date: (value, node) => {
    if (isDate(value)) return isoText(value, node);
    if (typeof value !== 'string') return undefined;
    if (parseDate(value) !== undefined) return value;
    if (parseDate(`${value}Z`) === undefined) return undefined;
    throw node.typeError('a date with a time zone', ' Add `Z` for UTC.');
  },
};
