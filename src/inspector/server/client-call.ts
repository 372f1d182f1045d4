import type { ResolvedDialect } from '../../dialect/dialect.js';
import { isQueryError } from '../../errors/usage-errors.js';
import type { CheckedListQuery } from '../../query/list-query.js';
import { parseGetQuery, parseListQuery, type RecordedQuery } from '../../query-string/parse-query.js';
import type { JsonValue } from '../../schema/field.js';
import { decodeSegment, findResource } from '../../schema/find-resource.js';
import type { Resources } from '../../schema/resources.js';
import { isIdentifier } from '../../values/member-path.js';
import { isPlainObject, own, setMember } from '../../values/plain-object.js';
import type { ParsedTarget } from './parse-target.js';
import { writeCode, writeCodeText } from './write-code.js';

/** The parts of a request that a call of the client needs, redacted. */
interface CallRequest extends ParsedTarget {
  readonly method: string;
  readonly contentType: string | undefined;
  readonly body: string | undefined;
}

/**
 * Writes a request as a call of a client of the same schema, such as `await client.balances.list({ take: 1 });`.
 * A request that a method would reject, because the query is invalid, is a `client.request`.
 *
 * @returns `undefined` if the client cannot send the request: another method, or a path outside `/v1`.
 */
export function writeClientCall(
  request: CallRequest,
  schema: Resources,
  dialect: ResolvedDialect,
): string | undefined {
  if (!request.isDecoded) return undefined;
  const call = readCall(request, schema, dialect) ?? keyCall(request) ?? rawCall(request);
  return call && `await client${call};`;
}

function readCall(request: CallRequest, schema: Resources, dialect: ResolvedDialect): string | undefined {
  const found = findResource(schema, request.path);
  if (request.method !== 'GET' || request.body !== undefined || !found) return undefined;
  const { name, operation, id } = found;
  const recorded: RecordedQuery = {};
  const given = { search: request.search, schema, name, dialect, allowed: [], recorded };
  let query: CheckedListQuery;
  try {
    query = operation === 'list' ? parseListQuery(given) : parseGetQuery(given);
  } catch (error) {
    if (isQueryError(error)) return undefined;
    throw error;
  }
  const { where, include } = recorded;
  const input = Object.entries({ where, include, ...pageOf(query) }).filter(
    ([, value]) => value !== undefined,
  );
  const literal = input.length === 0 ? '' : writeCode(Object.fromEntries(input) as Record<string, JsonValue>);
  if (literal === undefined) return undefined;
  const resource = isIdentifier(name) ? `.${name}` : `[${writeCodeText(name)}]`;
  if (operation === 'list') return `${resource}.list(${literal})`;
  return `${resource}.get(${[writeCodeText(id), literal].filter((part) => part !== '').join(', ')})`;
}

function pageOf({ order, take, skip, after, before }: CheckedListQuery) {
  const orderBy: Record<string, JsonValue> = {};
  for (const { field, direction } of order) setMember(orderBy, field, direction);
  return { orderBy: order.length > 0 ? orderBy : undefined, take, skip, after, before };
}

/** The methods of API keys. A body that they do not send is left to `client.request`. */
function keyCall({ method, path, parameters, ...request }: CallRequest): string | undefined {
  const id = decodeSegment(/^\/v1\/api-keys\/([^/]+)$/.exec(path)?.[1] ?? '');
  if (id === '' || parameters.length > 0) return undefined;
  if (method === 'DELETE' && request.body === undefined) return `.apiKeys.delete(${writeCodeText(id)})`;
  const body = method === 'PUT' ? parseBody(request) : undefined;
  if (!isPlainObject(body) || Object.keys(body).length !== 1) return undefined;
  const name = own(body, 'name');
  if (typeof name === 'string' && name !== '')
    return `.apiKeys.rename(${writeCodeText(id)}, ${writeCodeText(name)})`;
  return own(body, 'status') === 'revoked' ? `.apiKeys.revoke(${writeCodeText(id)})` : undefined;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

function rawCall({ method, path, parameters, ...request }: CallRequest): string | undefined {
  const below = path.slice('/v1'.length);
  const isBelow = path.startsWith('/v1/') && below.length > 1 && !/^\/v1(\/|$)/.test(below);
  const names = new Set(parameters.map(({ name }) => name));
  if (!METHODS.includes(method) || !isBelow || names.size < parameters.length) return undefined;
  const options: Record<string, JsonValue> = {};
  const query: Record<string, JsonValue> = {};
  for (const { name, text } of parameters) setMember(query, name, text); // as text: it may be invalid
  if (names.size > 0) options.query = query;
  if (request.body !== undefined) {
    const body = parseBody(request);
    if (body === undefined || method === 'GET' || method === 'HEAD') return undefined;
    options.body = body;
  }
  const literal = Object.keys(options).length > 0 ? writeCode(options) : '';
  if (literal === undefined) return undefined;
  return `.request(${[writeCodeText(method), writeCodeText(below), literal].filter((part) => part !== '').join(', ')})`;
}

/** The body, if the client would send the same: JSON, and declared as such. */
function parseBody({
  contentType,
  body = '',
}: Pick<CallRequest, 'contentType' | 'body'>): JsonValue | undefined {
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? '')) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
