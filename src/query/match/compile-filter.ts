import type { ResolvedDialect } from '../../dialect/dialect.js';
import type { JsonValue } from '../../schema/field.js';
import {
  type Combination,
  type ComparisonNode,
  type FilterNode,
  isEmptyFilter,
  type RelationFilter,
} from '../filter-node.js';
import { type ValueKeys, valueKeys } from './keys.js';
import { jsonContains, jsonEquals, jsonExists } from './match-json.js';
import { asIs, compileLike, type KeyFunction, textRules } from './match-text.js';

/** Whether a row matches. */
export interface Predicate<Row> {
  (row: Row): boolean;
  /** Finds the rows that match, if an index can. */
  readonly find?: () => readonly Row[];
  /** Whether several indexes find them: another index may find fewer. */
  readonly isUnion?: boolean;
}

/** Where a filter finds the values of a row. */
export interface RowReader<Row> {
  /**
   * A predicate that tests the key of a field's value. `among`: the values for which it holds, if
   * it is an equality.
   */
  field(
    name: string,
    keyOf: KeyFunction,
    test: (key: JsonValue) => boolean,
    among?: Among,
  ): Predicate<Row>;
  /** A predicate on the related rows. It is never unknown. */
  relation(filter: RelationFilter): Predicate<Row>;
  /** Each of the rows once, in their order. Absent if there are no indexes. */
  union?(found: readonly (readonly Row[])[]): readonly Row[];
}

/**
 * Turns a filter into a predicate on rows. This is the only evaluation of filters: the mock applies
 * it to its tables, and the proxy to the rows of a response.
 *
 * @param outcome - `holds`: whether the filter is true. `fails`: whether it is false, and not
 * unknown, as for `every` with `nulls.every: 'unknown'`.
 */
export function compileFilter<Row>(
  filter: FilterNode,
  reader: RowReader<Row>,
  dialect: ResolvedDialect,
  outcome: keyof Pick<ComparisonTest, 'holds' | 'fails'> = 'holds',
): Predicate<Row> {
  const isHolds = outcome === 'holds';
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const isEmptyOr = filter.kind === 'or' && filter.filters.length === 0;
      if (isEmptyOr) return () => (dialect.empty.or === 'everything') === isHolds;
      const range = isHolds && filter.kind === 'and' && compileRange(filter, reader, dialect);
      if (range) return range;
      const parts = filter.filters.map((part) => compileFilter(part, reader, dialect, outcome));
      return combine(parts, (filter.kind === 'and') === isHolds, reader);
    }
    case 'relation': {
      const holds = isIgnored(filter, dialect) ? () => true : reader.relation(filter);
      return isHolds ? holds : (row) => !holds(row);
    }
    case 'comparison': {
      const test = compileComparison(filter, dialect);
      return reader.field(filter.name, test.keyOf, test[outcome], isHolds ? test.among : undefined);
    }
  }
}

/**
 * `some: {}` and `none: {}` of a service that ignores them. `every: {}` matches every row anyway.
 */
const isIgnored = ({ filter, relation }: RelationFilter, { empty }: ResolvedDialect): boolean =>
  empty.quantifier === 'everything' && relation.cardinality === 'many' && isEmptyFilter(filter);

/** Two comparisons of a field, such as a range, as one predicate, which reads the value once. */
function compileRange<Row>(
  { filters: [from, to, third] }: Combination,
  reader: RowReader<Row>,
  dialect: ResolvedDialect,
): Predicate<Row> | undefined {
  if (from?.kind !== 'comparison' || to?.kind !== 'comparison' || from.name !== to.name || third)
    return undefined;
  const { keyOf, holds, among } = compileComparison(from, dialect);
  const { holds: alsoHolds, ...other } = compileComparison(to, dialect);
  if (keyOf !== other.keyOf || among || other.among) return undefined; // an index may find the rows
  return reader.field(from.name, keyOf, (key) => holds(key) && alsoHolds(key));
}

/**
 * Whether every predicate matches, or some do. One or two are called without a loop, which is
 * faster.
 */
function combine<Row>(
  parts: readonly Predicate<Row>[],
  isEvery: boolean,
  { union }: RowReader<Row>,
): Predicate<Row> {
  const [first, second, third] = parts;
  if (first && !second) return first;
  const loop: Predicate<Row> = (row) => {
    for (const part of parts) if (part(row) !== isEvery) return !isEvery;
    return isEvery;
  };
  const isPair = first && second && !third;
  if (!isEvery) {
    const some: Predicate<Row> = isPair ? (row) => first(row) || second(row) : loop;
    const finds = parts.flatMap(({ find }) => find ?? []);
    if (!union || finds.length < parts.length) return some;
    return Object.assign(some, { find: () => union(finds.map((find) => find())), isUnion: true });
  }
  const every: Predicate<Row> = isPair ? (row) => first(row) && second(row) : loop;
  const indexed = parts.filter((part) => part.find);
  const { find } = indexed.find((part) => !part.isUnion) ?? indexed[0] ?? {};
  return find ? Object.assign(every, { find: () => find().filter(every) }) : every;
}

type Test = (key: JsonValue) => boolean;

/** A comparison with an operand, as tests of the value of a row. */
interface ComparisonTest {
  readonly keyOf: KeyFunction;
  readonly holds: Test;
  /** Whether it is false. In three-valued logic, it is neither if it compares with null. */
  readonly fails: Test;
  /** What it holds for, if it is an equality. */
  readonly among?: Among | undefined;
}

/** The values of which a row has one. */
interface Among {
  readonly items: readonly JsonValue[];
  readonly keyOf: KeyFunction;
}

/** Turns a comparison into tests. The operand was checked for the field. */
export function compileComparison(
  comparison: ComparisonNode,
  dialect: ResolvedDialect,
): ComparisonTest {
  const { operand, field } = comparison;
  const test =
    field.kind === 'json' ? compileJson(comparison, dialect) : compileScalar(comparison, dialect);
  const { keyOf, holds, among } = test;
  // Only `eq: null` and `neq: null` have a null operand. They test for null, and are never unknown.
  const { isUnknown = isNull } =
    dialect.nulls.every === 'unknown' && operand !== null ? test : { isUnknown: never };
  return { keyOf, holds, fails: (key) => !holds(key) && !isUnknown(key), among };
}

interface PartialTest extends Pick<ComparisonTest, 'keyOf' | 'holds' | 'among'> {
  /** When three-valued logic leaves the comparison open. Default: for null. */
  readonly isUnknown?: Test;
}

const isNull: Test = (key) => key === null;
const never: Test = () => false;

function compileScalar(
  { op, operand, field }: ComparisonNode,
  dialect: ResolvedDialect,
): PartialTest {
  const { nulls, empty } = dialect;
  switch (op) {
    case 'eq':
      return isIn([operand], valueKeys(field, dialect));
    case 'neq': {
      const matchesNull = operand !== null && nulls.neq === 'matched';
      return isNotIn([operand], valueKeys(field, dialect), matchesNull);
    }
    case 'in': {
      const items = itemsOf(operand);
      if (items.length === 0) return always(empty.in === 'everything');
      const isIgnored = nulls.insideIn === 'ignored' && items.includes(null);
      const test = isIn(isIgnored ? withoutNull(items) : items, valueKeys(field, dialect));
      return { ...test, isUnknown: isIgnored ? (key) => !test.holds(key) : isNull };
    }
    case 'not_in': {
      const items = itemsOf(operand);
      if (items.length === 0) return always(empty.notIn !== 'nothing');
      const hasNull = items.includes(null);
      const excludesNull =
        nulls.notIn === 'skipped' || (hasNull && nulls.insideNotIn === 'compared');
      const test = isNotIn(items, valueKeys(field, dialect), !excludesNull);
      if (!hasNull || nulls.insideNotIn !== 'nothing') return test;
      return {
        keyOf: test.keyOf,
        holds: never,
        isUnknown: (key) => key === null || test.holds(key),
      };
    }
    case 'like':
    case 'contains':
      return isLike(String(operand), dialect);
    case 'not_contains': {
      const { keyOf, holds } = isLike(String(operand), dialect);
      return {
        keyOf,
        holds: (key) => (key === null ? nulls.notContains === 'matched' : !holds(key)),
      };
    }
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return isOrdered(op, operand, valueKeys(field, dialect));
    case 'exists':
    case 'not_exists':
      return always(false); // only JSON fields have them
  }
}

function compileJson(
  { op, operand }: ComparisonNode,
  { json, nulls }: ResolvedDialect,
): PartialTest {
  const onValue = (matchesNull: boolean, test: Test): PartialTest => ({
    keyOf: asIs,
    holds: (value) => (value === null ? matchesNull : test(value)),
  });
  switch (op) {
    case 'eq':
      return onValue(operand === null, (value) => jsonEquals(value, operand));
    case 'neq':
      return onValue(
        operand !== null && nulls.jsonNeq === 'matched',
        (value) => !jsonEquals(value, operand),
      );
    case 'contains':
      return onValue(false, (value) => jsonContains(value, operand, json) === true);
    case 'not_contains':
      return onValue(
        nulls.jsonNotContains === 'matched',
        (value) => jsonContains(value, operand, json) === false,
      );
    case 'exists':
      return onValue(false, (value) => jsonExists(value, String(operand), json));
    case 'not_exists':
      return onValue(
        nulls.jsonNotExists === 'matched',
        (value) => !jsonExists(value, String(operand), json),
      );
    default:
      return always(false); // JSON has no order
  }
}

/** The same for every value, and never unknown. */
const always = (holds: boolean): PartialTest => ({
  keyOf: asIs,
  holds: () => holds,
  isUnknown: never,
});

const itemsOf = (operand: JsonValue): JsonValue[] => (Array.isArray(operand) ? operand : []);

const withoutNull = (items: readonly JsonValue[]) => items.filter((item) => item !== null);

function isIn(items: readonly JsonValue[], { ofRow, ofOperand }: ValueKeys): PartialTest {
  const [first = null] = items;
  const only = ofOperand(first);
  let wanted: Set<JsonValue> | undefined; // not needed if an index finds the rows
  const isWanted: Test = (key) => {
    wanted ??= new Set(items.map(ofOperand));
    return wanted.has(key);
  };
  return {
    keyOf: ofRow,
    holds: items.length === 1 ? (key) => key === only : isWanted,
    among: { items, keyOf: ofOperand },
  };
}

function isNotIn(items: readonly JsonValue[], keys: ValueKeys, matchesNull: boolean): PartialTest {
  const { keyOf, holds } = isIn(matchesNull ? withoutNull(items) : [...items, null], keys);
  return { keyOf, holds: (key) => !holds(key) };
}

/** A substring or a pattern; false for null. */
function isLike(operand: string, { text }: ResolvedDialect): PartialTest {
  const { like, likeKeyOf } = textRules(text);
  const matches = compileLike(like(operand), text.wildcards);
  return {
    keyOf: likeKeyOf,
    holds: (key) => typeof key === 'string' && matches(key),
  };
}

type Ordered = 'gt' | 'gte' | 'lt' | 'lte';

/**
 * Tests a key against a number; `other` tests a key of another type. A test that calls another
 * takes twice as long.
 */
const orders: Record<Ordered, (bound: number, other: Test) => Test> = {
  gt: (bound, other) => (key) => (typeof key === 'number' ? key > bound : other(key)),
  gte: (bound, other) => (key) => (typeof key === 'number' ? key >= bound : other(key)),
  lt: (bound, other) => (key) => (typeof key === 'number' ? key < bound : other(key)),
  lte: (bound, other) => (key) => (typeof key === 'number' ? key <= bound : other(key)),
};

/** An ordered comparison; false for null. */
function isOrdered(
  op: Ordered,
  operand: JsonValue,
  { ofRow, ofOperand, compare }: ValueKeys,
): PartialTest {
  const isInOrder = orders[op](0, never);
  const bound = ofOperand(operand);
  const holds: Test = (key) => key !== null && isInOrder(compare(key, bound));
  return { keyOf: ofRow, holds: typeof bound === 'number' ? orders[op](bound, holds) : holds };
}
