import type { ResolvedDialect } from '../dialect.js';
import type { ComparisonNode, FilterNode, RelationFilter } from '../query/filter.js';
import type { Field, JsonValue } from '../schema/field.js';
import { jsonContains, jsonEquals, jsonExists } from './json.js';
import { foldCase, valueKeys } from './values.js';

/** Where a filter finds the values of a row, and its related rows. */
export interface RowSource<Row> {
  /** The value of a field, stored or computed; null if there is none. */
  valueOf(row: Row, name: string, field: Field): JsonValue;
  /** The related rows; of a to-one relation, at most one. */
  related(row: Row, filter: RelationFilter): readonly Row[];
}

/** The members of a dialect that decide which rows match. */
export type MatchDialect = Pick<ResolvedDialect, 'nulls' | 'text' | 'like'>;

type Predicate<Row> = (row: Row) => boolean;

/** `undefined` is unknown, which is neither true nor false: a comparison with null in SQL. */
type Truth = boolean | undefined;

/**
 * Turns a filter into a predicate on rows. This is the only evaluation of filters: the mock applies
 * it to its rows, and the proxy to the rows of a response.
 */
export const matcher = <Row>(
  filter: FilterNode,
  source: RowSource<Row>,
  dialect: MatchDialect,
): Predicate<Row> => createPredicate(filter, source, dialect, true);

/**
 * @param outcome - `true` finds the rows for which the filter is true, `false` those for which it
 * is false. With SQL's nulls there are rows for which it is neither.
 */
function createPredicate<Row>(
  filter: FilterNode,
  source: RowSource<Row>,
  dialect: MatchDialect,
  outcome: boolean,
): Predicate<Row> {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const parts = filter.filters.map((part) => createPredicate(part, source, dialect, outcome));
      return combine(parts, (filter.kind === 'and') === outcome);
    }
    case 'relation': {
      // Never unknown. `every` ignores the rows for which its filter is unknown, as SQL's `not
      // exists (… where not …)` does.
      const decides = createPredicate(filter.filter, source, dialect, filter.op !== 'every');
      const expected = (filter.op === 'some') === outcome;
      return (row) => source.related(row, filter).some((found) => decides(found)) === expected;
    }
    case 'comparison': {
      const { name, field } = filter;
      const test = createTest(filter, dialect);
      return (row) => test(source.valueOf(row, name, field)) === outcome;
    }
  }
}

/** Whether all predicates hold, or any does. Two are called without a loop, which is faster. */
function combine<Row>(parts: readonly Predicate<Row>[], isEvery: boolean): Predicate<Row> {
  const [first, second] = parts;
  if (first && parts.length === 1) return first;
  if (first && second && parts.length === 2)
    return isEvery ? (row) => first(row) && second(row) : (row) => first(row) || second(row);
  return (row) => {
    for (const part of parts) if (part(row) !== isEvery) return !isEvery;
    return isEvery;
  };
}

/** The comparison of a value in a row with the operand, which was checked for the field. */
function createTest(
  comparison: ComparisonNode,
  dialect: MatchDialect,
): (value: JsonValue) => Truth {
  const { op, operand } = comparison;
  // These two test for null. Every other comparison with null is unknown in SQL.
  if (operand === null) return (value) => (value === null) === (op === 'eq');
  const list = (op === 'in' || op === 'not_in') && Array.isArray(operand) ? operand : undefined;
  const isOpposite = op === 'neq' || op.startsWith('not_');
  if (list?.length === 0) return () => isOpposite;
  const hasNull = list?.includes(null) ?? false;
  const holds = createPlainTest(comparison, list, isOpposite, dialect);
  if (dialect.nulls === 'value')
    return (value) => (value === null ? hasNull : holds(value)) !== isOpposite;
  return (value) => {
    if (value === null) return undefined;
    const result = holds(value);
    return hasNull && !result ? undefined : result !== isOpposite;
  };
}

/**
 * Whether a value other than null matches. Of an opposite such as `neq`, it is the test without the
 * negation.
 */
function createPlainTest(
  { op, operand, field }: ComparisonNode,
  list: readonly JsonValue[] | undefined,
  isOpposite: boolean,
  dialect: MatchDialect,
): (value: JsonValue) => boolean {
  if (op === 'exists' || op === 'not_exists') {
    const path = String(operand);
    return (value) => jsonExists(value, path);
  }
  if (field.kind === 'json') {
    if (op === 'eq' || op === 'neq') return (value) => jsonEquals(value, operand);
    // What is undecided holds for neither `contains` nor `not_contains`.
    return (value) => jsonContains(value, operand) ?? isOpposite;
  }
  if (op === 'like' || op === 'contains' || op === 'not_contains') {
    if (dialect.like === 'exact') return (value) => String(value).includes(String(operand));
    const folded = foldCase(String(operand));
    return (value) => foldCase(String(value)).includes(folded);
  }
  const { keyOf, compare } = valueKeys(field, dialect);
  if (list) {
    const keys = new Set(list.map(keyOf));
    return (value) => keys.has(keyOf(value));
  }
  const bound = keyOf(operand);
  switch (op) {
    case 'gt':
      return (value) => compare(keyOf(value), bound) > 0;
    case 'gte':
      return (value) => compare(keyOf(value), bound) >= 0;
    case 'lt':
      return (value) => compare(keyOf(value), bound) < 0;
    case 'lte':
      return (value) => compare(keyOf(value), bound) <= 0;
    default:
      return (value) => keyOf(value) === bound;
  }
}
