import type { ResolvedDialect } from '../dialect/dialect.js';
import { QueryError } from '../errors/usage-errors.js';
import { allOf, type Combination, type FilterNode, type RelationFilter } from '../query/filter-node.js';
import type { Resources } from '../schema/resources.js';
import { memberPath } from '../values/member-path.js';

/** Which rows of a resource match: all, none, or those that match a filter. */
export type RowFilter = boolean | FilterNode;

/** The service as the policies see it. */
export interface ServiceModel {
  readonly serviceSchema: Resources;
  readonly dialect: ResolvedDialect;
}

/** The service, and what a session may see of it. */
export interface RestrictOptions extends ServiceModel {
  /** Which rows of a resource a session may see. */
  readonly visibilityOf: (resource: string) => RowFilter;
}

/**
 * Restricts a filter, so that hidden related rows cannot influence its result: the visibility of a
 * resource is added wherever the filter looks at its rows. The rows of the resource itself are not
 * restricted; see {@link both}.
 *
 * @param path - Where the filter is in the query, for messages.
 * @throws QueryError for `every` on a resource of which only some rows are visible: the query language has no
 * negation, so that "every visible row matches" cannot be expressed.
 */
export function restrictFilter(options: RestrictOptions, filter: FilterNode, path: string): RowFilter {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return restrictCombination(options, filter, path);
    case 'relation':
      return restrictRelation(options, filter, memberPath(path, filter.name));
    case 'comparison':
      return filter;
  }
}

/** The rows that match both. */
export function both(one: RowFilter, other: RowFilter): RowFilter {
  if (one === false || other === false) return false;
  if (one === true) return other;
  return other === true ? one : { kind: 'and', filters: [one, other] };
}

/** A filter that every row matches. */
const ANY: FilterNode = { kind: 'and', filters: [] };

function restrictCombination(
  options: RestrictOptions,
  { kind, filters }: Combination,
  path: string,
): RowFilter {
  if (kind === 'or' && filters.length === 0) return options.dialect.empty.or === 'everything';
  const decisive = kind === 'or'; // one such part decides about all
  const restricted = filters.map((part) => restrictFilter(options, part, path));
  if (restricted.includes(decisive)) return decisive;
  const rest = restricted.filter((part) => typeof part === 'object');
  if (rest.length === 0) return !decisive;
  return kind === 'and' ? allOf(rest) : { kind, filters: rest };
}

function restrictRelation(options: RestrictOptions, filter: RelationFilter, path: string): RowFilter {
  const { op, relation } = filter;
  const isMany = relation.cardinality === 'many';
  const at = isMany ? memberPath(path, op) : path;
  const visibility = options.visibilityOf(relation.target);
  const restricted = restrictFilter(options, filter.filter, at);
  if (op === 'every') {
    if (restricted === true || visibility === false) return true;
    if (visibility !== true)
      throw new QueryError(
        at,
        `is not available, because only some of the ${relation.target} are visible. Use \`none\` with the opposite filter.`,
      );
    return restricted === false ? { ...filter, op: 'none', filter: ANY } : { ...filter, filter: restricted };
  }
  const matching = both(visibility, restricted);
  if (matching === false) return op === 'none';
  return { ...filter, filter: matching === true ? ANY : matching };
}
