import type { ResolvedDialect } from '../dialect/dialect.js';
import { resolveDialect } from '../dialect/resolve-dialect.js';
import { QueryError } from '../errors/usage-errors.js';
import type { FilterNode } from '../query/filter-node.js';
import type { SelectionNode } from '../query/include.js';
import type { ParsedListQuery } from '../query/list-query.js';
import { nullOrder } from '../query/match/keys.js';
import { type Ordering, parseCursor } from '../query/order-by.js';
import { QueryNode } from '../query/query-node.js';
import { parseWhere } from '../query/where.js';
import { parseGetSearch, parseListSearch } from '../query-string/parse-search.js';
import { findResource, type Resources, resourceOf } from '../schema/resources.js';
import { nodesOf } from './filter-nodes.js';
import { ProxyError } from './proxy-error.js';
import { strictRules } from './row-policies.js';

/** What a browser page asks for, checked on its schema. */
export interface BrowserRequest {
  readonly resource: string;
  /** Of a single row; `undefined` for a list. */
  readonly id: string | undefined;
  readonly selection: SelectionNode;
  /** All of them must match; `after` and `before` are among them. */
  readonly filters: readonly FilterNode[];
  readonly order: readonly Ordering[];
  readonly take: number | undefined;
  readonly skip: number | undefined;
  /** Whether it has more than an include: a service may reject one of its values. */
  readonly hasValues: boolean;
  /** The resources whose rows it reads. */
  readonly reached: ReadonlySet<string>;
  /** How many relations it nests. */
  readonly depth: number;
}

/**
 * Parses the request of a browser page. The path is read from its first `/v1/` on.
 *
 * @throws ProxyError for another method than GET and for an unknown path.
 * @throws QueryError for a query that the schema of the browser page does not allow.
 */
export function parseBrowserRequest(
  request: Request,
  schema: Resources,
  dialect: ResolvedDialect,
): BrowserRequest {
  if (request.method !== 'GET')
    throw new ProxyError(405, `${request.method} is not allowed. Use GET.`, { Allow: 'GET' });
  const { pathname, search } = new URL(request.url);
  const found = findResource(schema, pathname.slice(Math.max(pathname.indexOf('/v1/'), 0)));
  if (!found) throw new ProxyError(404, 'There is nothing at this path.');
  const { name: resource, operation } = found;
  const parse = operation === 'list' ? parseListSearch : parseGetSearch;
  const { selection, filter, order, take, skip, after, before } = parse({
    search,
    schema,
    name: resource,
    dialect: { ...dialect, ...browserFormat },
    rules: strictRules(dialect),
    allowed: [],
    recorded: {},
  });
  const filters = positionFilters(schema, { selection, order, after, before }, dialect);
  if (filter) filters.push(filter);
  const id = operation === 'get' ? found.id : undefined;
  const { hasComparison, ...reach } = findReach(resource, selection, filters);
  const hasValues =
    hasComparison || order.length > 0 || [id, take, skip].some((value) => value !== undefined);
  return { resource, id, selection, filters, order, take, skip, hasValues, ...reach };
}

/** Browser pages write their requests in the default form, whatever the service needs. */
const { parameters, orderFormat, unknown } = resolveDialect('createProxy');
const browserFormat = { parameters, orderFormat, unknown };

/** What an include and filters of a resource read. */
function findReach(resource: string, selection: SelectionNode, filters: readonly FilterNode[]) {
  const reached = new Set([resource]);
  let depth = 0;
  let hasComparison = false;
  const reach = (target: string, level: number) => {
    reached.add(target);
    depth = Math.max(depth, level);
  };
  const visitFilter = (filter: FilterNode, level: number) => {
    for (const { node, depth: nested } of nodesOf(filter)) {
      if (node.kind === 'relation') reach(node.relation.target, level + nested + 1);
      hasComparison ||= node.kind === 'comparison';
    }
  };
  const visitRelations = ({ relations }: SelectionNode, level: number) => {
    for (const { relation, selection: related, where } of relations) {
      reach(relation.target, level);
      if (where) visitFilter(where, level);
      visitRelations(related, level + 1);
    }
  };
  for (const filter of filters) visitFilter(filter, 0);
  visitRelations(selection, 1);
  return { reached, depth, hasComparison };
}

/**
 * `after` and `before` as filters, so that the service cannot read them in another way. Rows that equal the
 * value are neither after nor before it; where null belongs, the dialect says (decision 2).
 *
 * @throws QueryError for a cursor, because it may belong to a hidden row; for a field that filters cannot
 * order, and for a value of another type.
 */
export function positionFilters(
  schema: Resources,
  { selection, order, after, before }: Pick<ParsedListQuery, 'selection' | 'order' | 'after' | 'before'>,
  dialect: ResolvedDialect,
): FilterNode[] {
  return Object.entries({ after, before }).flatMap(([side, value]) => {
    if (value === undefined) return [];
    const [first] = order;
    if (!first)
      throw new QueryError(side, 'needs `order_by`: its value belongs to the first ordering field.');
    if (parseCursor(String(value)))
      throw new QueryError(side, 'does not accept cursors here. Pass a value of the first ordering field.');
    const field = resourceOf(schema, selection.resource).fields[first.field];
    const isNumber = field?.kind === 'number' || field?.kind === 'integer';
    const isGreater = (side === 'after') === (first.direction === 'asc');
    const comparison = { [isGreater ? 'gt' : 'lt']: isNumber ? toNumber(value) : value };
    const { filter } = parseWhere(
      schema,
      selection.resource,
      new QueryNode(side, { [first.field]: comparison }),
    );
    const isNullLast = nullOrder(first.direction, dialect) > 0;
    if (!field?.nullable || (side === 'after') !== isNullLast) return [filter];
    const isNull: FilterNode = { kind: 'comparison', op: 'eq', name: first.field, field, operand: null };
    return [{ kind: 'or', filters: [filter, isNull] }];
  });
}

const toNumber = (value: string | number) =>
  /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(String(value)) ? Number(value) : value;
