import { withDeadline } from '../http/transport.js';
import type { ParsedListQuery } from '../query/list-query.js';
import { describe } from '../values/describe.js';
import type { RequestOptions } from './client-options.js';
import type { Endpoint } from './endpoint.js';
import { createPagination, readPages } from './pagination.js';
import type { AnyRow } from './parse-rows.js';
import type { ListResult, RequestList } from './request-list.js';
import { isId, type ValueList } from './split-list.js';

/** How many parts of a list are read at a time. */
const CONCURRENCY = 4;

/**
 * Reads the parts of a list whose query string is too long: each to its end, a few at a time and within one timeout.
 * Joins their rows in the order of the parts, without those that match several. If a request fails, the others are
 * aborted.
 */
export async function readInParts(
  endpoint: Endpoint,
  parts: readonly ValueList[],
  query: ParsedListQuery,
  options: RequestOptions,
  request: RequestList,
): Promise<ListResult> {
  const { sender, fields, path } = endpoint;
  const call = { method: 'GET', path: `/v1${path}`, url: sender.urlOf(path), attempts: 0, pending: [] };
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
