import type { ResolvedDialect } from '../dialect.js';
import type { ComparisonNode, FilterNode, RelationFilter } from '../query/filter.js';
import type { Field, JsonValue } from '../schema/field.js';
import { jsonContains, jsonEquals, jsonExists } from './json.js';
import { exactText, foldCase, type ValueKeys, valueKeys } from './values.js';

/** Where a filter finds the values of rows, and their related rows. */
export interface RowSource<Row> {
  /**
   * Returns a function that reads a field of a row: its value, stored or computed, in the form in
   * which it is compared. null if there is none.
   */
  reader(name: string, field: Field, keyOf: ValueKeys['keyOf']): (row: Row) => JsonValue;
  /** Returns a test for rows with at least one related row that matches. */
  some(
    filter: RelationFilter,
    matcher: <Related>(source: RowSource<Related>) => Matcher<Related>,
  ): Matcher<Row>;
}

/** The members of a dialect that decide which rows match. */
export type MatchDialect = Pick<ResolvedDialect, 'nulls' | 'text' | 'like'>;

/** Whether a row matches. */
export type Matcher<Row> = (row: Row) => boolean;

/**
 * Turns a filter into a test of a row. This is the only evaluation of filters: the mock applies it
 * to its rows, and the proxy to the rows of a response.
 */
export const matcher = <Row>(
  filter: FilterNode,
  source: RowSource<Row>,
  dialect: MatchDialect,
): Matcher<Row> => createMatcher(filter, source, dialect, true);

/**
 * @param outcome - `true` tests whether the filter is true for a row, `false` whether it is false.
 * With SQL's nulls there are rows for which it is neither.
 */
function createMatcher<Row>(
  filter: FilterNode,
  source: RowSource<Row>,
  dialect: MatchDialect,
  outcome: boolean,
): Matcher<Row> {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const parts = filter.filters.map((part) => createMatcher(part, source, dialect, outcome));
      const needsAll = (filter.kind === 'and') === outcome;
      // Not `every` and `some`, which take longer for each row.
      return (row) => {
        for (const matches of parts) if (matches(row) !== needsAll) return !needsAll;
        return needsAll;
      };
    }
    case 'relation': {
      // Never unknown. `every` ignores the rows for which its filter is unknown, as SQL's `not
      // exists (… where not …)` does.
      const isDecided = source.some(filter, (related) =>
        createMatcher(filter.filter, related, dialect, filter.op !== 'every'),
      );
      const expected = (filter.op === 'some') === outcome;
      return (row) => isDecided(row) === expected;
    }
    case 'comparison':
      return createComparison(filter, source, dialect, outcome);
  }
}

function createComparison<Row>(
  comparison: ComparisonNode,
  source: RowSource<Row>,
  dialect: MatchDialect,
  outcome: boolean,
): Matcher<Row> {
  const { op, name, field, operand } = comparison;
  const isOpposite = op === 'neq' || op.startsWith('not_');
  const list = (op === 'in' || op === 'not_in') && Array.isArray(operand) ? operand : undefined;
  const hasNull = list ? list.includes(null) : operand === null;
  // `eq: null` tests for null. In SQL, every other comparison with null is neither true nor false.
  const isSql = dialect.nulls === 'sql' && operand !== null && list?.length !== 0;
  const matchesNull = !isSql && (hasNull !== isOpposite) === outcome;
  const matchesFound = isOpposite !== outcome;
  const matchesOthers = !(isSql && hasNull) && isOpposite === outcome;
  const { keyOf, holds } = createTest(comparison, list, isOpposite, dialect);
  const read = source.reader(name, field, keyOf);
  return (row) => {
    const key = read(row);
    return key === null ? matchesNull : holds(key) ? matchesFound : matchesOthers;
  };
}

interface Test extends Pick<ValueKeys, 'keyOf'> {
  /** Tests a key that is not null. For an opposite such as `neq`, without the negation. */
  readonly holds: (key: JsonValue) => boolean;
}

/** How a comparison tests a value, whose operand was checked for the field. */
function createTest(
  { op, operand, field }: ComparisonNode,
  list: readonly JsonValue[] | undefined,
  isOpposite: boolean,
  dialect: MatchDialect,
): Test {
  const onValue = (holds: Test['holds']): Test => ({ keyOf: exactText.keyOf, holds });
  if (op === 'exists' || op === 'not_exists')
    return onValue((value) => jsonExists(value, String(operand)));
  if (operand === null) return onValue(() => false); // tests for null alone
  if (field.kind === 'json')
    return op === 'eq' || op === 'neq'
      ? onValue((value) => jsonEquals(value, operand))
      : // What is undecided holds for neither `contains` nor `not_contains`.
        onValue((value) => jsonContains(value, operand) ?? isOpposite);
  if (op === 'like' || op === 'contains' || op === 'not_contains') {
    const fold = dialect.like === 'exact' ? String : foldCase;
    const text = fold(String(operand));
    return onValue((value) => fold(String(value)).includes(text));
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
