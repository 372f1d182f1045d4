import type { Field, JsonObject, JsonValue } from '../schema/field.js';
import { type Resources, resourceOf } from '../schema/resources.js';
import { parseDate } from '../values/date.js';
import { decimalText } from '../values/decimal.js';
import { isPlainObject, own } from '../values/plain-object.js';
import type { Comparator, Quantifier } from './comparators.js';

/** What a checked `where` means for the rows of one resource, as a tree. */
export type FilterNode = Combination | RelationFilter | Comparison;

/** An empty `and` is true, an empty `or` is false (decision 18). */
export interface Combination {
  readonly op: 'and' | 'or';
  readonly filters: readonly FilterNode[];
}

/**
 * A filter on the rows of a relation. The op of a to-one relation is `some`: a missing row does not match.
 */
export interface RelationFilter {
  readonly op: Quantifier;
  readonly relation: string;
  readonly filter: FilterNode;
}

/**
 * A property compared with an operand. `contains` of text is `like` here; `not_contains` of text is its
 * opposite (decision 12).
 */
export interface Comparison {
  readonly op: Comparator;
  readonly field: string;
  /** See {@link comparableValue}. An array of these for `in` and `not_in`. */
  readonly operand: JsonValue;
}

/**
 * Builds the filter of a `where`.
 *
 * @param where - The result of `checkWhere`.
 */
export function buildFilter(schema: Resources, name: string, where: JsonObject): FilterNode {
  const { fields, relations } = resourceOf(schema, name);
  const filters = Object.entries(where).flatMap(([key, value]): FilterNode[] => {
    if (key === 'AND' || key === 'OR') {
      const combined = value as JsonObject[]; // by the check
      const op = key === 'AND' ? 'and' : 'or';
      return [{ op, filters: combined.map((filter) => buildFilter(schema, name, filter)) }];
    }
    const field = own(fields, key);
    if (field) return buildComparisons(field, key, value);
    const { target = '', cardinality } = own(relations, key) ?? {};
    if (cardinality === 'one')
      return [{ op: 'some', relation: key, filter: buildFilter(schema, target, value as JsonObject) }];
    return Object.entries(value as { [Op in Quantifier]: JsonObject }).map(([op, filter]) => ({
      op: op as Quantifier,
      relation: key,
      filter: buildFilter(schema, target, filter),
    }));
  });
  return filters.length === 1 && filters[0] ? filters[0] : { op: 'and', filters };
}

function buildComparisons(field: Field, name: string, value: JsonValue): Comparison[] {
  return Object.entries(isPlainObject(value) ? value : { eq: value }).map(([comparator, operand]) => ({
    // The comparator was checked above.
    op: comparator === 'contains' && field.kind !== 'json' ? 'like' : (comparator as Comparator),
    field: name,
    operand:
      Array.isArray(operand) && field.kind !== 'json'
        ? operand.map((item) => comparableValue(field, item))
        : comparableValue(field, operand),
  }));
}

/**
 * A checked operand in the form in which it is compared: decimals as text, dates as milliseconds since 1970.
 */
export function comparableValue({ kind }: Field, operand: JsonValue): JsonValue {
  if (kind === 'decimal' && typeof operand === 'number') return decimalText(operand);
  if (kind === 'date' && typeof operand === 'string') return parseDate(operand) ?? null;
  return operand;
}
