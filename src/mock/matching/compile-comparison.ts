import { canonicalDecimal, compareDecimals, compareText } from '../../query/compare-values.js';
import type { Comparison } from '../../query/filter-node.js';
import { jsonContains, jsonEquals, jsonExists } from '../../query/match-json.js';
import type { JsonValue } from '../../schema/field.js';
import type { MatchingRules } from '../rows/store.js';
import type { Table } from '../rows/table.js';

/** Whether the row in a slot of a table matches. Valid until the next write. */
export type Predicate = (slot: number) => boolean;

/** Turns one comparison into a predicate on the rows of a table. The operand was checked for the property. */
export function compileComparison(
  { op, field, operand }: Comparison,
  table: Table,
  rules: MatchingRules,
): Predicate {
  const isJson = table.fields[field]?.kind === 'json';
  const opposite = (predicate: Predicate) =>
    rules.nulls === 'sql' && !isJson ? notNullAndNot(predicate, table, field) : not(predicate);
  switch (op) {
    case 'eq':
      return isIn(table, field, [operand]);
    case 'neq':
      return opposite(isIn(table, field, [operand]));
    case 'in':
      return isIn(table, field, itemsOf(operand));
    case 'not_in':
      return itemsOf(operand).length === 0 ? () => true : opposite(isIn(table, field, itemsOf(operand)));
    case 'like':
      return isLike(table, field, String(operand), rules);
    case 'gt':
      return isOrdered(table, field, operand, (order) => order > 0);
    case 'gte':
      return isOrdered(table, field, operand, (order) => order >= 0);
    case 'lt':
      return isOrdered(table, field, operand, (order) => order < 0);
    case 'lte':
      return isOrdered(table, field, operand, (order) => order <= 0);
    case 'contains':
      return hasValue(table, field, (value) => jsonContains(value, operand) === true);
    case 'not_contains':
      return isJson
        ? hasValue(table, field, (value) => jsonContains(value, operand) === false)
        : opposite(isLike(table, field, String(operand), rules)); // decision 12
    case 'exists':
      return hasValue(table, field, (value) => jsonExists(value, String(operand)));
    case 'not_exists':
      return hasValue(table, field, (value) => !jsonExists(value, String(operand)));
  }
}

const itemsOf = (operand: JsonValue): JsonValue[] => (Array.isArray(operand) ? operand : []);

/** The exact opposite, so null matches (decision 17). */
const not =
  (predicate: Predicate): Predicate =>
  (slot) =>
    !predicate(slot);

/** The opposite with `nulls: 'sql'`, which is false for null. */
function notNullAndNot(predicate: Predicate, table: Table, field: string): Predicate {
  const values = table.values(field);
  return (slot) => values[slot] !== null && !predicate(slot);
}

function hasValue(table: Table, field: string, test: (value: JsonValue) => boolean): Predicate {
  const values = table.values(field);
  return (slot) => test(values[slot] ?? null);
}

/** A substring, without a regular expression. False for null (decisions 17 and 20). */
function isLike(table: Table, field: string, operand: string, { like }: MatchingRules): Predicate {
  if (like === 'sensitive')
    return hasValue(table, field, (value) => typeof value === 'string' && value.includes(operand));
  const wanted = operand.toLowerCase();
  return hasValue(table, field, (value) => typeof value === 'string' && value.toLowerCase().includes(wanted));
}

/** Equality with any of the operands. */
function isIn(table: Table, field: string, operands: readonly JsonValue[]): Predicate {
  const kind = table.fields[field]?.kind;
  if (kind === 'json')
    return hasValue(table, field, (value) => operands.some((operand) => jsonEquals(value, operand)));
  const toKey = kind === 'decimal' ? decimalKey : kind === 'date' ? dateKey : (value: JsonValue) => value;
  const keys =
    kind === 'decimal'
      ? table.derive(`decimals ${field}`, () => table.values(field).map(decimalKey))
      : table.values(field);
  const wanted = new Set(operands.map(toKey));
  return (slot) => wanted.has(keys[slot] ?? null);
}

const decimalKey = (value: JsonValue): JsonValue => (value === null ? null : canonicalDecimal(String(value)));

/**
 * Dates are stored as UTC text with milliseconds; an operand is in milliseconds. Between two of them it
 * equals no row.
 */
const dateKey = (operand: JsonValue): JsonValue =>
  typeof operand === 'number' && Number.isInteger(operand) ? new Date(operand).toISOString() : operand;

/**
 * @param test - Called with a number less than, equal to or greater than zero; NaN for null, which
 * has no order.
 */
function isOrdered(
  table: Table,
  field: string,
  operand: JsonValue,
  test: (order: number) => boolean,
): Predicate {
  const kind = table.fields[field]?.kind;
  if (kind !== 'decimal' && kind !== 'number' && kind !== 'integer' && kind !== 'date')
    return hasValue(
      table,
      field,
      (value) => typeof value === 'string' && test(compareText(value, String(operand))),
    );
  const numbers = table.numbers(field);
  const number = Number(operand);
  if (kind !== 'decimal') return (slot) => test((numbers[slot] ?? Number.NaN) - number);
  const values = table.values(field);
  // Floats decide unless they are equal: rounding to the nearest float keeps the order of decimals
  // but for ties.
  return (slot) => {
    const value = numbers[slot] ?? Number.NaN;
    return test(value === number ? compareDecimals(String(values[slot]), String(operand)) : value - number);
  };
}
