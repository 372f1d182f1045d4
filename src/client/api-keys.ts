import { QueryError } from '../errors.js';
import { parseText } from '../query/operand.js';
import { QueryNode } from '../query/query-node.js';
import { isNonEmptyString } from '../values/check-options.js';
import type { RequestHint, RequestOptions } from './client-options.js';
import { pathSegment } from './endpoint.js';
import { createRequestMethod, type RequestSender, type ResponsePromise } from './request-sender.js';

/**
 * Manages API keys, by id and not by secret. The specification does not define the responses: each
 * method returns the decoded JSON body, or `undefined` if it is empty. An empty id is a QueryError,
 * an unknown one a NotFoundError.
 */
export interface ApiKeysResource {
  /**
   * Renames the API key with this id (not its secret). An empty name is a QueryError.
   *
   * @example
   * await client.apiKeys.rename(keyId, 'Reporting');
   */
  rename(
    id: string,
    name: string,
    options?: RequestOptions | RequestHint,
  ): ResponsePromise<unknown>;
  /**
   * Revokes the API key with this id (not its secret): the service no longer accepts it. Revoking
   * it again changes nothing.
   */
  revoke(id: string, options?: RequestOptions | RequestHint): ResponsePromise<unknown>;
  /**
   * Deletes the API key with this id (not its secret). It is retried only after a 429 or 503,
   * because after a lost response the 404 of a second attempt could not tell a deleted key from an
   * unknown one.
   */
  delete(id: string, options?: RequestOptions | RequestHint): ResponsePromise<unknown>;
}

export function createApiKeys({ send, keys }: RequestSender): ApiKeysResource {
  const change = createRequestMethod(
    async (method: string, id: string, options?: RequestOptions, body?: () => object) => {
      const path = `/api-keys/${pathSegment(id)}`;
      if (keys.redact(id) === '[redacted]')
        throw new QueryError('id', "is the secret of this client. Pass the key's id.");
      return send({ method, path, body: body && JSON.stringify(body()), json: true }, options);
    },
  );
  return {
    rename: (id, name, options) => change('PUT', id, options, () => ({ name: parseName(name) })),
    revoke: (id, options) => change('PUT', id, options, () => ({ status: 'revoked' })),
    delete: (id, options) => change('DELETE', id, options),
  };
}

function parseName(name: unknown): string {
  const node = new QueryNode('name', name);
  if (isNonEmptyString(name)) return parseText(name, node);
  throw node.typeError('a non-empty string');
}
