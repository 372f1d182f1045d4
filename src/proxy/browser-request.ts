import { type ResolvedDialect, resolveDialect } from '../dialect.js';
import { QueryError } from '../errors.js';
import type { FilterNode } from '../query/filter.js';
import type { SelectionNode } from '../query/include.js';
import type { Query } from '../query/query.js';
import { readSearch } from '../query/read-search.js';
import { findResource, type Resources } from '../schema/resources.js';
import { VERSION } from '../values/service-url.js';
import { ProxyError } from './proxy-error.js';

/** What a browser page asks for, checked on its schema. */
export interface BrowserRequest {
  /** Of a single row; `undefined` for a list. */
  readonly id: string | undefined;
  readonly query: Query & { readonly cursor?: string | undefined };
  /** The resources whose policies decide about the response. */
  readonly reached: readonly string[];
  /** Whether a service may reject a value of it. */
  readonly hasValues: boolean;
}

interface ParserOptions {
  readonly schema: Resources;
  readonly dialect: ResolvedDialect;
  readonly maxTake: number;
  readonly maxRelationDepth: number;
}

/** How many requests are kept, and how many bytes of the URL of one. */
const KEPT = { requests: 200, bytes: 2_000 };

/**
 * Creates the parser of requests. Pages repeat their queries, so valid ones are kept by path and
 * search. They depend neither on a session nor on a policy.
 */
export function createRequestParser(options: ParserOptions): (url: URL) => BrowserRequest {
  // Browser pages write in the default form, whatever the service needs. Only cursors are its own.
  const hasCursor = options.dialect.parameters.cursor !== null;
  const cursor = { parameters: { cursor: 'cursor' }, envelope: { cursor: 'cursor' } };
  const dialect = resolveDialect('createProxy', hasCursor ? cursor : {});
  const kept = new Map<string, BrowserRequest>();
  return ({ pathname, search }) => {
    const key = pathname + search;
    const found = kept.get(key);
    if (found) return found;
    const parsed = parseRequest({ ...options, dialect }, pathname, search);
    if (key.length > KEPT.bytes) return parsed;
    const [oldest = ''] = kept.keys();
    if (kept.size === KEPT.requests) kept.delete(oldest);
    kept.set(key, parsed);
    return parsed;
  };
}

/** The path is read from its first `/v1/` on. */
function parseRequest(options: ParserOptions, pathname: string, search: string): BrowserRequest {
  const { schema, dialect, maxTake, maxRelationDepth } = options;
  const start = pathname.indexOf(`${VERSION}/`);
  const found = findResource(schema, pathname.slice(Math.max(start, 0)));
  const advice = start < 0 ? ' Paths contain `/v1`, such as /api/v1/balances.' : '';
  if (!found) throw new ProxyError(404, `There is nothing at this path.${advice}`);
  const { name, operation } = found;
  const id = operation === 'get' ? found.id : undefined;
  const query = readSearch(schema, name, search, dialect, operation);
  for (const side of ['after', 'before'] as const)
    if (query[side] !== undefined)
      throw new QueryError(
        side,
        'is not available through a proxy. Use `where` with `gt` or `lt`, or iterate() or pages().',
      );
  const reached = new Map([[name, 0]]);
  reach(query.selection, 0, reached);
  reach(query.filter, 0, reached);
  const depth = Math.max(...reached.values());
  if (depth > maxRelationDepth)
    throw new ProxyError(
      400,
      `${depth} nested relations are too many. Nest at most ${maxRelationDepth}.`,
    );
  if (Number(query.take) > maxTake)
    throw new QueryError(
      'take',
      `expected at most ${maxTake}, got ${query.take}. Set \`dialect.pageSize.max\` to ${maxTake} in the client of the page.`,
    );
  const hasValues = id !== undefined || /where|order_by|take|skip|cursor/.test(search);
  return { id, query, reached: [...reached.keys()], hasValues };
}

/** Finds the resources that a part of a query reaches, and through how many relations. */
function reach(
  part: FilterNode | SelectionNode | undefined,
  depth: number,
  reached: Map<string, number>,
): void {
  if (!part) return;
  const enter = (target: string, ...inner: (FilterNode | SelectionNode | undefined)[]) => {
    reached.set(target, Math.max(depth + 1, reached.get(target) ?? 0));
    for (const node of inner) reach(node, depth + 1, reached);
  };
  if ('relations' in part)
    for (const { relation, selection, where } of part.relations)
      enter(relation.target, selection, where);
  else if (part.kind === 'relation') enter(part.relation.target, part.filter);
  else if (part.kind !== 'comparison')
    for (const inner of part.filters) reach(inner, depth, reached);
}
