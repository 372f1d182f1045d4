import { QueryError } from '../../errors/usage-errors.js';
import { parseGetQuery, parseListQuery, type RecordedQuery } from '../../query-string/parse-query.js';
import { decodeSegment, findResource } from '../../schema/find-resource.js';
import type { Resources } from '../../schema/resources.js';
import { describe } from '../../values/describe.js';
import { isUuid } from '../../values/uuid.js';
import type { ApiKeyTable } from '../api-keys.js';
import { compileSelection } from '../listing/compile-selection.js';
import { listRows } from '../listing/list-rows.js';
import type { Store } from '../rows/store.js';
import { deleteKey, putKey } from './key-routes.js';
import { HttpError, type ServiceResponse } from './response.js';

/** A request to the service. */
export interface ServiceRequest {
  readonly request: Request;
  /** The path below the base URL, such as `/v1/balances`. */
  readonly path: string;
  /** The query string with its question mark. */
  readonly search: string;
  /** Filled in with the parsed query, for the request log. */
  readonly recorded: RecordedQuery;
}

type Handler = (request: ServiceRequest, id: string) => ServiceResponse | Promise<ServiceResponse>;

/** The handlers of a path by method. */
export type Route = ReadonlyMap<string, Handler>;

/** Finds the route of a path, and the id in the path. */
export type Router = (path: string) => { readonly route: Route; readonly id: string } | undefined;

/** The options of a mock that concern its routes. */
export interface RouterOptions {
  /** Puts a result into the envelope of a body. */
  readonly wrap: (result: unknown) => unknown;
  readonly allowParameters: readonly string[];
}

/** Creates the router of a schema: lists, single rows and API keys. */
export function createRouter(store: Store, keys: ApiKeyTable, options: RouterOptions): Router {
  const { schema } = store;
  const routes = new Map(
    Object.keys(schema).map((name) => [
      name,
      {
        list: new Map([['GET', listOf(name, store, options)]]),
        get: new Map([['GET', rowOf(name, store, options)]]),
      },
    ]),
  );
  const key: Route = new Map<string, Handler>([
    ['PUT', ({ request }, id) => putKey(request, id, keys, options.wrap)],
    ['DELETE', (_, id) => deleteKey(id, keys)],
  ]);
  return (path) => {
    const id = path.startsWith(`${KEYS}/`) ? decodeSegment(path.slice(KEYS.length + 1)) : '';
    if (id !== '' && !path.slice(KEYS.length + 1).includes('/')) return { route: key, id };
    const found = findResource(schema, path);
    const route = found && routes.get(found.name)?.[found.operation];
    return route && { route, id: found.id };
  };
}

const listOf =
  (name: string, store: Store, { wrap, allowParameters: allowed }: RouterOptions): Handler =>
  ({ search, recorded }) => {
    const { schema, dialect } = store;
    const query = parseListQuery({ search, schema, name, dialect, allowed, recorded });
    return { status: 200, body: wrap(listRows(query, store)) };
  };

const rowOf =
  (name: string, store: Store, { wrap, allowParameters: allowed }: RouterOptions): Handler =>
  ({ search, recorded }, id) => {
    const { schema, dialect } = store;
    const { selection } = parseGetQuery({ search, schema, name, dialect, allowed, recorded });
    if (dialect.uuids === 'uuid' && schema[name]?.fields.id?.kind === 'uuid' && !isUuid(id))
      throw new QueryError('id', `expected a UUID, got ${describe(id)}.`);
    const slot = store.table(name).slotOf(id);
    if (slot === undefined)
      throw new HttpError(
        dialect.rejections.id,
        `No row of ${name} has the id ${JSON.stringify(id.slice(0, 64))}.`,
      );
    return { status: 200, body: wrap(compileSelection(selection, store)(slot)) };
  };

const KEYS = '/v1/api-keys';

/** All paths, for messages. `<id>` stands for any id. */
export const listPaths = (schema: Resources): string[] => [
  ...Object.values(schema).flatMap(({ path, operations }) => [
    ...(operations.includes('list') ? [`/v1${path}`] : []),
    ...(operations.includes('get') ? [`/v1${path}/<id>`] : []),
  ]),
  `${KEYS}/<id>`,
];

/** Whether a request can have a path. A `*` at its end stands for any text. */
export function isPath(schema: Resources, path: string): boolean {
  const prefix = path.endsWith('*') ? path.slice(0, -1) : undefined;
  return listPaths(schema).some((known) => {
    const beforeId = known.endsWith('<id>') ? known.slice(0, -'<id>'.length) : undefined;
    const given = prefix ?? path;
    if (beforeId !== undefined && given.startsWith(beforeId)) {
      const id = given.slice(beforeId.length);
      return !id.includes('/') && (id !== '' || prefix !== undefined);
    }
    return prefix === undefined ? path === known : (beforeId ?? known).startsWith(prefix);
  });
}
