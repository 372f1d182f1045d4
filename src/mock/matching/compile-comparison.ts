import type { Comparison } from '../../query/filter-node.js';
import type { FieldKind, JsonValue } from '../../schema/field.js';
import type { Table } from '../rows/table.js';
import { compareDecimals } from './compare-decimals.js';
import { compareTextTo } from './compare-text.js';
import { jsonContains, jsonExists } from './json-contains.js';
import { jsonEquals } from './json-equals.js';

/** Whether the row in a slot of one table matches. Good until the next write. */
export type Predicate = (slot: number) => boolean;

/** Makes a predicate over the slots of a table from one comparison. Operands are of their kind: they are checked. */
export function compileComparison({ op, field, operand }: Comparison, table: Table): Predicate {
  switch (op) {
    case 'eq':
      return isIn(table, field, [operand]);
    case 'neq':
      return not(isIn(table, field, [operand]));
    case 'in':
      return isIn(table, field, itemsOf(operand));
    case 'not_in':
      return not(isIn(table, field, itemsOf(operand)));
    case 'like':
      return isLike(table, field, String(operand));
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return isOrdered(table, field, op, operand);
    case 'contains':
      return asksJson(table, field, (value) => jsonContains(value, operand) === true);
    case 'not_contains':
      return asksJson(table, field, (value) => jsonContains(value, operand) === false);
    case 'exists':
      return asksJson(table, field, (value) => jsonExists(value, String(operand)));
    case 'not_exists':
      return asksJson(table, field, (value) => !jsonExists(value, String(operand)));
  }
}

/** The operand of `in` and `not_in`, which is a list. */
const itemsOf = (operand: JsonValue): JsonValue[] => (Array.isArray(operand) ? operand : []);

/** The exact opposite, so that null, which equals nothing, differs from everything (decision 17). */
const not =
  (predicate: Predicate): Predicate =>
  (slot) =>
    !predicate(slot);

const asksJson = (table: Table, field: string, holds: (value: JsonValue) => boolean): Predicate => {
  const values = table.values(field);
  return (slot) => holds(values[slot] ?? null);
};

/** A substring, without a regular expression; null holds no text (decisions 17 and 20). */
function isLike(table: Table, field: string, operand: string): Predicate {
  const values = table.values(field);
  return (slot) => {
    const value = values[slot];
    return typeof value === 'string' && value.includes(operand);
  };
}

const kindOf = (table: Table, field: string): FieldKind | undefined => table.fields[field]?.kind;

/** Kinds that are compared as floats. Decimals are too, and by their text where the floats are equal. */
const isNumeric = (kind: FieldKind | undefined): boolean =>
  kind === 'decimal' || kind === 'number' || kind === 'integer' || kind === 'date';

/** Equality with any of some operands. */
function isIn(table: Table, field: string, operands: readonly JsonValue[]): Predicate {
  const kind = kindOf(table, field);
  const values = table.values(field);
  if (kind === 'json') return (slot) => operands.some((operand) => jsonEquals(values[slot] ?? null, operand));
  const [first = null] = operands;
  if (!isNumeric(kind)) {
    if (operands.length === 1) return (slot) => values[slot] === first;
    const set = new Set(operands);
    return (slot) => set.has(values[slot] ?? null);
  }
  const given = operands.filter((operand) => operand !== null);
  const holds =
    kind === 'decimal' ? isDecimalIn(table, field, given.map(String)) : isNumberIn(table, field, given);
  return given.length < operands.length ? (slot) => values[slot] === null || holds(slot) : holds;
}

function isNumberIn(table: Table, field: string, operands: readonly JsonValue[]): Predicate {
  const numbers = table.numbers(field);
  const [first] = operands;
  if (operands.length === 1) return (slot) => numbers[slot] === first;
  const set = new Set<JsonValue | undefined>(operands);
  return (slot) => set.has(numbers[slot]); // NaN stands for null, and is no operand
}

function isDecimalIn(table: Table, field: string, operands: readonly string[]): Predicate {
  const numbers = table.numbers(field);
  const values = table.values(field);
  const byNumber = new Map<number | undefined, string[]>();
  for (const operand of operands)
    byNumber.set(Number(operand), [...(byNumber.get(Number(operand)) ?? []), operand]);
  return (slot) => {
    const near = byNumber.get(numbers[slot]);
    return near?.some((operand) => compareDecimals(String(values[slot]), operand) === 0) ?? false;
  };
}

type OrderedOp = 'gt' | 'gte' | 'lt' | 'lte';

/** Whether an order, as a comparison gives it, is the one that is asked for. NaN, which stands for null, never is. */
const orders: Record<OrderedOp, (order: number) => boolean> = {
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

/** The same of numbers: written out, because a call for each row would cost as much as the comparison itself. */
const numeric: Record<OrderedOp, (numbers: readonly number[], operand: number) => Predicate> = {
  gt: (numbers, operand) => (slot) => (numbers[slot] ?? Number.NaN) > operand,
  gte: (numbers, operand) => (slot) => (numbers[slot] ?? Number.NaN) >= operand,
  lt: (numbers, operand) => (slot) => (numbers[slot] ?? Number.NaN) < operand,
  lte: (numbers, operand) => (slot) => (numbers[slot] ?? Number.NaN) <= operand,
};

function isOrdered(table: Table, field: string, op: OrderedOp, operand: JsonValue): Predicate {
  const holds = orders[op];
  const values = table.values(field);
  if (!isNumeric(kindOf(table, field))) {
    const compare = compareTextTo(String(operand));
    return (slot) => {
      const value = values[slot];
      return typeof value === 'string' && holds(compare(value));
    };
  }
  const numbers = table.numbers(field);
  const number = Number(operand);
  if (kindOf(table, field) !== 'decimal') return numeric[op](numbers, number);
  const text = String(operand);
  return (slot) => {
    const value = numbers[slot] ?? Number.NaN;
    return holds(value === number ? compareDecimals(String(values[slot]), text) : value - number);
  };
}
