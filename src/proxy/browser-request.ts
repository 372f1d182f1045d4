import { resolveDialect } from '../dialect.js';
import { QueryError } from '../errors.js';
import { RejectionError } from '../http/rejection-error.js';
import { belowVersion, VERSION } from '../http/service-url.js';
import { type ReadQuery, readSearch } from '../query/read-search.js';
import { findResource } from '../schema/lookup.js';
import type { ParsedProxyOptions } from './proxy-options.js';
import { allRows, Restriction } from './restriction.js';

/** What a browser page asks for, checked on its schema. */
export interface BrowserRequest {
  /** Of a single row; `undefined` for a list. */
  readonly id: string | undefined;
  readonly query: ReadQuery;
  /** The resources whose policies decide about the response. */
  readonly reached: readonly string[];
  /** Whether a service may reject a value of it. */
  readonly hasValues: boolean;
}

/** How many requests are kept, and the most characters of one. */
const MOST_KEPT = 200;
const LONGEST_KEPT = 2_000;

/** Requests are kept by path and search: they depend neither on a session nor on a policy. */
export function createRequestParser(options: ParsedProxyOptions): (url: URL) => BrowserRequest {
  // Browser pages write in the default form, whatever the service needs. Only cursors and the numbers
  // of pages are its own.
  const { cursor, page } = options.dialect.parameters;
  const dialect = resolveDialect('createProxy', {
    parameters: { cursor: cursor && 'cursor', page: page && 'page' },
    envelope: cursor === null ? undefined : { cursor: 'cursor' },
    pageSize: { default: options.maxTake },
  });
  const kept = new Map<string, BrowserRequest>();
  return ({ pathname, search }) => {
    const key = pathname + search;
    const found = kept.get(key);
    if (found) return found;
    const parsed = parseRequest({ ...options, dialect }, pathname, search);
    const [oldest = ''] = kept.keys();
    if (kept.size === MOST_KEPT) kept.delete(oldest);
    if (key.length <= LONGEST_KEPT) kept.set(key, parsed);
    return parsed;
  };
}

/** The path is read from its first `/v1/` on. */
function parseRequest(
  { schema, serviceSchema, dialect, maxTake, maxRelationDepth }: ParsedProxyOptions,
  pathname: string,
  search: string,
): BrowserRequest {
  const start = pathname.indexOf(`${VERSION}/`);
  const path = belowVersion(pathname.slice(Math.max(start, 0)));
  // A framework may add a slash at the end, or remove the one of the schema.
  const twin = /[^/]\/$/.test(path) ? path.slice(0, -1) : `${path}/`;
  const found = findResource(schema, path) ?? findResource(schema, twin);
  const advice = start < 0 ? ' Paths contain `/v1`, such as /api/v1/balances.' : '';
  if (!found) throw new RejectionError(404, `There is nothing at this path.${advice}`);
  const { name, operation } = found;
  const id = operation === 'get' ? found.id : undefined;
  const query = readSearch(schema, name, search, dialect, operation);
  const { take, filter, selection } = query;
  const limit = `expected at most ${maxTake}, got ${take}. Set \`dialect.pageSize.max\` to ${maxTake} in the client of the page.`;
  if (Number(take) > maxTake) throw new QueryError('take', limit, take);
  const reached = new Set([name]);
  const restriction = new Restriction(serviceSchema, (resource) => {
    reached.add(resource);
    return allRows;
  });
  if (filter) restriction.filter(filter, 'where');
  restriction.select(selection, 'include');
  const problem = `${restriction.depth} nested relations are too many. Nest at most ${maxRelationDepth}.`;
  if (restriction.depth > maxRelationDepth) throw new RejectionError(400, problem);
  const hasValues = id !== undefined || /where|order_by|take|skip|page|cursor/.test(search);
  return { id, query, reached: [...reached], hasValues };
}
