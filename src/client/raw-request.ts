import { copyJson } from '../query/copy-json.js';
import { QueryNode } from '../query/query-node.js';
import { encodeQueryValue, writeRelaxedJson } from '../query/relaxed-json.js';
import type { Caller } from './call.js';
import { checkRawRequestOptions } from './client-options.js';
import type { RequestOptions } from './request-options.js';
import { type ResponsePromise, respond, type WithResponse } from './response-promise.js';

/** What a request of one's own holds. */
export interface RawRequestOptions extends RequestOptions {
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
export type RawRequest = (
  method: string,
  path: string,
  options?: RawRequestOptions,
) => ResponsePromise<unknown>;

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The `request` of a client. */
export function createRawRequest({ baseUrl, call }: Caller): RawRequest {
  const send = async (
    method: string,
    path: string,
    given: RawRequestOptions = {},
  ): Promise<WithResponse<unknown>> => {
    checkRawRequestOptions(given);
    const { query = {}, body, ...options } = given;
    if (!methods.includes(method))
      throw new QueryNode('method', method).typeError(`one of ${methods.join(', ')}`);
    const sent = new QueryNode('body', body);
    if (body !== undefined && /^(GET|HEAD)$/.test(method))
      throw sent.error(`has no place in a ${method}. Use \`query\`.`);
    const { data, response } = await call(
      {
        method,
        path: checkPath(baseUrl, path),
        search: writeQuery(query),
        body: body === undefined ? undefined : JSON.stringify(copyJson(sent)),
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
  throw new QueryNode('path', path).typeError('a path below the version without a query, such as /balances');
}

function writeQuery(query: unknown): string {
  return new QueryNode('query', query)
    .members('an object')
    .filter(([, { value }]) => value !== undefined)
    .map(([name, part]) => `${encodeURIComponent(name)}=${encodeQueryValue(textOf(part))}`)
    .join('&');
}

function textOf({ path, value }: QueryNode): string {
  const part = new QueryNode(path, value); // a query of its own, as deep as any
  const json = copyJson(part);
  if (Array.isArray(json)) throw part.typeError('an object, text or a number');
  return typeof json === 'object' && json !== null ? writeRelaxedJson(json) : String(json);
}
