import type { RequestOptions, Send } from '../http/call.js';
import { isVersioned } from '../http/service-url.js';
import { unchecked } from '../messages/check-options.js';
import type { ErrorKeyHider } from '../messages/hide-keys.js';
import { copyJson } from '../query/operand.js';
import { QueryNode } from '../query/query-node.js';
import { writeRelaxedJson, writeSearch } from '../query/relaxed-json.js';
import { isWellFormed } from '../values/plain-object.js';
import { checkRequestOptions } from './client-options.js';
import { type ResponsePromise, responsePromise } from './endpoint.js';

/** Options of `client.request`. */
export interface RawRequestOptions extends RequestOptions {
  /**
   * The query parameters by name. Objects are serialized as relaxed JSON; members that are
   * `undefined` are left out.
   */
  readonly query?: object | undefined;
  /** Sent as JSON. Default: no body. */
  readonly body?: unknown;
}

/**
 * Sends a request to an endpoint that the client has no method for. Returns the decoded JSON body
 * with its envelope, or `undefined` if it is empty.
 *
 * @param method - GET, HEAD, POST, PUT, PATCH or DELETE. POST and PATCH are not retried unless
 * `options.retry` is set; set it only if the service recognizes a repeated request.
 * @param path - The path below `/v1`, without a query: `/entities/42`. A `;` is percent-encoded.
 * @param options - `query`, `body`, and `signal`, `timeout`, `headers` and `retry` of this call.
 * @throws QueryError if the request is invalid; otherwise the errors of `list`.
 * @example
 * const query = { include: { name: true } };
 * const entity = await client.request('GET', '/entities/42', { query });
 */
export type RawRequest = (
  method: string,
  path: string,
  options?: RawRequestOptions,
) => ResponsePromise<unknown>;

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

export function createRawRequest(send: Send, hideKeyInErrors: ErrorKeyHider): RawRequest {
  const parse = (method: string, path: string, options: RawRequestOptions) => {
    checkRequestOptions(options, 'request', { query: unchecked, body: unchecked });
    const { query = {}, body, ...callOptions } = options;
    if (!methods.includes(method))
      throw new QueryNode('method', method).typeError(`one of ${methods.join(', ')}`);
    const bodyNode = new QueryNode('body', body);
    if (body !== undefined && /^(GET|HEAD)$/.test(method))
      throw bodyNode.error(`is not allowed in a ${method} request. Use \`query\`.`);
    return {
      ...callOptions,
      method,
      path: parsePath(path),
      search: serializeQuery(query),
      body: body === undefined ? undefined : JSON.stringify(copyJson(bodyNode)),
    };
  };
  const request = async (method: string, path: string, options: RawRequestOptions) =>
    send(hideKeyInErrors(() => parse(method, path, options)));
  return (method, path, options = {}) => responsePromise(request(method, path, options));
}

/**
 * Segments that a URL parser resolves, so that `/entities/${id}` could lead to another resource.
 */
const DOT_SEGMENTS = /\/(?:\.|%2e){1,2}(?:\/|\s*$)/i;

/**
 * A path that is requested as it is written: a URL parser removes and resolves nothing in it. Some
 * servers remove what follows a `;`, and resolve `..;` as `..`.
 */
function parsePath(path: unknown): string {
  const hasVersion = isVersioned(String(path));
  if (
    hasVersion ||
    typeof path !== 'string' ||
    !/^\/[^?#\\\p{Cc}\p{Cs}]+$/u.test(path) ||
    DOT_SEGMENTS.test(path)
  )
    throw new QueryNode('path', path).typeError(
      'a path below /v1 without a query, such as /balances',
      hasVersion ? ' Omit /v1.' : '',
    );
  // It would remove a space at the end, too.
  return new URL(`https://host${path.replaceAll(' ', '%20')}`).pathname.replaceAll(';', '%3B');
}

function serializeQuery(query: unknown): string {
  const members = new QueryNode('query', query).members('an object');
  return writeSearch(
    members.map(([name, node]) => {
      if (!isWellFormed(name)) throw node.error('has a name with an unpaired surrogate.');
      return [name, node.value === undefined ? undefined : toText(node)];
    }),
  );
}

function toText({ path, value }: QueryNode): string {
  const node = new QueryNode(path, value); // each parameter may be nested as deep as a filter
  const json = copyJson(node);
  if (Array.isArray(json)) throw node.typeError('an object, a string, a number or a boolean');
  return typeof json === 'object' && json !== null ? writeRelaxedJson(json) : String(json);
}
