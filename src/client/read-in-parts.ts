import { withDeadline } from '../http/deadline.js';
import type { CheckedListQuery } from '../query/list-query.js';
import type { Endpoint } from './endpoint.js';
import { createPagination, readPages } from './pagination.js';
import type { AnyRow } from './parse-rows.js';
import type { ListResult, RequestList } from './request-list.js';
import type { RequestOptions } from './request-options.js';
import type { ValueList } from './split-list.js';

/** How many parts of a list are read at a time. */
const CONCURRENCY = 4;

/**
 * Reads the parts of a list whose query string is too long: each to its end, a few at a time and within one timeout.
 * Joins their rows. If a request fails, the others are aborted.
 */
export async function readInParts(
  endpoint: Endpoint,
  parts: readonly ValueList[],
  query: CheckedListQuery,
  options: RequestOptions | undefined,
  request: RequestList,
): Promise<ListResult> {
  const { sender, fields, path } = endpoint;
  const rows = new Map<string, AnyRow>();
  const call = { method: 'GET', path: `/v1${path}`, url: sender.urlOf(path), attempts: 0, pending: [] };
  let last: ListResult | undefined;
  const readPart = async ({ field, items, replace }: ValueList, own: RequestOptions) => {
    const missing = new Map(items.map((item) => [textOf(item), item]));
    const wanted = new Set(missing.keys());
    const isExact = field === 'id' || fields[field]?.kind === 'uuid'; // other values may be equal to several
    const send: RequestList = async (checked) => {
      const result = await request(checked, own, call);
      for (const row of result.data) {
        const { id, [field]: value } = row;
        if (isExact && typeof value === 'string' && !wanted.has(textOf(value)))
          throw result.error(`row ${JSON.stringify(id)} was not requested. The service ignores \`where\`.`);
        rows.set(id, row);
      }
      last = result;
      return result;
    };
    if (field !== 'id') {
      const pagination = createPagination(endpoint, send);
      const plan = pagination.plan({ where: replace(items), include: query.include });
      for await (const _ of readPages(pagination, plan, undefined, own));
      return;
    }
    // Ids need no pagination: those that are missing are requested until a response contains none of them.
    for (let before = Infinity; missing.size > 0 && missing.size < before; ) {
      before = missing.size;
      const { data } = await send({ ...query, where: replace([...missing.values()]) });
      for (const { id } of data) missing.delete(textOf(id));
    }
  };
  const pending = parts.values();
  await withDeadline(sender.timeoutOf(options), options?.signal, call, (signal) =>
    Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        for (const part of pending) await readPart(part, { ...options, signal });
      }),
    ),
  );
  return { ...(last as ListResult), data: [...rows.values()] }; // a list is split into at least two parts
}

/** A service may write UUIDs in the other case. */
const textOf = (id: unknown): string => `${id}`.replace(/^[\da-f-]{36}$/i, (uuid) => uuid.toLowerCase());
