import type { ResolvedDialect } from '../../../dialect/dialect.js';
import type { ParsedListQuery } from '../../../query/list-query.js';
import { MAX_DEPTH } from '../../../query/query-node.js';
import { isDeeper } from '../../../query-string/parse-relaxed-json.js';
import type { JsonObject, JsonValue } from '../../../schema/field.js';
import { decodeSegment, findResource, type Resources } from '../../../schema/resources.js';
import { isIdentifier } from '../../../values/describe.js';
import {
  isPlainObject,
  own,
  parseJson,
  setMember,
  withoutUndefined,
} from '../../../values/plain-object.js';
import { dataCode, print, quote } from '../../print-code.js';
import { parseRead } from './describe-query.js';
import type { ParsedTarget } from './request-log.js';

/** The parts of a request that are copied, redacted. */
interface CallRequest extends ParsedTarget {
  readonly method: string;
  readonly contentType: string | undefined;
  readonly body: string | undefined;
}

/**
 * Writes a request as a call of a client of the same schema, such as `await client.balances.list({
 * take: 1 });`. A request that a method would reject, because the query is invalid, is a
 * `client.request`.
 *
 * @returns `undefined` if the client cannot send the request: another method, or a path outside
 * `/v1`.
 */
export function writeClientCall(
  request: CallRequest,
  schema: Resources,
  dialect: ResolvedDialect,
): string | undefined {
  if (!request.isDecoded) return undefined;
  const call = readCall(request, schema, dialect) ?? keyCall(request) ?? rawCall(request);
  if (!call) return undefined;
  const [method, ...args] = call;
  return `${print({ call: `await client${method}`, args: args.map(dataCode) }, 1)};`;
}

/** The name of a method, such as `.balances.list`, and its arguments. */
type MethodCall = [method: string, ...args: JsonValue[]];

function readCall(
  request: CallRequest,
  schema: Resources,
  dialect: ResolvedDialect,
): MethodCall | undefined {
  const found = findResource(schema, request.path);
  if (request.method !== 'GET' || request.body !== undefined || !found) return undefined;
  const { name, operation, id } = found;
  const { recorded, query } = parseRead(found, request.search, { schema, dialect });
  if (!query) return undefined;
  const { where, include } = recorded;
  const input = withoutUndefined({ where, include, ...pageOf(query) }) as JsonObject;
  const method = `${isIdentifier(name) ? `.${name}` : `[${quote(name)}]`}.${operation}`;
  return [method, ...(operation === 'get' ? [id] : []), ...optional(input)];
}

const optional = (input: JsonObject): JsonObject[] =>
  Object.keys(input).length > 0 ? [input] : [];

function pageOf({ order, take, skip, after, before }: ParsedListQuery) {
  const orderBy: Record<string, JsonValue> = {};
  for (const { field, direction } of order) setMember(orderBy, field, direction);
  return { orderBy: order.length > 0 ? orderBy : undefined, take, skip, after, before };
}

/** The methods of API keys. A body that they do not send is left to `client.request`. */
function keyCall({ method, path, parameters, ...request }: CallRequest): MethodCall | undefined {
  const id = decodeSegment(/^\/v1\/api-keys\/([^/]+)$/.exec(path)?.[1] ?? '');
  if (id === '' || parameters.length > 0) return undefined;
  if (method === 'DELETE' && request.body === undefined) return ['.apiKeys.delete', id];
  const body = method === 'PUT' ? parseJsonBody(request) : undefined;
  if (!isPlainObject(body) || Object.keys(body).length !== 1) return undefined;
  const name = own(body, 'name');
  if (typeof name === 'string' && name !== '') return ['.apiKeys.rename', id, name];
  return own(body, 'status') === 'revoked' ? ['.apiKeys.revoke', id] : undefined;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

function rawCall({ method, path, parameters, ...request }: CallRequest): MethodCall | undefined {
  const below = path.slice('/v1'.length);
  const isBelow = path.startsWith('/v1/') && below.length > 1 && !/^\/v1(\/|$)/.test(below);
  const names = new Set(parameters.map(({ name }) => name));
  if (!METHODS.includes(method) || !isBelow || names.size < parameters.length) return undefined;
  const options: Record<string, JsonValue> = {};
  const query: Record<string, JsonValue> = {};
  for (const { name, text } of parameters) setMember(query, name, text); // as text: it may be invalid
  if (names.size > 0) options.query = query;
  if (request.body !== undefined) {
    const body = parseJsonBody(request);
    if (body === undefined || method === 'GET' || method === 'HEAD') return undefined;
    options.body = body;
  }
  return ['.request', method, below, ...optional(options)];
}

/**
 * The body, if the client would send the same: JSON, declared as such, and not nested too deeply.
 */
function parseJsonBody({
  contentType,
  body = '',
}: Pick<CallRequest, 'contentType' | 'body'>): JsonValue | undefined {
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? '')) return undefined;
  const parsed = parseJson(body) as JsonValue | undefined; // what JSON can be
  return parsed === undefined || isDeeper(parsed, MAX_DEPTH) ? undefined : parsed;
}
