import { checkInclude, defaultSelection } from '../query/include.js';
import { writeListQuery } from '../query/list-query.js';
import { QueryNode } from '../query/query-node.js';
import type { Selected } from '../query/types/selected.js';
import type { ValidInclude } from '../query/types/valid-include.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import type { Caller } from './call.js';
import { type AnyRow, type Promised, readRow } from './parse-rows.js';
import { pathSegment } from './path-segment.js';
import type { RequestOptions } from './request-options.js';
import { type ResponsePromise, respond, type WithResponse } from './response-promise.js';

/** What can be asked of a single row. Two shapes, for the reason given at `ListQuery`. */
export type GetQuery<Chosen> =
  | (undefined extends Chosen ? { readonly include?: undefined } : never)
  | {
      /** What comes back; the default set by default. */
      readonly include: Chosen;
    };

/** One row by its id. */
export interface GetMethod<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> {
  /** Reads one row, as it comes by default. By itself, for the reason given at `list`. */
  get(id: string): ResponsePromise<Selected<Name, undefined, Schema>>;
  /**
   * Reads one row.
   *
   * @throws QueryError before anything is sent, where the id or the include can't be meant so.
   * @throws NotFoundError where there is none of that id.
   * @example
   * const balance = await client.balances.get(id, { include: { name: true, unit: true } });
   */
  get<const Chosen extends ValidInclude<Name, Chosen, Schema> | undefined>(
    id: string,
    query: GetQuery<Chosen>,
    options?: RequestOptions,
  ): ResponsePromise<Selected<Name, Chosen, Schema>>;
}

/** The `get` of a resource, as the run time sees it. */
export function createGet(caller: Caller, promised: Promised, name: string, path: string) {
  const read = async (
    id: unknown,
    query: unknown = {},
    options?: RequestOptions,
  ): Promise<WithResponse<AnyRow>> => {
    let include: unknown;
    for (const [key, member] of new QueryNode('query', query).members('an object')) {
      if (key !== 'include') throw member.unknownKey('has no place beside an id. Only `include` has.');
      include = member.value;
    }
    const checked = include === undefined ? undefined : checkInclude(promised.schema, name, include);
    const answer = await caller.call(
      {
        method: 'GET',
        path: `${path}/${pathSegment(id)}`,
        search: writeListQuery({ include: checked?.json }),
      },
      options,
    );
    return readRow(answer, checked?.selection ?? defaultSelection(promised.schema, name), promised);
  };
  return (...input: Parameters<typeof read>) => respond(read(...input));
}
