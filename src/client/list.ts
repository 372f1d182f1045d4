import type { HttpResult } from '../http/parse-response.js';
import { checkListQuery, type ListQuery, writeListQuery } from '../query/list-query.js';
import type { Selected } from '../query/types/selected.js';
import type { ValidInclude } from '../query/types/valid-include.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import type { Endpoint } from './endpoint.js';
import { type AnyRow, parseRows } from './parse-rows.js';
import type { RequestOptions } from './request-options.js';
import { sentLength } from './request-sender.js';
import { type ResponsePromise, respond, type WithResponse } from './response-promise.js';
import { requestInParts, splitList } from './split-list.js';

/** `list` of a resource. */
export interface ListMethod<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> {
  // An overload of its own: a query that may be `undefined` would promise an include that is
  // perhaps not requested.
  /**
   * Sends one request and returns its rows with their default properties. The service may return only its
   * first page; `iterate` and `pages` return all rows.
   *
   * @example
   * const balances = await client.balances.list();
   */
  list(): ResponsePromise<Selected<Name, undefined, Schema>[]>;
  /**
   * Sends one request and returns its rows. The service may return only its first page; `iterate` and `pages`
   * return all rows.
   *
   * If a long `in` makes the URL longer than `maxUrlLength`, the list is split into several requests,
   * provided that the result is the same except for the order of rows. `withResponse` then returns
   * the last response.
   *
   * @param query - `where`, `include`, `orderBy`, `take`, `skip`, `after` and `before`; all are optional.
   * @param options - `signal`, `timeout`, `headers` and `retry` of this call.
   * @throws QueryError if the query is invalid or too long; no request is sent.
   * @throws ApiError for an error status; ConnectionError, TimeoutError or ResponseError if no
   * valid response arrives.
   * @example
   * const main = await client.balances.list({ where: { type: 'main' }, include: { name: true } });
   */
  list<const Chosen extends ValidInclude<Name, Chosen, Schema> | undefined>(
    query: ListQuery<Name, Chosen, Schema>,
    options?: RequestOptions,
  ): ResponsePromise<Selected<Name, Chosen, Schema>[]>;
}

/** Requests a list with an unchecked query. `warn`: whether to log the warnings about the query. */
export type RequestList = (query: unknown, options?: RequestOptions, warn?: boolean) => Promise<ListResult>;

/** The rows of a list with their response. */
export interface ListResult extends WithResponse<AnyRow[]>, Pick<HttpResult, 'error'> {}

/** Creates the function that `list`, `pages` and `iterate` of a resource send their requests with. */
export function createRequestList(endpoint: Endpoint): RequestList {
  const { sender, schema, name, path } = endpoint;
  return async (query = {}, options, warn = true) => {
    const checked = checkListQuery(schema, name, query);
    if (warn) sender.warn(checked.warnings);
    const send = async (
      search: string,
      own: RequestOptions | undefined = options,
      onAttempt?: () => void,
    ): Promise<ListResult> => {
      const result = await sender.send({ method: 'GET', path, search, onAttempt }, own);
      return { ...result, ...parseRows(result, checked.selection, endpoint) };
    };
    const search = writeListQuery(checked, sender.dialect);
    const limit = sender.searchLimit(path);
    if (sentLength(search) <= limit) return send(search);
    return requestInParts(splitList(checked, limit, sender.dialect), endpoint, options, send);
  };
}

/** Creates the `list` of a resource. */
export const createList =
  (request: RequestList) =>
  (query?: unknown, options?: RequestOptions): ResponsePromise<AnyRow[]> =>
    respond(request(query, options));
