import type { Dialect } from '../../dialect/dialect.js';
import { putIntoEnvelope } from '../../dialect/request-dialect.js';
import { ConfigurationError, QueryError } from '../../errors.js';
import type { ParsedListQuery } from '../../query/list-query.js';
import {
  parseGetSearch,
  parseListSearch,
  type RecordedQuery,
} from '../../query-string/parse-search.js';
import type { JsonObject } from '../../schema/field.js';
import { isUuid } from '../../schema/kinds.js';
import type { PaymentsSchema } from '../../schema/payments-schema.js';
import type { SchemaShape } from '../../schema/resource.js';
import { decodeSegment, findResource, type Resources } from '../../schema/resources.js';
import { describe } from '../../values/describe.js';
import { setMember } from '../../values/plain-object.js';
import { VERSION, withVersion } from '../../values/service-url.js';
import type { ApiKeyTable } from '../api-keys.js';
import type { MockDatabase } from '../database.js';
import { selectRows } from '../listing/compile-selection.js';
import { countRows, listRows } from '../listing/list-rows.js';
import type { Store } from '../rows/store.js';
import { deleteKey, putKey } from './key-routes.js';
import { isResponse, MAX_SIZE, type MockResponse, RejectionError } from './response.js';

/** A path below the base URL, such as `/v1/balances`, and a query string with its question mark. */
export interface RequestTarget {
  readonly path: string;
  readonly search: string;
}

export interface RoutedRequest extends RequestTarget {
  readonly request: Request;
  /** Filled in with the parsed query, for the request log. */
  readonly recorded: RecordedQuery;
}

export type Handler = (
  request: RoutedRequest,
) => MockResponse | Response | Promise<MockResponse | Response>;

export type Router = (path: string) => ReadonlyMap<string, Handler> | undefined;

/** Creates the router of a schema: the routes of the caller, lists, single rows and API keys. */
export function createRouter(
  store: Store,
  keys: ApiKeyTable,
  {
    allowParameters: allowed,
    routes = [],
    envelope = store.dialect.envelope,
  }: {
    readonly allowParameters: readonly string[];
    readonly routes?: readonly CustomRoute[];
    readonly envelope?: Dialect['envelope'];
  },
): Router {
  const { schema, dialect } = store;
  const ok = (result: unknown, total?: () => number): MockResponse => ({
    status: 200,
    body: putIntoEnvelope(result, envelope, total),
  });
  const findOfService: Router = (path) => {
    const keyId = path.startsWith(`${KEYS}/`) ? path.slice(KEYS.length + 1) : '';
    const key = keyId.includes('/') ? '' : decodeSegment(keyId);
    if (key !== '')
      return new Map<string, Handler>([
        ['PUT', async ({ request }) => ok(await putKey(request, key, keys))],
        ['DELETE', () => deleteKey(key, keys)],
      ]);
    const found = findResource(schema, path);
    if (!found) return undefined;
    const { name, operation, id } = found;
    const read: Handler = ({ search, recorded }) => {
      const query = { search, schema, name, dialect, allowed, recorded };
      if (operation === 'get') return ok(readRow(parseGetSearch(query), id, store));
      const list = parseListSearch(query);
      return ok(listRows(list, store), () => countRows(list, store));
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

function readRow(
  { selection }: ParsedListQuery,
  id: string,
  store: Store,
): Readonly<JsonObject> | undefined {
  const { resource } = selection;
  const { dialect } = store;
  if (dialect.uuids === 'uuid' && store.idOf(resource).kind === 'uuid' && !isUuid(id))
    throw new QueryError('id', `expected a UUID, got ${describe(id)}.`);
  const slot = store.table(resource).slotOf(id);
  if (slot !== undefined) return selectRows(selection, [slot], store)[0];
  const problem = `No row of ${resource} has the id ${describe(id)}.`;
  throw new RejectionError(dialect.rejections.id, problem);
}

const KEYS = `${VERSION}/api-keys`;

/** All paths, for messages. `<id>` stands for any id. */
export const listPaths = (schema: Resources, routes: readonly CustomRoute[]): string[] => [
  ...Object.values(schema).flatMap(({ path, operations }) => [
    ...(operations.includes('list') ? [VERSION + path] : []),
    ...(operations.includes('get') ? [`${VERSION}${path}/<id>`] : []),
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
    known === start ||
    (known === withId && !path.endsWith('/')) ||
    (isPrefix && known.startsWith(start));
  return listPaths(schema, routes).some(isKnown) || routes.some((route) => matchRoute(route, path));
}

/** What the function of a route gets besides the request. */
export interface RouteContext<Schema extends SchemaShape<Schema> = PaymentsSchema> {
  /** The rows of the mock, as `mock.db`. */
  readonly db: MockDatabase<Schema>;
  /** The segments that the path of the route names: `{ id: '5' }` for `/v1/payments/:id`. */
  readonly params: Readonly<Record<string, string>>;
}

/** The endpoints of a mock besides those of its schema, by method and path. */
export interface MockRoutes<Schema extends SchemaShape<Schema> = PaymentsSchema> {
  readonly [methodAndPath: `${string} /${string}`]: (
    request: Request,
    context: RouteContext<Schema>,
  ) => Response | Promise<Response>;
}

export interface CustomRoute {
  /** Such as `POST /v1/payments`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly respond: (request: Request, params: Readonly<Record<string, string>>) => unknown;
}

const NAME = /^(GET|POST|PUT|PATCH|DELETE) ((?:\/[^\s?#/]+)+)$/;

/** The rows of the mock exist later, so that `db` gets them. */
export const parseRoutes = (routes: object, db: () => object): readonly CustomRoute[] =>
  Object.entries(routes).map(([name, respond]) => {
    const [, method, path] = NAME.exec(name) ?? [];
    if (method === undefined || path === undefined)
      throw new ConfigurationError(
        `a route must be named by its method and its path, such as 'POST /v1/payments', got ${describe(name)}.`,
        'createMock',
      );
    if (typeof respond !== 'function')
      throw new ConfigurationError(
        `expected the route '${name}' to be a function, got ${describe(respond)}.`,
        'createMock',
      );
    return {
      name,
      method,
      path: withVersion(path),
      respond: (request, params) => respond(request, { db: db(), params }),
    };
  });

/** The named segments of a path, if it is that of a route. */
export function matchRoute(route: CustomRoute, path: string): Record<string, string> | undefined {
  const names = route.path.split('/');
  const segments = path.split('/');
  if (names.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const value = decodeSegment(segments[index] ?? '');
    if (name.startsWith(':') && value !== '') setMember(params, name.slice(1), value);
    else if (name !== segments[index]) return undefined;
  }
  return params;
}

/**
 * The response of a route. If its function fails, that is a response as well, so that it is the
 * same on each channel.
 */
async function callRoute(
  { name, respond }: CustomRoute,
  request: Request,
  params: Readonly<Record<string, string>>,
): Promise<Response> {
  const { byteLength } = await request.clone().arrayBuffer();
  if (byteLength > MAX_SIZE) throw new RejectionError(413, 'The body is larger than 1 MiB.');
  let response: unknown;
  try {
    response = await respond(request, params);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RejectionError(500, `The route '${name}' of createMock() failed: ${reason}`);
  }
  if (isResponse(response)) return response;
  const got = describe(response);
  throw new RejectionError(
    500,
    `The route '${name}' of createMock() must return a Response, got ${got}.`,
  );
}
