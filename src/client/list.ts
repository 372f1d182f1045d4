import { QueryError } from '../errors.js';
import { withDeadline } from '../http/transport.js';
import type { ListQuery, ParsedListQuery } from '../query/list-query.js';
import type { Selected } from '../query/types/selected.js';
import type { InferredInclude } from '../query/types/valid-include.js';
import type { JsonValue } from '../schema/field.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import { describe } from '../values/describe.js';
import { checkRequestOptions, type RequestHint, type RequestOptions } from './client-options.js';
import { type AnyRow, type Endpoint, identifiesRows, parseQuery } from './endpoint.js';
import { requireOrder } from './page-windows.js';
import { createPagination, readPages } from './pagination.js';
import { createRequestMethod, type ResponsePromise } from './request-sender.js';
import type { ListResult, SendList } from './response-rows.js';
import { type LongIn, splitList } from './split-list.js';

/** The method `list` of a resource. */
export interface ListMethod<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> {
  // An overload of its own: a query that may be `undefined` would promise an include that is
  // perhaps not requested.
  /**
   * Returns the rows of one response with their default fields. It may be only the first page;
   * `all`, `iterate` and `pages` return all rows.
   *
   * @example
   * const balances = await client.balances.list();
   */
  list(): ResponsePromise<Selected<Name, undefined, Schema>[]>;
  /**
   * Returns the rows of one response, which may be only the first page; `all`, `iterate` and
   * `pages` return all rows. An `in` that is too long for one URL is split: each part is read to
   * its end, and the rows are in the order of the parts. `withResponse()` then returns the last
   * response.
   *
   * @param query - `where`, `include`, `orderBy`, `take`, `skip`, `after` and `before`; all are
   * optional.
   * @param options - `signal`, `timeout`, `headers` and `retry` of this call.
   * @throws QueryError if the query is invalid or too long; no request is sent.
   * @throws ApiError for an error status; ConnectionError, TimeoutError; ResponseError for an
   * invalid response.
   * @example
   * const main = await client.balances.list({ where: { type: 'main' }, include: { name: true } });
   */
  list<const Chosen extends InferredInclude<Name, Chosen, Schema>>(
    query: ListQuery<Name, Chosen, Schema>,
    options?: RequestOptions | RequestHint,
  ): ResponsePromise<Selected<Name, Chosen, Schema>[]>;
}

export function createList(endpoint: Endpoint, request: SendList) {
  return createRequestMethod(
    async (query: unknown = {}, options: RequestOptions = {}): Promise<ListResult> => {
      checkRequestOptions(options);
      const parsed = parseQuery(endpoint, query);
      const { max } = endpoint.sender.dialect.pageSize;
      if (Number(parsed.take) > max)
        throw new QueryError(
          'take',
          `expected at most ${max} (\`dialect.pageSize.max\`), got ${parsed.take}. Use all({ … }, { limit: ${parsed.take} }).`,
          parsed.take,
        );
      const parts = splitList(endpoint, parsed);
      if (parts) return readParts(endpoint, parts, parsed, options, request);
      return requireOrder(
        await request(parsed, options),
        { ...parsed, fields: endpoint.fields },
        false,
      );
    },
  );
}

const CONCURRENCY = 4;

/**
 * Reads the parts of a list: each to its end, a few at a time and within one timeout. Joins their
 * rows in the order of the parts, without those that match several. If a request fails, the others
 * are aborted.
 */
async function readParts(
  endpoint: Endpoint,
  parts: readonly LongIn[],
  query: ParsedListQuery,
  options: RequestOptions,
  request: SendList,
): Promise<ListResult> {
  const { sender, fields, path } = endpoint;
  const call = { method: 'GET', ...sender.addressOf(path), attempts: 0, pending: [] };
  let last: ListResult | undefined;
  const readPart = async (part: LongIn, rows: AnyRow[], callOptions: RequestOptions) => {
    const { field, values, replace } = part;
    const send: SendList = async (parsed) => {
      last = await request(parsed, callOptions, call);
      if (fields[field]?.kind === 'uuid') assertRequested(part, last);
      for (const row of last.data) rows.push(row);
      return last;
    };
    if (identifiesRows(field, fields))
      await readIds(values, (ids) => send({ ...query, where: replace(ids) }));
    else {
      const { include } = query;
      const pagination = createPagination(endpoint, send);
      const plan = pagination.plan({ where: replace(values), ...(include && { include }) });
      for await (const _ of readPages(pagination, plan, undefined, callOptions));
    }
  };
  const results = parts.map((part) => ({ part, rows: [] as AnyRow[] }));
  const pending = results.values();
  await withDeadline(sender.timeoutOf(options), options.signal, call, (signal) =>
    Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        for (const { part, rows } of pending) await readPart(part, rows, { ...options, signal });
      }),
    ),
  );
  const byId = new Map(results.flatMap(({ rows }) => rows.map((row) => [row.id, row])));
  return { ...(last as unknown as ListResult), data: [...byId.values()] }; // there is at least one part
}

/**
 * @throws ResponseError if a row has another id than the part: only of ids it is known which are
 * equal at most.
 */
function assertRequested({ field, values }: LongIn, { data, error }: ListResult): void {
  const wanted = new Set(values.map(caseless));
  for (const { id, [field]: value } of data)
    if (typeof value === 'string' && !wanted.has(caseless(value)))
      throw error(`row ${describe(id)} was not requested. The service ignores \`where\`.`);
}

/**
 * Requests rows by their ids, which needs no pagination: those that are missing are requested until
 * a response has none of them. Ids that differ only in case, which may be equal, are requested one
 * after the other.
 */
async function readIds(
  ids: readonly JsonValue[],
  send: (ids: JsonValue[]) => Promise<ListResult>,
): Promise<void> {
  for (let left = ids; left.length > 0; ) {
    const missing = new Map(left.map((id) => [caseless(id), id]));
    left = left.filter((id) => missing.get(caseless(id)) !== id);
    for (let before = -1; missing.size > 0 && before !== missing.size; ) {
      before = missing.size;
      const { data } = await send([...missing.values()]);
      for (const { id } of data) missing.delete(caseless(id));
    }
  }
}

const caseless = (id: unknown): string => `${id}`.toLowerCase();
