import { QueryError } from '../errors/usage-errors.js';
import { withDeadline } from '../http/transport.js';
import type { ListQuery, ParsedListQuery } from '../query/list-query.js';
import type { Selected } from '../query/types/selected.js';
import type { InferredInclude } from '../query/types/valid-include.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import { describe } from '../values/describe.js';
import { checkRequestOptions, type RequestHint, type RequestOptions } from './client-options.js';
import { type Endpoint, parseQuery } from './endpoint.js';
import { compareRows } from './page-order.js';
import { createPagination, readPages } from './pagination.js';
import type { AnyRow, ListResult, RequestList } from './parse-rows.js';
import { createRequestMethod, type ResponsePromise } from './request-sender.js';
import { isId, splitList, type ValueList } from './split-list.js';

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

/** How many parts of a list are read at a time. */
const CONCURRENCY = 4;

/**
 * Reads the parts of a list whose query string is too long: each to its end, a few at a time and within one timeout.
 * Joins their rows in the order of the parts, without those that match several. If a request fails, the others are
 * aborted.
 */
async function readInParts(
  endpoint: Endpoint,
  parts: readonly ValueList[],
  query: ParsedListQuery,
  options: RequestOptions,
  request: RequestList,
): Promise<ListResult> {
  const { sender, fields, path } = endpoint;
  const call = { method: 'GET', ...sender.addressOf(path), attempts: 0, pending: [] };
  let last: ListResult | undefined;
  const readPart = async ({ field, items, replace }: ValueList, callOptions: RequestOptions) => {
    const isUuid = fields[field]?.kind === 'uuid';
    const wanted = new Set(items.map(foldCase));
    const rows = new Map<string, AnyRow>();
    const send: RequestList = async (checked) => {
      last = await request(checked, callOptions, call);
      for (const row of last.data) {
        const { id, [field]: value } = row;
        // Only of ids it is known which are equal at most.
        if (isUuid && typeof value === 'string' && !wanted.has(foldCase(value)))
          throw last.error(`row ${describe(id)} was not requested. The service ignores \`where\`.`);
        rows.set(id, row);
      }
      return last;
    };
    if (isId(field, fields)) {
      // Ids need no pagination: those that are missing are requested until a response has none of them. Ids that differ
      // only in case, which may be equal, are requested one after the other.
      for (let left = items; left.length > 0; ) {
        const missing = new Map(left.map((item) => [foldCase(item), item]));
        left = left.filter((item) => missing.get(foldCase(item)) !== item);
        for (let before = -1; missing.size > 0 && before !== missing.size; ) {
          before = missing.size;
          const { data } = await send({ ...query, where: replace([...missing.values()]) });
          for (const { id } of data) missing.delete(foldCase(id));
        }
      }
    } else {
      const pagination = createPagination(endpoint, send);
      const plan = pagination.plan({
        where: replace(items),
        ...(query.include && { include: query.include }),
      });
      for await (const _ of readPages(pagination, plan, undefined, callOptions));
    }
    return [...rows.values()];
  };
  const results: AnyRow[][] = [];
  const pending = parts.entries();
  await withDeadline(sender.timeoutOf(options), options.signal, call, (signal) =>
    Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        for (const [index, part] of pending) results[index] = await readPart(part, { ...options, signal });
      }),
    ),
  );
  const rows = new Map(results.flat().map((row) => [row.id, row]));
  return { ...(last as unknown as ListResult), data: [...rows.values()] }; // there is at least one part
}

const foldCase = (id: unknown): string => `${id}`.toLowerCase();
