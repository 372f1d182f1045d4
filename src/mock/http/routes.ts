import type { JsonObject } from '../../schema/field.js';
import type { Resources } from '../../schema/resources.js';
import type { ApiKeyTable } from '../api-keys.js';
import { listRows } from '../listing/list-rows.js';
import type { Store } from '../rows/store.js';
import { deleteKey, putKey } from './key-routes.js';
import { type AskedQuery, readGetQuery, readListQuery } from './parse-query.js';
import { type Answer, Refusal } from './response.js';

/** A request on its way through the service. */
export interface Call {
  readonly request: Request;
  /** Below the base URL, such as `/v1/balances`. */
  readonly path: string;
  /** With its question mark. */
  readonly search: string;
  /** What the request log is to know of the query. */
  readonly asked: AskedQuery;
}

type Handler = (call: Call, id: string) => Answer | Promise<Answer>;

/** What a path answers, by method. */
export type Route = ReadonlyMap<string, Handler>;

/** Finds what a path answers, and the id in it. */
export type Router = (path: string) => { readonly route: Route; readonly id: string } | undefined;

/** Makes the router of a schema: its lists, its single rows, and the API keys. */
export function createRouter(
  store: Store,
  keys: ApiKeyTable,
  wrap: (result: JsonObject | JsonObject[]) => unknown,
): Router {
  const { schema } = store;
  const exact = new Map<string, Route>();
  const byId = new Map<string, Route>();
  for (const [name, { path, operations }] of Object.entries(schema)) {
    if (operations.includes('list')) exact.set(`/v1${path}`, new Map([['GET', listOf(name, store, wrap)]]));
    if (operations.includes('get')) byId.set(`/v1${path}`, new Map([['GET', rowOf(name, store, wrap)]]));
  }
  const key = new Map<string, Handler>();
  key.set('PUT', ({ request }, id) => putKey(request, id, keys, wrap));
  key.set('DELETE', (_, id) => deleteKey(id, keys));
  byId.set('/v1/api-keys', key);
  return (path) => {
    const list = exact.get(path);
    if (list) return { route: list, id: '' };
    const slash = path.lastIndexOf('/');
    const route = byId.get(path.slice(0, slash));
    const id = decodeSegment(path.slice(slash + 1));
    return route && id ? { route, id } : undefined;
  };
}

const listOf =
  (name: string, store: Store, wrap: (rows: JsonObject[]) => unknown): Handler =>
  ({ search, asked }) => ({
    status: 200,
    body: wrap(listRows(readListQuery(search, store.schema, name, asked), store)),
  });

const rowOf =
  (name: string, store: Store, wrap: (row: JsonObject) => unknown): Handler =>
  ({ search, asked }, id) => {
    const request = readGetQuery(search, store.schema, name, asked);
    const [row] = listRows({ ...request, filter: { op: 'eq', field: 'id', operand: id } }, store);
    if (!row) throw new Refusal(404, `${name} has no row with the id ${JSON.stringify(id.slice(0, 64))}.`);
    return { status: 200, body: wrap(row) };
  };

function decodeSegment(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The paths there are, for a message. */
export const pathsOf = (schema: Resources): string[] =>
  Object.values(schema).flatMap(({ path, operations }) => [
    ...(operations.includes('list') ? [`/v1${path}`] : []),
    ...(operations.includes('get') ? [`/v1${path}/<id>`] : []),
  ]);
