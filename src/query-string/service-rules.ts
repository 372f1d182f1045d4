import type { ResolvedDialect } from '../dialect/dialect.js';
import { comparatorChanges } from '../dialect/setting-values.js';
import { type ComparisonNode, isEmptyFilter } from '../query/filter-node.js';
import { parseJsonPath } from '../query/match/match-json.js';
import type { QueryNode, QueryRules } from '../query/query-node.js';
import type { JsonValue } from '../schema/field.js';
import { type Comparator, comparators, isUuid } from '../schema/kinds.js';
import { didYouMean } from '../values/did-you-mean.js';

/** The rules by which a service with a dialect checks a query. */
export function serviceRules(dialect: ResolvedDialect): QueryRules {
  return {
    ignores: (place) => dialect.unknown[place] === 'ignored',
    comparatorsOf(resource, name, { kind }) {
      const changes = comparatorChanges(dialect.comparators, resource, name, kind);
      const names = new Set<string>(comparators[kind]);
      for (const [comparator, has] of Object.entries(changes))
        if (has) names.add(comparator);
        else names.delete(comparator);
      return [...names] as Comparator[]; // the names of a dialect were checked
    },
    check(filter, node) {
      switch (filter.kind) {
        case 'and':
        case 'or':
          if (filter.filters.length === 0 && dialect.empty.or === 'rejected')
            throw node.typeError('at least one filter');
          break;
        case 'relation':
          if (
            isEmptyFilter(filter.filter) &&
            filter.op !== 'every' &&
            dialect.empty.quantifier === 'rejected'
          )
            throw node.typeError('a filter with comparisons');
          break;
        case 'comparison':
          assertComparison(filter, node, dialect);
      }
    },
  };
}

function assertComparison(
  { op, field, operand }: ComparisonNode,
  node: QueryNode,
  { computed, empty, enumerations, json, nulls, uuids }: ResolvedDialect,
): void {
  if (field.computed && computed.where === 'rejected')
    throw node.error('is computed and cannot be filtered.');
  const inside = op === 'in' ? nulls.insideIn : op === 'not_in' ? nulls.insideNotIn : undefined;
  if (inside === 'rejected' && Array.isArray(operand) && operand.includes(null))
    throw node.typeError('an array without null', ' Test for null with `eq` or `neq`.');
  const rule = op === 'in' ? empty.in : op === 'not_in' ? empty.notIn : undefined;
  if (rule === 'rejected' && Array.isArray(operand) && operand.length === 0)
    throw node.typeError('at least one value');
  if (op === 'exists' || op === 'not_exists') assertPath(String(operand), node, json);
  if (field.kind === 'enumeration' && enumerations.values === 'closed')
    for (const value of valuesOf(operand))
      if (!field.values.includes(value))
        throw node.error(
          `'${value}' is not a value of the enumeration.${didYouMean(value, field.values) || ` Use ${field.values.join(', ')}.`}`,
        );
  if (field.kind === 'uuid' && uuids === 'uuid' && !/like|contains/.test(op))
    for (const value of valuesOf(operand)) if (!isUuid(value)) throw node.typeError('a UUID');
}

/** The operand, or the items of an array, without null. */
const valuesOf = (operand: JsonValue): string[] =>
  [operand].flat().flatMap((value) => (value === null ? [] : [String(value)]));

/**
 * Rejects paths of another syntax: read as keys they would be missing in every row, so that
 * `not_exists` would match all of them (decision 26).
 */
function assertPath(path: string, node: QueryNode, { paths }: ResolvedDialect['json']): void {
  if (paths === 'literal') return; // every text is a key
  const isJsonPath = paths === 'jsonpath' && path.startsWith('$');
  if (isJsonPath ? parseJsonPath(path) : !/^[$/]|\[/.test(path)) return;
  throw node.typeError(
    isJsonPath ? 'a JSONPath of members and indexes' : "a key or a dotted path such as 'a.b'",
    isJsonPath ? '' : ' Other paths are not specified.',
  );
}
