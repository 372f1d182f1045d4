import { withDeadline } from '../http/transport.js';
import type { ParsedListQuery } from '../query/list-query.js';
import type { JsonValue } from '../schema/field.js';
import { describe } from '../values/describe.js';
import type { RequestOptions } from './client-options.js';
import type { Endpoint } from './endpoint.js';
import { createPagination, readPages } from './pagination.js';
import type { AnyRow } from './parse-rows.js';
import type { ListResult, RequestList } from './request-list.js';
import type { ValueList } from './split-list.js';

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
    const wanted = new Set(items.map(foldCase));
    const rows = new Map<string, AnyRow>();
    const send: RequestList = async (checked) => {
      last = await request(checked, callOptions, call);
      for (const row of last.data) {
        const { id, [field]: value } = row;
        // Only of ids it is known which are equal at most.
        if (fields[field]?.kind === 'uuid' && typeof value === 'string' && !wanted.has(foldCase(value)))
          throw last.error(`row ${describe(id)} was not requested. The service ignores \`where\`.`);
        rows.set(id, row);
      }
      return last;
    };
    if (field === 'id') {
      // Ids need no pagination: those that are missing are requested until a response has no new row. An id that
      // differs from that of a row in its case is requested again, unless no other one is equal to both.
      const missing = new Set(items);
      const folded = new Map<string, JsonValue | undefined>(); // `undefined` for several
      for (const item of items) folded.set(foldCase(item), folded.has(foldCase(item)) ? undefined : item);
      for (let before = -1; missing.size > 0 && before < rows.size; ) {
        before = rows.size;
        const { data } = await send({ ...query, where: replace([...missing]) });
        for (const { id } of data) missing.delete(folded.get(foldCase(id)) ?? id);
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
