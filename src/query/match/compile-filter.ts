import type { ResolvedDialect } from '../../dialect/dialect.js';
import type { JsonValue } from '../../schema/field.js';
import { type Combination, type FilterNode, isEmptyFilter, type RelationFilter } from '../filter-node.js';
import type { KeyFunction } from './collation.js';
import { type Among, type ComparisonTest, compileComparison } from './compile-comparison.js';

/** Whether a row matches. */
export interface Predicate<Row> {
  (row: Row): boolean;
  /** Finds the rows that match, if an index can. */
  readonly find?: () => readonly Row[];
}

/** Where a filter finds the values of a row. */
export interface RowReader<Row> {
  /** A predicate that tests the key of a field's value. `among`: the values for which it holds, if it is an equality. */
  field(name: string, keyOf: KeyFunction, test: (key: JsonValue) => boolean, among?: Among): Predicate<Row>;
  /** A predicate on the related rows. It is never unknown. */
  relation(filter: RelationFilter): Predicate<Row>;
}

/**
 * Turns a filter into a predicate on rows. This is the only evaluation of filters: the mock applies it to its
 * tables, and the proxy to the rows of a response.
 *
 * @param outcome - `holds`: whether the filter is true. `fails`: whether it is false, and not unknown, as for
 * `every` with `nulls.every: 'unknown'`.
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
      return combine(parts, (filter.kind === 'and') === isHolds);
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

/** `some: {}` and `none: {}` of a service that ignores them. `every: {}` matches every row anyway. */
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

/** Whether every predicate matches, or some do. One or two are called without a loop, which is faster. */
function combine<Row>(parts: readonly Predicate<Row>[], isEvery: boolean): Predicate<Row> {
  const [first, second, third] = parts;
  if (first && !second) return first;
  const loop: Predicate<Row> = (row) => {
    for (const part of parts) if (part(row) !== isEvery) return !isEvery;
    return isEvery;
  };
  if (!isEvery) return first && second && !third ? (row) => first(row) || second(row) : loop;
  const matches: Predicate<Row> = first && second && !third ? (row) => first(row) && second(row) : loop;
  const { find } = parts.find((part) => part.find) ?? {};
  return find ? Object.assign(matches, { find: () => find().filter(matches) }) : matches;
}
