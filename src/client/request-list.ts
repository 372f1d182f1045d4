import type { CallProgress } from '../http/request-state.js';
import { type ParsedListQuery, writeListQuery } from '../query/list-query.js';
import type { RequestOptions } from './client-options.js';
import type { Endpoint } from './endpoint.js';
import { type AnyRow, parseRows, type RowsResult } from './parse-rows.js';

/** Sends one list request. `call` is the progress of a call that sends several. */
export type RequestList = (
  query: ParsedListQuery,
  options?: RequestOptions,
  call?: CallProgress,
) => Promise<ListResult>;

export type ListResult = RowsResult<AnyRow[]>;

/** Creates the function that `list`, `pages`, `iterate` and `all` of a resource send their requests with. */
export function createRequestList(endpoint: Endpoint): RequestList {
  const { sender, path } = endpoint;
  return async (query, options, call) => {
    const search = writeListQuery(query, sender.dialect);
    const parsed = parseRows(
      await sender.send({ method: 'GET', path, search, call }, options),
      query.selection,
      endpoint,
    );
    if (parsed.data.length > Number(query.take))
      throw parsed.error(
        `expected at most ${query.take} rows, got ${parsed.data.length}. The service ignores \`take\`. Set \`dialect.parameters.take\` to null.`,
      );
    return parsed;
  };
}
