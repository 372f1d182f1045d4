import { QueryError } from '../errors/usage-errors.js';
import type { ListQuery } from '../query/list-query.js';
import type { Selected } from '../query/types/selected.js';
import type { InferredInclude } from '../query/types/valid-include.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import { describe } from '../values/describe.js';
import { checkRequestOptions, type RequestHint, type RequestOptions } from './client-options.js';
import { type Endpoint, parseQuery } from './endpoint.js';
import { compareRows } from './page-order.js';
import { readInParts } from './read-in-parts.js';
import type { ListResult, RequestList } from './request-list.js';
import { createRequestMethod, type ResponsePromise } from './response-promise.js';
import { splitList } from './split-list.js';

/** The method `list` of a resource. */
export interface ListMethod<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> {
  // An overload of its own: a query that may be `undefined` would promise an include that is
  // perhaps not requested.
  /**
   * Sends one request and returns its rows with their default fields. The service may return only its
   * first page; `all`, `iterate` and `pages` return all rows.
   *
   * @example
   * const balances = await client.balances.list();
   */
  list(): ResponsePromise<Selected<Name, undefined, Schema>[]>;
  /**
   * Sends one request (several for a long `in`) and returns its rows. The service may return only its first page; `all`, `iterate` and
   * `pages` return all rows.
   *
   * If a long `in` makes the URL longer than `dialect.maxUrlLength`, the list is split into several requests. Each part
   * is read to its end, and the rows are in the order of the parts. `withResponse` then returns the last response.
   *
   * @param query - `where`, `include`, `orderBy`, `take`, `skip`, `after` and `before`; all are optional.
   * @param options - `signal`, `timeout`, `headers` and `retry` of this call.
   * @throws QueryError if the query is invalid or too long, and for a `take` above `dialect.pageSize.max`; no request is
   * sent.
   * @throws ApiError for an error status; ConnectionError, TimeoutError or ResponseError if no
   * valid response arrives, or one with more rows than `take` or in another order.
   * @example
   * const main = await client.balances.list({ where: { type: 'main' }, include: { name: true } });
   */
  list<const Chosen extends InferredInclude<Name, Chosen, Schema>>(
    query: ListQuery<Name, Chosen, Schema>,
    options?: RequestOptions | RequestHint,
  ): ResponsePromise<Selected<Name, Chosen, Schema>[]>;
}

export function createList(endpoint: Endpoint, request: RequestList) {
  return createRequestMethod(
    async (query: unknown = {}, options: RequestOptions = {}): Promise<ListResult> => {
      checkRequestOptions(options);
      const checked = parseQuery(endpoint, query);
      const { max } = endpoint.sender.dialect.pageSize;
      if (Number(checked.take) > max)
        throw new QueryError(
          'take',
          `expected at most ${max} (\`dialect.pageSize.max\`), got ${checked.take}. Use all({ … }, { limit: ${checked.take} }).`,
          checked.take,
        );
      const parts = splitList(endpoint, checked);
      if (parts) return readInParts(endpoint, parts, checked, options, request);
      const result = await request(checked, options);
      const { order } = checked;
      const misplaced =
        order.length > 0 &&
        result.data.find(
          (row, index, rows) =>
            Number(compareRows(row, rows[index - 1] ?? {}, { order, fields: endpoint.fields })) < 0,
        );
      if (misplaced)
        throw result.error(`row ${describe(misplaced.id)} is out of order. The service ignores \`orderBy\`.`);
      return result;
    },
  );
}
