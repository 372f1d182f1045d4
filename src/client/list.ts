import { checkListQuery, type ListQuery, writeListQuery } from '../query/list-query.js';
import type { Selected } from '../query/selected.js';
import type { ValidInclude } from '../query/valid-include.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import type { Caller } from './call.js';
import { type AnyRow, type Promised, readRows } from './promised-data.js';
import type { RequestOptions } from './request-options.js';
import { type ResponsePromise, respond, type WithResponse } from './response-promise.js';

/** Several rows at once. */
export interface ListOperation<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> {
  /**
   * Reads the rows that a query asks for.
   *
   * @throws QueryError before anything is sent, where the query can't be meant so.
   * @example
   * const main = await client.balances.list({ where: { type: 'main' }, include: { name: true } });
   */
  list<const Chosen extends ValidInclude<Name, Chosen, Schema> | undefined>(
    query?: ListQuery<Name, Chosen, Schema>,
    options?: RequestOptions,
  ): ResponsePromise<Selected<Name, Chosen, Schema>[]>;
}

/** The `list` of a resource, as the run time sees it. */
export function createList(caller: Caller, promised: Promised, name: string, path: string) {
  const read = async (query: unknown = {}, options?: RequestOptions): Promise<WithResponse<AnyRow[]>> => {
    const checked = checkListQuery(promised.schema, name, query);
    const answer = await caller.call({ method: 'GET', path, search: writeListQuery(checked) }, options);
    return readRows(answer, checked.selection, promised);
  };
  return (...input: Parameters<typeof read>) => respond(read(...input));
}
