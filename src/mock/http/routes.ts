import { QueryError } from '../../errors/usage-errors.js';
import type { ParsedListQuery } from '../../query/list-query.js';
import { parseGetSearch, parseListSearch, type RecordedQuery } from '../../query-string/parse-search.js';
import type { JsonObject } from '../../schema/field.js';
import { decodeSegment, findResource } from '../../schema/find-resource.js';
import type { Resources } from '../../schema/resources.js';
import { describe } from '../../values/describe.js';
import { isUuid } from '../../values/uuid.js';
import type { ApiKeyTable } from '../api-keys.js';
import { selectRows } from '../listing/compile-selection.js';
import { countRows, listRows } from '../listing/list-rows.js';
import type { Store } from '../rows/store.js';
import { type CustomRoute, callRoute, matchRoute } from './custom-routes.js';
import { deleteKey, putKey } from './key-routes.js';
import { RejectionError, type ServiceResponse } from './response.js';

/** A path below the base URL, such as `/v1/balances`, and a query string with its question mark. */
export interface RequestTarget {
  readonly path: string;
  readonly search: string;
}

/** A request to the service. */
export interface RoutedRequest extends RequestTarget {
  readonly request: Request;
  /** Filled in with the parsed query, for the request log. */
  readonly recorded: RecordedQuery;
}

export type Handler = (
  request: RoutedRequest,
) => ServiceResponse | Response | Promise<ServiceResponse | Response>;

/** Finds the handlers of a path by method. */
export type Router = (path: string) => ReadonlyMap<string, Handler> | undefined;

/**
 * Creates the router of a schema: the routes of the caller, lists, single rows and API keys.
 *
 * @param wrap - Puts a result into the envelope of a body.
 * @param allowParameters - Further query parameters, which are ignored.
 */
export function createRouter(
  store: Store,
  keys: ApiKeyTable,
  {
    wrap,
    allowParameters: allowed,
    routes = [],
  }: {
    readonly wrap: (result: unknown, total?: () => number) => unknown;
    readonly allowParameters: readonly string[];
    readonly routes?: readonly CustomRoute[];
  },
): Router {
  const { schema, dialect } = store;
  const findOfService: Router = (path) => {
    const keyId = path.startsWith(`${KEYS}/`) ? path.slice(KEYS.length + 1) : '';
    const key = keyId.includes('/') ? '' : decodeSegment(keyId);
    if (key !== '')
      return new Map<string, Handler>([
        ['PUT', ({ request }) => putKey(request, key, keys, wrap)],
        ['DELETE', () => deleteKey(key, keys)],
      ]);
    const found = findResource(schema, path);
    if (!found) return undefined;
    const { name, operation, id } = found;
    const read: Handler = ({ search, recorded }) => {
      const query = { search, schema, name, dialect, allowed, recorded };
      if (operation === 'get') return { status: 200, body: wrap(readRow(parseGetSearch(query), id, store)) };
      const list = parseListSearch(query);
      return { status: 200, body: wrap(listRows(list, store), () => countRows(list, store)) };
    };
    return new Map([['GET', read]]);
  };
  return (path) => {
    const handlers = new Map(findOfService(path));
    for (const route of routes) {
      const params = matchRoute(route, path);
      if (params) handlers.set(route.method, ({ request }) => callRoute(route, request, params));
    }
    return handlers.size > 0 ? handlers : undefined;
  };
}

function readRow({ selection }: ParsedListQuery, id: string, store: Store): Readonly<JsonObject> | undefined {
  const { resource } = selection;
  const { dialect } = store;
  if (dialect.uuids === 'uuid' && store.idOf(resource).kind === 'uuid' && !isUuid(id))
    throw new QueryError('id', `expected a UUID, got ${describe(id)}.`);
  const slot = store.table(resource).slotOf(id);
  if (slot !== undefined) return selectRows(selection, [slot], store)[0];
  const problem = `No row of ${resource} has the id ${describe(id)}.`;
  throw new RejectionError(dialect.rejections.id, problem);
}

const KEYS = '/v1/api-keys';

/** All paths, for messages. `<id>` stands for any id. */
export const listPaths = (schema: Resources, routes: readonly CustomRoute[]): string[] => [
  ...Object.values(schema).flatMap(({ path, operations }) => [
    ...(operations.includes('list') ? [`/v1${path}`] : []),
    ...(operations.includes('get') ? [`/v1${path}/<id>`] : []),
  ]),
  `${KEYS}/<id>`,
  ...routes.map(({ path }) => path.replace(/(?<=\/):([^/]+)/g, '<$1>')),
];

/** Whether a request can have a path. A `*` at its end stands for any text. */
export function isPath(schema: Resources, path: string, routes: readonly CustomRoute[]): boolean {
  const isPrefix = path.endsWith('*');
  const start = isPrefix ? path.slice(0, -1) : path;
  const withId = `${start.slice(0, start.lastIndexOf('/') + 1)}<id>`;
  const isKnown = (known: string): boolean =>
    known === start || (known === withId && !path.endsWith('/')) || (isPrefix && known.startsWith(start));
  return listPaths(schema, routes).some(isKnown) || routes.some((route) => matchRoute(route, path));
}
