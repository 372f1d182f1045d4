import { withDeadline } from '../http/deadline.js';
import type { HttpResult } from '../http/request.js';
import { timeoutError } from '../http/too-late.js';
import { checkListQuery, type ListQuery } from '../query/list-query.js';
import type { Selected } from '../query/types/selected.js';
import type { ValidInclude } from '../query/types/valid-include.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import type { Caller } from './call.js';
import { inParts } from './in-parts.js';
import { type AnyRow, type Promised, readRows } from './parse-rows.js';
import type { RequestOptions } from './request-options.js';
import { type ResponsePromise, respond, type WithResponse } from './response-promise.js';
import { splitList } from './split-list.js';

/** Several rows at once. */
export interface ListMethod<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> {
  /** Reads all rows. By itself, because a query that may be `undefined` would promise an include that may not be asked for. */
  list(): ResponsePromise<Selected<Name, undefined, Schema>[]>;
  /**
   * Reads the rows that a query asks for. Where a long `in` would make the URL longer than `maxUrlLength`, several requests
   * ask for parts of it if that changes nothing but the order of rows; `withResponse` then gives the last response.
   *
   * @throws QueryError before anything is sent, where the query can't be meant so, or is too long.
   * @example
   * const main = await client.balances.list({ where: { type: 'main' }, include: { name: true } });
   */
  list<const Chosen extends ValidInclude<Name, Chosen, Schema> | undefined>(
    query: ListQuery<Name, Chosen, Schema>,
    options?: RequestOptions,
  ): ResponsePromise<Selected<Name, Chosen, Schema>[]>;
}

/** Reads a list that is not checked yet. */
export type ReadList = (query: unknown, options?: RequestOptions) => Promise<ListResult>;

/** The rows of a list, and the answer in which they came. */
export interface ListResult extends Pick<HttpResult, 'error'> {
  readonly rows: AnyRow[];
  readonly whole: WithResponse<AnyRow[]>;
}

/** Makes what reads the lists of a resource. */
export function createReadList(caller: Caller, promised: Promised, name: string, path: string): ReadList {
  return async (query = {}, options) => {
    const checked = checkListQuery(promised.schema, name, query);
    const room = caller.maxUrlLength - caller.baseUrl.length - path.length - 1;
    const [first = '', ...rest] = splitList(checked, room);
    const read = async (search: string, signal = options?.signal): Promise<ListResult> => {
      const answer = await caller.call({ method: 'GET', path, search }, { ...options, signal });
      const whole = readRows(answer, checked.selection, promised);
      return { rows: whole.data, whole, error: answer.error };
    };
    if (rest.length === 0) return read(first);
    const timeout = caller.timeoutOf(options);
    const call = { method: 'GET', path: `/v1${path}`, attempts: 1 };
    const answers = await withDeadline(
      timeout,
      options?.signal,
      () => timeoutError(call, timeout),
      (signal) => inParts([first, ...rest], signal, read),
    );
    const rows = [...new Map(answers.flatMap(({ rows }) => rows.map((row) => [row.id, row]))).values()];
    const last = answers.reduce((_, answer) => answer);
    return { ...last, rows, whole: { ...last.whole, data: rows } };
  };
}

/** The `list` of a resource, as the run time sees it. */
export const createList =
  (read: ReadList) =>
  (query?: unknown, options?: RequestOptions): ResponsePromise<AnyRow[]> =>
    respond(read(query, options).then(({ whole }) => whole));
