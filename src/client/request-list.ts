import type { HttpResult } from '../http/parse-response.js';
import { type CheckedListQuery, writeListQuery } from '../query/list-query.js';
import type { Endpoint } from './endpoint.js';
import { type AnyRow, parseRows } from './parse-rows.js';
import type { RequestOptions } from './request-options.js';
import type { WithResponse } from './response-promise.js';

/** Sends one list request. `onAttempt` is called before each attempt. */
export type RequestList = (
  query: CheckedListQuery,
  options?: RequestOptions,
  onAttempt?: () => void,
) => Promise<ListResult>;

export interface ListResult extends WithResponse<AnyRow[]>, Pick<HttpResult, 'error'> {}

/** Creates the function that `list`, `pages`, `iterate` and `all` of a resource send their requests with. */
export function createRequestList(endpoint: Endpoint): RequestList {
  const { sender, path } = endpoint;
  return async (query, options, onAttempt) => {
    const search = writeListQuery(query, sender.dialect);
    const result = await sender.send({ method: 'GET', path, search, onAttempt }, options);
    const parsed = parseRows(result, query.selection, endpoint);
    if (parsed.data.length > Number(query.take))
      throw result.error(
        `expected at most ${query.take} rows, got ${parsed.data.length}. The service ignores \`take\`. Set \`dialect.parameters.take\` to null.`,
      );
    return { ...result, ...parsed };
  };
}
