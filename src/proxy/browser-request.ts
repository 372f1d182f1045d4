import type { ResolvedDialect } from '../dialect/dialect.js';
import { resolveDialect } from '../dialect/resolve-dialect.js';
import { QueryError } from '../errors.js';
import type { FilterNode } from '../query/filter-node.js';
import type { SelectionNode } from '../query/include.js';
import type { Ordering } from '../query/order-by.js';
import { parseGetSearch, parseListSearch } from '../query-string/parse-search.js';
import { findResource, type Resources } from '../schema/resources.js';
import { VERSION } from '../values/service-url.js';
import { nodesOf } from './filter-nodes.js';
import { ProxyError } from './proxy-error.js';
import { strictRules } from './row-policies.js';

/** What a browser page asks for, checked on its schema. */
export interface BrowserRequest {
  readonly resource: string;
  /** Of a single row; `undefined` for a list. */
  readonly id: string | undefined;
  readonly selection: SelectionNode;
  readonly filter: FilterNode | undefined;
  readonly order: readonly Ordering[];
  readonly take: number | undefined;
  readonly skip: number | undefined;
  /** Whether it has more than an include: a service may reject one of its values. */
  readonly hasValues: boolean;
  readonly reached: ReadonlySet<string>;
  readonly depth: number;
}

/** The path is read from its first `/v1/` on. */
export function parseBrowserRequest(
  request: Request,
  schema: Resources,
  dialect: ResolvedDialect,
): BrowserRequest {
  if (request.method !== 'GET')
    throw new ProxyError(405, `${request.method} is not allowed. Use GET.`, { Allow: 'GET' });
  const { pathname, search } = new URL(request.url);
  const found = findResource(schema, pathname.slice(Math.max(pathname.indexOf(`${VERSION}/`), 0)));
  if (!found) throw new ProxyError(404, 'There is nothing at this path.');
  const { name: resource, operation } = found;
  const parse = operation === 'list' ? parseListSearch : parseGetSearch;
  const { selection, filter, order, take, skip, ...others } = parse({
    search,
    schema,
    name: resource,
    dialect: { ...dialect, ...browserFormat },
    rules: strictRules(dialect),
    allowed: [],
    recorded: {},
  });
  for (const side of ['after', 'before'] as const)
    if (others[side] !== undefined)
      throw new QueryError(
        side,
        'is not available through a proxy. Use `where` with `gt` or `lt`, or iterate() or pages().',
      );
  const id = operation === 'get' ? found.id : undefined;
  const { hasComparison, ...reach } = findReach(resource, selection, filter);
  const hasValues =
    hasComparison || order.length > 0 || [id, take, skip].some((value) => value !== undefined);
  return { resource, id, selection, filter, order, take, skip, hasValues, ...reach };
}

/** Browser pages write their requests in the default form, whatever the service needs. */
const { parameters, orderFormat, unknown } = resolveDialect('createProxy');
const browserFormat = { parameters, orderFormat, unknown };

function findReach(resource: string, selection: SelectionNode, filter: FilterNode | undefined) {
  const reached = new Set([resource]);
  let depth = 0;
  let hasComparison = false;
  const reach = (target: string, level: number) => {
    reached.add(target);
    depth = Math.max(depth, level);
  };
  const visitFilter = (root: FilterNode, level: number) => {
    for (const { node, depth: nested } of nodesOf(root)) {
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
  if (filter) visitFilter(filter, 0);
  visitRelations(selection, 1);
  return { reached, depth, hasComparison };
}
