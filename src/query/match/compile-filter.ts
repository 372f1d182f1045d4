import type { ResolvedDialect } from '../../dialect/dialect.js';
import type { JsonValue } from '../../schema/field.js';
import { type FilterNode, isEmptyFilter, type RelationFilter } from '../filter-node.js';
import type { KeyFunction } from './collation.js';
import { type ComparisonTest, compileComparison } from './compile-comparison.js';

/** Whether a row matches. */
export type Predicate<Row> = (row: Row) => boolean;

/** Where a filter finds the values of a row. */
export interface RowReader<Row> {
  /** A predicate that tests the key of a field's value. */
  field(name: string, keyOf: KeyFunction, test: (key: JsonValue) => boolean): Predicate<Row>;
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
      const parts = filter.filters.map((part) => compileFilter(part, reader, dialect, outcome));
      return (filter.kind === 'and') === isHolds ? everyOf(parts) : someOf(parts);
    }
    case 'relation': {
      const holds = isIgnored(filter, dialect) ? () => true : reader.relation(filter);
      return isHolds ? holds : (row) => !holds(row);
    }
    case 'comparison': {
      const test = compileComparison(filter, dialect);
      return reader.field(filter.name, test.keyOf, test[outcome]);
    }
  }
}

/** `some: {}` and `none: {}` of a service that ignores them. `every: {}` matches every row anyway. */
const isIgnored = ({ filter, relation }: RelationFilter, { empty }: ResolvedDialect): boolean =>
  empty.quantifier === 'everything' && relation.cardinality === 'many' && isEmptyFilter(filter);

function everyOf<Row>(predicates: readonly Predicate<Row>[]): Predicate<Row> {
  const [first, second] = predicates;
  if (first && predicates.length === 1) return first;
  if (first && second && predicates.length === 2) return (row) => first(row) && second(row);
  return (row) => {
    for (const predicate of predicates) if (!predicate(row)) return false;
    return true;
  };
}

function someOf<Row>(predicates: readonly Predicate<Row>[]): Predicate<Row> {
  return (row) => {
    for (const predicate of predicates) if (predicate(row)) return true;
    return false;
  };
}
