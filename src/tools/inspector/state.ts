import { ConfigurationError } from '../../errors.js';
import { belowVersion } from '../../http/service-url.js';
import type { ApiKeyRecord } from '../../mock/api-keys.js';
import type { MockService, RecordedRequest } from '../../mock/service.js';
import type { JsonObject } from '../../schema/field.js';
import { decodeSegment, findResource, notInSchema, type Resources } from '../../schema/lookup.js';
import { own, setMember, withoutUndefined } from '../../values/plain-object.js';
import { dataCode, flat, print } from '../print-code.js';

/** How much of a mock the web page shows at once, so that each response is small. */
const most = { requests: 200, rows: 50, code: 4_000, cell: 400, value: 50_000 } as const;

/** What the mock has now, but for its rows. */
export interface InspectorState {
  readonly requests: {
    readonly total: number;
    /** Newest first. */
    readonly last: readonly ShownRequest[];
  };
  readonly resources: readonly { readonly name: string; readonly rows: number }[];
  readonly faults: readonly ShownFault[];
  readonly keys: readonly (ApiKeyRecord & { readonly isExpired: boolean })[];
}

export interface ShownRequest
  extends Pick<
    RecordedRequest,
    | 'method'
    | 'path'
    | 'status'
    | 'state'
    | 'rows'
    | 'total'
    | 'explanation'
    | 'problem'
    | 'duration'
  > {
  readonly id: number;
  /** The call of a client that sends the request. */
  readonly code?: string | undefined;
}

export interface ShownFault {
  readonly id: number;
  /** As it was passed to `mock.fail`. */
  readonly code: string;
  readonly applied: number;
  /** `null` for any number of times. */
  readonly remaining: number | null;
}

export interface ShownRows {
  readonly columns: readonly string[];
  /** A long value is the start of its text. */
  readonly rows: readonly JsonObject[];
  /** The queries of `inspector-value` for the long values, by id and column. */
  readonly long: { readonly [cell: string]: string };
  readonly total: number;
}

export function describeState(service: MockService): InspectorState {
  const { store, faults, keys, requests } = service;
  return {
    requests: {
      total: requests.length,
      last: requests
        .slice(-most.requests)
        .reverse()
        .map((request) => describeRequest(request, store.schema)),
    },
    resources: Object.keys(store.schema).map((name) => ({ name, rows: store.all(name).length })),
    faults: faults.active.map(({ id, fault, applied, times }) => ({
      id,
      code: flat(dataCode(fault)),
      applied,
      remaining: Number.isFinite(times) ? times : null,
    })),
    keys: keys.all().map((key) => ({ ...key, isExpired: keys.isExpired(key) })),
  };
}

/** A page of rows, for a query with `resource` and `skip`. */
export function describeRows({ store, keys }: MockService, query: URLSearchParams): ShownRows {
  const resource = resourceIn(query, store.schema);
  const skip = Number(query.get('skip'));
  const all = store.all(resource);
  const columns = [...store.table(resource).columns.keys()];
  const long: Record<string, string> = {};
  const rows = all.slice(skip, skip + most.rows).map((row) => {
    const copy: JsonObject = {};
    for (const column of columns) {
      // Before it is cut, because a part of a key is not found.
      const value = keys.hide(row[column] ?? null);
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      setMember(copy, column, text.length > most.cell ? text.slice(0, most.cell) : value);
      if (text.length > most.cell)
        setMember(long, `${row.id} ${column}`, valueQuery(resource, row.id, column));
    }
    return copy;
  });
  return { columns, rows, long, total: all.length };
}

/** As much of a long value as a page shows quickly, by `resource`, `id` and `column`. */
export function describeValue({ store, keys }: MockService, query: URLSearchParams) {
  const row = store.get(resourceIn(query, store.schema), query.get('id') ?? '');
  const value = keys.hide(own(row ?? {}, query.get('column') ?? '') ?? null);
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return { text: text.slice(0, most.value), length: text.length };
}

const valueQuery = (resource: string, id: string, column: string): string =>
  new URLSearchParams({ resource, id, column }).toString();

function resourceIn(query: URLSearchParams, schema: Resources): string {
  const name = query.get('resource') ?? '';
  if (!Object.hasOwn(schema, name)) throw new ConfigurationError(notInSchema(name, schema));
  return name;
}

/** Requests have the same id in each response, although the mock may forget the first ones. */
const ids = new WeakMap<RecordedRequest, number>();
let lastId = 0;

function describeRequest(request: RecordedRequest, schema: Resources): ShownRequest {
  const id = ids.get(request) ?? ++lastId;
  ids.set(request, id);
  const code = writeCall(request, schema);
  // A query that is invalid is shown as it was sent.
  const path = code === undefined ? request.path + decodeSearch(request.search) : request.path;
  const { method, status, state, rows, total, explanation, problem, duration } = request;
  const facts = { method, path, status, state, rows, total, explanation, problem, duration };
  return { id, ...(withoutUndefined(facts) as typeof request), code };
}

const decodeSearch = (search: string): string =>
  decodeSegment(search.replaceAll('+', ' ')) || search;

/**
 * Writes a request as a call of a client; `undefined` for an invalid query, and for other paths.
 *
 * @example
 * writeCall({ method: 'GET', path: '/v1/balances', take: 1 }, schema)
 * // => 'balances.list({ take: 1 })'
 */
export function writeCall(request: RecordedRequest, schema: Resources): string | undefined {
  const found =
    request.method === 'GET' ? findResource(schema, belowVersion(request.path)) : undefined;
  if (!found) return undefined;
  const { where, include, orderBy, take, skip } = request;
  const query = withoutUndefined({ where, include, orderBy, take, skip });
  const hasQuery = Object.keys(query).length > 0;
  if (!hasQuery && request.search.length > 1) return undefined;
  const args = [...(found.operation === 'get' ? [found.id] : []), ...(hasQuery ? [query] : [])];
  const code = print({ call: `${found.name}.${found.operation}`, args: args.map(dataCode) }, 0);
  return code.length > most.code ? `${code.slice(0, most.code)}…` : code;
}
