import { QueryError } from '../errors/query-error.js';
import { memberPath } from '../query/path.js';
import { copyJson, membersOf, unexpected } from '../query/plain-json.js';
import { encodeQueryValue, writeRelaxedJson } from '../query/relaxed-json.js';
import type { Caller } from './call.js';
import type { RequestOptions } from './request-options.js';
import { type ResponsePromise, respond, type WithResponse } from './response-promise.js';

/** What a request of one's own holds. */
export interface FreeRequestOptions extends RequestOptions {
  /** The query by parameter. An object is written as relaxed JSON, as `where` and `include` are. */
  readonly query?: { readonly [name: string]: unknown } | undefined;
  /** Sent as JSON; none by default. */
  readonly body?: unknown;
}

/**
 * Sends a request of one's own, for what the document does not name. Resolves to the decoded body as it came, `undefined`
 * where it is empty.
 *
 * @param method - Such as `'GET'`. Only GET, HEAD and PUT are repeated after a lost answer.
 * @param path - Below the version: `/entities/42`.
 * @throws QueryError before anything is sent, where the path leads elsewhere or JSON has no word for the body.
 */
export type FreeRequest = (
  method: string,
  path: string,
  options?: FreeRequestOptions,
) => ResponsePromise<unknown>;

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The `request` of a client. */
export function createFreeRequest({ baseUrl, call }: Caller): FreeRequest {
  const send = async (
    method: string,
    path: string,
    { query = {}, body, ...options }: FreeRequestOptions = {},
  ): Promise<WithResponse<unknown>> => {
    if (!methods.includes(method)) throw unexpected(method, 'method', `one of ${methods.join(', ')}`);
    if (body !== undefined && /^(GET|HEAD)$/.test(method))
      throw new QueryError('body', `has no place in a ${method}. Use \`query\`.`, body);
    const { data, response } = await call(
      {
        method,
        path: checkPath(baseUrl, path),
        search: writeQuery(query),
        body: body === undefined ? undefined : JSON.stringify(copyJson(body, 'body', 1)),
      },
      options,
    );
    return { data, response, pagination: undefined };
  };
  return (...input) => respond(send(...input));
}

/** Segments that a URL parser resolves, so that `/entities/${id}` could lead to another resource. */
const DOTS = /\/(?:\.|%2e){1,2}(?:\/|\s*$)/i;

/** A path that is requested as it is written: nothing in it is dropped or resolved by a URL parser. */
function checkPath(baseUrl: string, path: unknown): string {
  if (typeof path === 'string' && /^\/[^?#\\\p{Cc}]+$/u.test(path) && !DOTS.test(path))
    return new URL(baseUrl + path).href.slice(baseUrl.length);
  throw unexpected(path, 'path', 'a path below the version without a query, such as /balances');
}

function writeQuery(query: unknown): string {
  return membersOf(query, 'query', 1, 'an object')
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        `${encodeURIComponent(name)}=${encodeQueryValue(textOf(value, memberPath('query', name)))}`,
    )
    .join('&');
}

function textOf(value: unknown, path: string): string {
  const json = copyJson(value, path, 1);
  if (Array.isArray(json))
    throw new QueryError(path, 'expected an object, text or a number, not an array.', value);
  return typeof json === 'object' && json !== null ? writeRelaxedJson(json) : String(json);
}
