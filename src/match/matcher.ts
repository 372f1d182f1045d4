import type { ResolvedDialect } from '../dialect.js';
import type { ComparisonNode, FilterNode, RelationFilter } from '../query/filter.js';
import type { Field, JsonValue } from '../schema/field.js';
import { jsonContains, jsonEquals, jsonExists } from './json.js';
import { foldCase, type ValueKeys, valueKeys } from './values.js';

/** Where a filter finds the values of a row, and its related rows. */
export interface RowSource<Row> {
  /** The value of a field, stored or computed; null if there is none. */
  valueOf(row: Row, name: string, field: Field): JsonValue;
  /** The related rows; of a to-one relation, at most one. */
  related(row: Row, filter: RelationFilter): readonly Row[];
  /**
   * For a source with many rows: the keys of all rows in a field, by the index with which a row is
   * tested. One function for all fields that are compared alike.
   */
  keys?(name: string, field: Field, keyOf: ValueKeys['keyOf']): readonly JsonValue[];
  /** The same: tests all related rows once, instead of those of each row. */
  join?(
    filter: RelationFilter,
    matches: (source: RowSource<Row>) => Predicate<Row>,
  ): Predicate<Row>;
}

/** The members of a dialect that decide which rows match. */
export type MatchDialect = Pick<ResolvedDialect, 'nulls' | 'text' | 'like'>;

/** A test for `Array.filter`. Without the index, it asks the source for each value. */
export type Predicate<Row> = (row: Row, index?: number) => boolean;

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
      const decisive = (inner: RowSource<Row>) =>
        createPredicate(filter.filter, inner, dialect, filter.op !== 'every');
      const expected = (filter.op === 'some') === outcome;
      const joined = source.join?.(filter, decisive);
      if (joined) return (row, index) => joined(row, index) === expected;
      const decides = decisive(source);
      return (row) => source.related(row, filter).some((found) => decides(found)) === expected;
    }
    case 'comparison': {
      const { name, field } = filter;
      const { keyOf, test } = createTest(filter, dialect);
      const keys = keyOf && source.keys?.(name, field, keyOf);
      return (row, index) => {
        if (keys && index !== undefined) return test(keys[index] ?? null) === outcome;
        const value = source.valueOf(row, name, field);
        return test(keyOf ? keyOf(value) : value) === outcome;
      };
    }
  }
}

/** Whether all predicates hold, or any does. */
function combine<Row>(parts: readonly Predicate<Row>[], isEvery: boolean): Predicate<Row> {
  const [first] = parts;
  if (first && parts.length === 1) return first;
  return (row, index) => {
    for (const part of parts) if (part(row, index) !== isEvery) return !isEvery;
    return isEvery;
  };
}

/** A comparison with an operand, which was checked for the field. */
interface Test {
  /** What is tested of a value in a row. Default: the value. */
  readonly keyOf?: ValueKeys['keyOf'];
  readonly test: (key: JsonValue) => Truth;
}

function createTest(comparison: ComparisonNode, dialect: MatchDialect): Test {
  const { op, operand } = comparison;
  // These two test for null. Every other comparison with null is unknown in SQL.
  if (operand === null) return { test: (value) => (value === null) === (op === 'eq') };
  const list = (op === 'in' || op === 'not_in') && Array.isArray(operand) ? operand : undefined;
  const isOpposite = op === 'neq' || op.startsWith('not_');
  if (list?.length === 0) return { test: () => isOpposite };
  const hasNull = list?.includes(null) ?? false;
  const { holds, ...key } = createPlainTest(comparison, list, isOpposite, dialect);
  if (dialect.nulls === 'value')
    return { ...key, test: (value) => (value === null ? hasNull : holds(value)) !== isOpposite };
  const test = (value: JsonValue) => {
    if (value === null) return undefined;
    const result = holds(value);
    return hasNull && !result ? undefined : result !== isOpposite;
  };
  return { ...key, test };
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
): Pick<Test, 'keyOf'> & { readonly holds: (key: JsonValue) => boolean } {
  if (op === 'exists' || op === 'not_exists')
    return { holds: (value) => jsonExists(value, String(operand)) };
  if (field.kind === 'json')
    return op === 'eq' || op === 'neq'
      ? { holds: (value) => jsonEquals(value, operand) }
      : // What is undecided holds for neither `contains` nor `not_contains`.
        { holds: (value) => jsonContains(value, operand) ?? isOpposite };
  if (op === 'like' || op === 'contains' || op === 'not_contains') {
    const fold = dialect.like === 'exact' ? String : foldCase;
    const text = fold(String(operand));
    return { holds: (value) => fold(String(value)).includes(text) };
  }
  const { keyOf, compare } = valueKeys(field, dialect);
  if (list) {
    const keys = new Set(list.map(keyOf));
    return { keyOf, holds: (key) => keys.has(key) };
  }
  const bound = keyOf(operand);
  switch (op) {
    case 'gt':
      return { keyOf, holds: (key) => compare(key, bound) > 0 };
    case 'gte':
      return { keyOf, holds: (key) => compare(key, bound) >= 0 };
    case 'lt':
      return { keyOf, holds: (key) => compare(key, bound) < 0 };
    case 'lte':
      return { keyOf, holds: (key) => compare(key, bound) <= 0 };
    default:
      op satisfies 'eq' | 'neq' | 'in' | 'not_in'; // a new comparator needs a case
      return { keyOf, holds: (key) => key === bound };
  }
}
