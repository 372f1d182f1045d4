import type { Field, FieldKind, JsonValue } from '../schema/field.js';
import { parseDate } from '../values/date.js';
import { own } from '../values/plain-object.js';
import { canonicalDecimal, compareDecimals, compareText } from './compare-values.js';
import type { Comparison, FilterNode } from './filter-node.js';
import { jsonContains, jsonEquals, jsonExists } from './match-json.js';

/**
 * Whether a row of a response matches a filter.
 *
 * @param fields - The fields of the resource.
 * @returns `undefined` if that depends on related rows, which a row does not show.
 * @example
 * matchRow({ op: 'gt', field: 'balance', operand: '5' }, { balance: '5.10' }, fields) // => true
 */
export function matchRow(
  filter: FilterNode,
  row: { readonly [name: string]: unknown },
  fields: { readonly [name: string]: Field },
): boolean | undefined {
  if ('relation' in filter) return undefined;
  if (!('filters' in filter)) {
    const kind = own(fields, filter.field)?.kind ?? 'json';
    return matchValue(filter, kind, (own(row, filter.field) ?? null) as JsonValue); // from JSON
  }
  const decisive = filter.op === 'or';
  let result: boolean | undefined = !decisive;
  for (const part of filter.filters) {
    const matches = matchRow(part, row, fields);
    if (matches === decisive) return decisive;
    if (matches === undefined) result = undefined;
  }
  return result;
}

/** The fields that a filter compares, on the row itself and not on related rows. */
export function comparedFields(filter: FilterNode): string[] {
  if ('relation' in filter) return [];
  return 'filters' in filter ? filter.filters.flatMap(comparedFields) : [filter.field];
}

function matchValue({ op, operand }: Comparison, kind: FieldKind, value: JsonValue): boolean {
  const operands = Array.isArray(operand) ? operand : [];
  switch (op) {
    case 'eq':
      return isEqual(kind, value, operand);
    case 'neq':
      return !isEqual(kind, value, operand);
    case 'in':
      return operands.some((item) => isEqual(kind, value, item));
    case 'not_in':
      return !operands.some((item) => isEqual(kind, value, item));
    case 'like':
      return typeof value === 'string' && value.includes(String(operand));
    case 'gt':
      return compare(kind, value, operand) > 0;
    case 'gte':
      return compare(kind, value, operand) >= 0;
    case 'lt':
      return compare(kind, value, operand) < 0;
    case 'lte':
      return compare(kind, value, operand) <= 0;
    case 'contains':
      return jsonContains(value, operand) === true;
    case 'not_contains':
      return kind === 'json'
        ? jsonContains(value, operand) === false
        : !(typeof value === 'string' && value.includes(String(operand)));
    case 'exists':
      return jsonExists(value, String(operand));
    case 'not_exists':
      return !jsonExists(value, String(operand));
  }
}

function isEqual(kind: FieldKind, value: JsonValue, operand: JsonValue): boolean {
  if (value === null || operand === null) return value === operand;
  if (kind === 'decimal') return canonicalDecimal(String(value)) === canonicalDecimal(String(operand));
  if (kind === 'date') return parseDate(String(value)) === operand;
  return jsonEquals(value, operand);
}

/** Less than, equal to or greater than zero; NaN for null, which has no order. */
function compare(kind: FieldKind, value: JsonValue, operand: JsonValue): number {
  if (value === null) return Number.NaN;
  if (kind === 'decimal') return compareDecimals(String(value), String(operand));
  if (kind === 'date') return (parseDate(String(value)) ?? Number.NaN) - Number(operand);
  if (kind === 'number' || kind === 'integer') return Number(value) - Number(operand);
  return compareText(String(value), String(operand));
}
