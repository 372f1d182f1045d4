import { QueryError } from '../../errors/usage-errors.js';
import type { CheckedListQuery } from '../../query/list-query.js';
import { parseGetQuery, parseListQuery, type RecordedQuery } from '../../query-string/parse-query.js';
import type { JsonObject } from '../../schema/field.js';
import { decodeSegment, findResource } from '../../schema/find-resource.js';
import type { Resources } from '../../schema/resources.js';
import { describe } from '../../values/describe.js';
import { isUuid } from '../../values/uuid.js';
import type { ApiKeyTable } from '../api-keys.js';
import { compileSelection } from '../listing/compile-selection.js';
import { listRows } from '../listing/list-rows.js';
import type { Store } from '../rows/store.js';
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

type Handler = (request: RoutedRequest) => ServiceResponse | Promise<ServiceResponse>;

/** Finds the handlers of a path by method. */
export type Router = (path: string) => ReadonlyMap<string, Handler> | undefined;

/**
 * Creates the router of a schema: lists, single rows and API keys.
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
  }: { readonly wrap: (result: unknown) => unknown; readonly allowParameters: readonly string[] },
): Router {
  const { schema, dialect } = store;
  return (path) => {
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
      const result =
        operation === 'list'
          ? listRows(parseListQuery(query), store)
          : readRow(parseGetQuery(query), id, store);
      return { status: 200, body: wrap(result) };
    };
    return new Map([['GET', read]]);
  };
}

function readRow({ selection }: CheckedListQuery, id: string, store: Store): JsonObject {
  const { resource } = selection;
  const { dialect } = store;
  if (dialect.uuids === 'uuid' && store.idOf(resource).kind === 'uuid' && !isUuid(id))
    throw new QueryError('id', `expected a UUID, got ${describe(id)}.`);
  const slot = store.table(resource).slotOf(id);
  if (slot !== undefined) return compileSelection(selection, store)(slot);
  const problem = `No row of ${resource} has the id ${JSON.stringify(id.slice(0, 64))}.`;
  throw new RejectionError(dialect.rejections.id, problem);
}

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
  const isPrefix = path.endsWith('*');
  const start = isPrefix ? path.slice(0, -1) : path;
  const withId = `${start.slice(0, start.lastIndexOf('/') + 1)}<id>`;
  return listPaths(schema).some(
    (known) =>
      known === start || (known === withId && !path.endsWith('/')) || (isPrefix && known.startsWith(start)),
  );
}
