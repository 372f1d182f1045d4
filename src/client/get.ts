import type { OptionHint } from '../query/hints.js';
import { type WithInclude, writeListQuery } from '../query/list-query.js';
import type { Selected } from '../query/types/selected.js';
import type { InferredInclude } from '../query/types/valid-include.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import type { OtherNames } from '../values/did-you-mean.js';
import { sentLength } from '../values/service-url.js';
import type { RequestHint, RequestOptions } from './client-options.js';
import { type Endpoint, parseQuery, pathSegment, queryLengthError } from './endpoint.js';
import { createRequestMethod, type ResponsePromise } from './request-sender.js';
import { parseRows } from './response-rows.js';

/** The query of a single row: `include`. */
export type GetQuery<Chosen> = WithInclude<unknown, Chosen, GetHint>;

interface GetHint
  extends OtherNames<'include'>,
    OptionHint<'signal' | 'timeout' | 'headers' | 'retry'> {
  include: never;
  readonly where?: 'Filter with list().';
}

/** The method `get` of a resource. */
export interface GetMethod<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> {
  // An overload of its own, as ListMethod in list.ts explains.
  /**
   * Returns one row with its default fields.
   *
   * @throws QueryError if the id is empty; NotFoundError if no row has it.
   * @example
   * const balance = await client.balances.get(balanceId);
   */
  get(id: string): ResponsePromise<Selected<Name, undefined, Schema>>;
  /**
   * Returns one row with the fields and relations of `include`.
   *
   * @param options - `signal`, `timeout`, `headers` and `retry` of this call.
   * @throws QueryError if the id or the include is invalid; NotFoundError if no row has this id.
   * @example
   * const balance = await client.balances.get(balanceId, { include: { name: true, unit: true } });
   */
  get<const Chosen extends InferredInclude<Name, Chosen, Schema>>(
    id: string,
    query: GetQuery<Chosen>,
    options?: RequestOptions | RequestHint,
  ): ResponsePromise<Selected<Name, Chosen, Schema>>;
}

export function createGet(endpoint: Endpoint) {
  const { sender } = endpoint;
  return createRequestMethod(async (id: unknown, query: unknown = {}, options?: RequestOptions) => {
    const problem = 'is not allowed in get(). Use `include`, or filter with list().';
    const parsed = parseQuery(endpoint, query, { allowed: ['include'], problem });
    const path = `${endpoint.path}/${pathSegment(id)}`;
    const search = writeListQuery(parsed, sender.dialect);
    const [length, limit] = [sentLength(search), sender.searchLimit(path)];
    if (search && length > limit)
      throw queryLengthError('include', parsed.include, length, limit, 'Include less');
    const result = await sender.send({ method: 'GET', path, search }, options);
    return parseRows(result, parsed.selection, endpoint, false);
  });
}
