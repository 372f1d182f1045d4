import { checkText } from '../query/copy-json.js';
import { QueryNode } from '../query/query-node.js';
import { pathSegment } from './path-segment.js';
import type { RequestOptions } from './request-options.js';
import type { RequestSender } from './request-sender.js';
import { type ResponsePromise, respond } from './response-promise.js';

/**
 * Manages API keys. The specification does not define the responses: each method returns the decoded JSON
 * body, or `undefined` if it is empty.
 */
export interface ApiKeysResource {
  /**
   * Renames an API key.
   *
   * @param id - The id of the key, not its secret.
   * @param name - The new name; not empty.
   * @throws QueryError if the id or the name is empty; no request is sent.
   * @throws NotFoundError if no key has this id.
   * @example
   * await client.apiKeys.rename(keyId, 'Reporting');
   */
  rename(id: string, name: string, options?: RequestOptions): ResponsePromise<unknown>;
  /**
   * Revokes an API key: the service no longer accepts it. Revoking it again changes nothing.
   *
   * @param id - The id of the key, not its secret.
   * @throws QueryError if the id is empty; no request is sent.
   * @throws NotFoundError if no key has this id.
   * @example
   * await client.apiKeys.revoke(keyId);
   */
  revoke(id: string, options?: RequestOptions): ResponsePromise<unknown>;
  /**
   * Deletes an API key. It is retried only after a 429 or 503, because after a lost response the 404 of a
   * second attempt could not tell a deleted key from an unknown one.
   *
   * @param id - The id of the key, not its secret.
   * @throws QueryError if the id is empty; no request is sent.
   * @throws NotFoundError if no key has this id.
   * @example
   * await client.apiKeys.delete(keyId);
   */
  delete(id: string, options?: RequestOptions): ResponsePromise<unknown>;
}

/** Creates `client.apiKeys`. */
export function createApiKeys({ send }: RequestSender): ApiKeysResource {
  const change = async (method: string, id: string, body?: object, options?: RequestOptions) => {
    const path = `/api-keys/${pathSegment(id)}`;
    return send({ method, path, body: body && JSON.stringify(body), json: true }, options);
  };
  const rename = async (id: string, name: string, options?: RequestOptions) => {
    const node = new QueryNode('name', name);
    if (typeof name !== 'string' || name === '') throw node.typeError('a name that is not empty');
    return change('PUT', id, { name: checkText(name, node) }, options);
  };
  return {
    rename: (id, name, options) => respond(rename(id, name, options)),
    revoke: (id, options) => respond(change('PUT', id, { status: 'revoked' }, options)),
    delete: (id, options) => respond(change('DELETE', id, undefined, options)),
  };
}
