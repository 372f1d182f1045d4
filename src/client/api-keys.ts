import { checkText } from '../query/copy-json.js';
import { QueryNode } from '../query/query-node.js';
import type { Caller } from './call.js';
import { pathSegment } from './path-segment.js';
import type { RequestOptions } from './request-options.js';
import { type ResponsePromise, respond } from './response-promise.js';

/**
 * Management of API keys. What the service answers is not specified: each call resolves to the decoded body, `undefined`
 * where it is empty (decision 4).
 */
export interface ApiKeysResource {
  /**
   * Gives a key another name.
   *
   * @throws QueryError before anything is sent, where the name is empty.
   */
  rename(id: string, name: string, options?: RequestOptions): ResponsePromise<unknown>;
  /** Revokes a key: it is not accepted any more. Revoking it again changes nothing (decision 5). */
  revoke(id: string, options?: RequestOptions): ResponsePromise<unknown>;
  /**
   * Deletes a key. Repeated only where the service says that it did nothing: after an answer that was lost, a 404 could
   * not tell a deleted key from a mistyped one.
   */
  delete(id: string, options?: RequestOptions): ResponsePromise<unknown>;
}

/** The API keys of a client. */
export function createApiKeys({ call }: Caller): ApiKeysResource {
  const change = async (method: string, id: string, body: object | undefined, options?: RequestOptions) => {
    const { data, response } = await call(
      {
        method,
        path: `/api-keys/${pathSegment(id)}`,
        body: body && JSON.stringify(body),
        json: true,
      },
      options,
    );
    return { data, response, pagination: undefined };
  };
  const rename = async (id: string, name: string, options?: RequestOptions) => {
    const part = new QueryNode('name', name);
    if (typeof name !== 'string' || name === '') throw part.typeError('a name');
    return change('PUT', id, { name: checkText(name, part) }, options);
  };
  return {
    rename: (id, name, options) => respond(rename(id, name, options)),
    revoke: (id, options) => respond(change('PUT', id, { status: 'revoked' }, options)),
    delete: (id, options) => respond(change('DELETE', id, undefined, options)),
  };
}
