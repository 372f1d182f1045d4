import { resolveDialect } from '../dialect.js';
import { QueryError } from '../errors.js';
import { RejectionError } from '../http/rejection-error.js';
import { VERSION } from '../http/service-url.js';
import { type ReadQuery, readSearch } from '../query/read-search.js';
import { findResource, type Resources } from '../schema/lookup.js';
import type { ParsedProxyOptions } from './proxy-options.js';
import { findReach } from './reach.js';

/** What a browser asks for, checked on its schema. */
export interface BrowserRequest {
  /** The id of a single row; `undefined` for a list. */
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
  // A browser writes in the default form, whatever the service needs. Only cursors and the numbers
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

function parseRequest(
  options: ParsedProxyOptions,
  pathname: string,
  search: string,
): BrowserRequest {
  const { schema, serviceSchema, maxTake, maxRelationDepth } = options;
  const { name, operation, id } = findPath(options, pathname);
  const query = readSearch(schema, name, search, options.dialect, operation);
  const { take, skip, cursor, order } = query;
  if (Number(take) > maxTake)
    throw new QueryError(
      'take',
      `expected at most ${maxTake}, got ${take}. ` +
        `Set \`dialect.pageSize.max\` to ${maxTake} in the client of your web page.`,
      take,
    );
  const { resources, depth, hasFilter } = findReach(serviceSchema, query.filter, query.selection);
  if (depth > maxRelationDepth)
    throw new RejectionError(
      400,
      `${depth} nested relations are too many. Nest at most ${maxRelationDepth}.`,
    );
  const isPlain = !hasFilter && order.length === 0 && id === undefined;
  const hasValues = !isPlain || (take ?? skip ?? cursor) !== undefined;
  return { id, query, reached: resources, hasValues };
}

/**
 * A base URL may contain `/v1` itself: of several, the first decides whose rest is a path of the
 * schema.
 */
function findPath({ schema }: Pick<ParsedProxyOptions, 'schema'>, pathname: string) {
  for (const path of pathsBelowVersions(schema, pathname)) {
    // A framework may add a slash at the end, or remove the one of the schema.
    const twin = /[^/]\/$/.test(path) ? path.slice(0, -1) : `${path}/`;
    const found = findResource(schema, path) ?? findResource(schema, twin);
    if (!found) continue;
    const { name, operation } = found;
    return { name, operation, id: operation === 'get' ? found.id : undefined };
  }
  const hasVersion = pathname.includes(`${VERSION}/`);
  const advice = hasVersion ? '' : ' Paths contain `/v1`, such as /api/v1/balances.';
  throw new RejectionError(404, `There is nothing at this path.${advice}`);
}

/** What follows each version in a path, if it is not longer than all paths of the schema. */
function pathsBelowVersions(schema: Resources, pathname: string): string[] {
  const segments = pathname.split('/');
  const lengths = Object.values(schema).map(({ path = '' }) => path.split('/').length);
  const longest = Math.max(...lengths) + 2; // the id of a row, and a slash at the end
  const tail = segments.slice(-longest - 1);
  return tail.flatMap((segment, index) =>
    `/${segment}` === VERSION ? [`/${tail.slice(index + 1).join('/')}`] : [],
  );
}
