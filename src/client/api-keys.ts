import type { RequestOptions, Send } from '../http/call.js';
import { isNonEmptyString } from '../messages/check-options.js';
import type { ErrorKeyHider } from '../messages/hide-keys.js';
import { parseText } from '../query/operand.js';
import { QueryNode } from '../query/query-node.js';
import { checkRequestOptions } from './client-options.js';
import { pathSegment, responsePromise } from './endpoint.js';

/**
 * Manages API keys, by id and not by secret. The specification does not define the responses: each
 * method returns the decoded JSON body, or `undefined` if it is empty. An empty id is a QueryError,
 * an unknown one an ApiError with the status 404. `client.apiKeys` fits, and so does a stub.
 */
export interface ApiKeysResource {
  /**
   * Renames the API key with this id (not its secret). An empty name is a QueryError.
   *
   * @example
   * await client.apiKeys.rename(keyId, 'Reporting');
   */
  rename(id: string, name: string, options?: RequestOptions): Promise<unknown>;
  /**
   * Revokes the API key with this id (not its secret): the service no longer accepts it. Revoking
   * it again changes nothing.
   */
  revoke(id: string, options?: RequestOptions): Promise<unknown>;
  /**
   * Deletes the API key with this id (not its secret). By default, it is retried only after a 429
   * or 503, because after a lost response the 404 of a second attempt could not tell a deleted key
   * from an unknown one. With `retry` in these options, it is retried as a read is.
   */
  delete(id: string, options?: RequestOptions): Promise<unknown>;
}

export function createApiKeys(send: Send, hideKeyInErrors: ErrorKeyHider) {
  const change = async (
    method: string,
    id: string,
    options: RequestOptions | undefined,
    body?: () => object,
  ) => {
    const call = hideKeyInErrors(() => {
      checkRequestOptions(options);
      return { path: `/api-keys/${pathSegment(id)}`, body: body && JSON.stringify(body()) };
    });
    // The specification shows the header for each of these requests, also without a body.
    const headers = { 'content-type': 'application/json', ...options?.headers };
    return send({ ...options, ...call, headers, method });
  };
  return {
    rename: (id: string, name: string, options?: RequestOptions) =>
      responsePromise(change('PUT', id, options, () => ({ name: parseName(name) }))),
    revoke: (id: string, options?: RequestOptions) =>
      responsePromise(change('PUT', id, options, () => ({ status: 'revoked' }))),
    delete: (id: string, options?: RequestOptions) =>
      responsePromise(change('DELETE', id, options)),
  };
}

function parseName(name: unknown): string {
  const node = new QueryNode('name', name);
  if (isNonEmptyString(name)) return parseText(name, node);
  throw node.typeError('a non-empty string');
}
