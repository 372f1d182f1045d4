import type { JsonObject, JsonValue, Resources } from 'payments-data-client';
import { writeRelaxedJson, writeSearch } from '../../../../src/query/relaxed-json.js';
import { parseRelaxedJson } from '../../../../src/query-string/parse-relaxed-json.js';
import { payments } from '../../../query/payments.js';
import type { Change, Exchange } from './changed-server.js';

/** The schema of every changed server. */
export const schema: Resources = payments;

/** A GET request for rows, with its decoded parameters. */
export interface ServiceQuery {
  /** The name of the resource. */
  readonly resource: string;
  readonly isList: boolean;
  readonly parameters: ReadonlyMap<string, string>;
}

/** `undefined` for a request that does not read rows, or that repeats a parameter. */
export function readQuery({ method, url }: Request): ServiceQuery | undefined {
  const { pathname, searchParams } = new URL(url);
  const isAt = (path: string | undefined) => path !== undefined && pathname === `/v1${path}`;
  const isBelow = (path: string | undefined) =>
    path !== undefined && pathname.startsWith(`/v1${path}/`);
  const names = Object.entries(schema);
  const list = names.find(([, { path }]) => isAt(path));
  const row = names.find(([, { path, operations }]) => operations.includes('get') && isBelow(path));
  const [resource] = list ?? row ?? [];
  const parameters = new Map(searchParams);
  if (method !== 'GET' || resource === undefined || parameters.size < searchParams.size)
    return undefined;
  return { resource, isList: list !== undefined, parameters };
}

/** The same request with other parameters. A parameter that is undefined is left out. */
export function withParameters(
  request: Request,
  parameters: { readonly [name: string]: string | undefined } | ReadonlyMap<string, string>,
): Request {
  const url = new URL(request.url);
  url.search = '';
  const search = writeSearch(
    parameters instanceof Map ? [...parameters] : Object.entries(parameters),
  );
  return new Request(search === '' ? url : `${url}?${search}`, request);
}

/** The JSON object in a parameter; `undefined` if there is none, or none that can be parsed. */
export function readJson({ parameters }: ServiceQuery, name: string): JsonObject | undefined {
  try {
    const value: JsonValue | undefined = parseRelaxedJson(parameters.get(name) ?? '', name);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The same request with other JSON in `where` and `include`. The other parameters stay as they are.
 */
export function withJson(
  request: Request,
  query: ServiceQuery,
  json: { readonly where?: JsonObject | undefined; readonly include?: JsonObject | undefined },
): Request {
  const parameters = new Map(query.parameters);
  for (const [name, value] of Object.entries(json)) {
    if (value === undefined) parameters.delete(name);
    else parameters.set(name, `{${writeRelaxedJson(value)}}`);
  }
  return withParameters(request, parameters);
}

/** Changes requests for rows that the service accepts. All others get their usual response. */
export const changeQuery =
  (change: (query: ServiceQuery, exchange: Exchange) => Promise<Response | undefined>): Change =>
  async (exchange) => {
    const usual = await exchange.next(exchange.request);
    const query = readQuery(exchange.request);
    return (usual.ok && query && (await change(query, exchange))) || usual;
  };

/** Changes the parameters of every request for rows, before the service reads them. */
export const changeParameters =
  (change: (parameters: Map<string, string>, query: ServiceQuery) => void): Change =>
  ({ request, next }) => {
    const query = readQuery(request);
    if (!query) return next(request);
    const parameters = new Map(query.parameters);
    change(parameters, query);
    return next(withParameters(request, parameters));
  };
