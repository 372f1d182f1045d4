import { requestDialect } from '../../../dialect/request-dialect.js';
import type { JsonObject } from '../../../schema/field.js';
import type { Service, ServiceRequest } from './live-service.js';
import { type JsonRow, rowsOf } from './response.js';

export interface ReadRows {
  readonly rows: ReadonlyMap<string, JsonRow>;
  readonly isComplete: boolean;
}

const PAGE_SIZE = 100;

/**
 * The share of the rows that is read from the start of the list. The others are read from its end.
 */
const FROM_START = 0.8;

/**
 * The parameter for a number of rows, as far as the service allows it; none if it has no such
 * parameter.
 */
export function takeUpTo({ dialect }: Service, rows: number): { readonly take?: number } {
  const { parameters, pageSize } = requestDialect(dialect);
  return parameters.take === null ? {} : { take: Math.min(rows, pageSize.max) };
}

/** How many ids a request names at most. */
const MAX_IDS = 40;

/** What requests name, in parts that a page has room for. */
export function inPages<Item>(service: Service, items: readonly Item[]): Item[][] {
  const { pageSize } = requestDialect(service.dialect);
  const size = takeUpTo(service, MAX_IDS).take ?? Math.min(MAX_IDS, pageSize.default);
  return Array.from({ length: Math.ceil(items.length / size) }, (_, page) =>
    items.slice(page * size, (page + 1) * size),
  );
}

/**
 * Reads rows page by page, up to a limit. A list that cannot be paged is read with one request.
 *
 * @returns `undefined` if the service rejects the query.
 */
export async function readPages(
  service: Service,
  path: string,
  limit: number,
  include?: JsonObject,
): Promise<ReadRows | undefined> {
  const { parameters } = requestDialect(service.dialect);
  const hasOrder = parameters.orderBy !== null;
  const query = { ...(include && { include }), ...takeUpTo(service, Math.min(PAGE_SIZE, limit)) };
  const canSkip = parameters.skip !== null;
  const canContinue = canSkip || (hasOrder && parameters.where !== null);
  const rows = new Map<string, JsonRow>();
  // The newest rows may differ from the oldest: a part is read from the end.
  for (const [direction, comparator, most] of [
    ['asc', 'gt', hasOrder ? Math.ceil(limit * FROM_START) : limit],
    ['desc', 'lt', limit],
  ] as const) {
    const before = rows.size;
    for (let last: string | undefined; rows.size < most; ) {
      const position: ServiceRequest['query'] =
        last === undefined
          ? {}
          : canSkip
            ? { skip: rows.size - before }
            : { where: { id: { [comparator]: last } } };
      const orderBy = hasOrder ? { orderBy: { id: direction } } : {};
      const response = await service.getOrThrow({
        path,
        query: { ...query, ...orderBy, ...position },
      });
      if (response.rows === undefined)
        return rows.size === 0 ? undefined : { rows, isComplete: false };
      const count = rows.size;
      for (const row of rowsOf(response)) if (rows.size < most) rows.set(row.id, row);
      if (rows.size === count) return { rows, isComplete: canContinue };
      if (!canContinue) return { rows, isComplete: false };
      last = rowsOf(response).at(-1)?.id;
    }
  }
  return { rows, isComplete: false };
}
