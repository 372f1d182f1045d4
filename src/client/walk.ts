import { afterId } from './after-id.js';
import type { ReadList } from './list.js';
import type { AnyRow } from './parse-rows.js';
import type { RequestOptions } from './request-options.js';

/** A query of which the check of a list has still to be made. */
type Query = Readonly<Record<string, unknown>>;

/**
 * Walks by key: each page is asked for the rows whose id comes after the last one seen. An empty page is the end, because
 * nobody knows how many rows the service gives at most.
 */
export async function* pagesById(
  read: ReadList,
  { where, ...query }: Query,
  pageSize: number,
  options: RequestOptions,
): AsyncGenerator<AnyRow[], void> {
  for (let last: unknown; ; ) {
    const { rows, error } = await read({ ...query, ...afterId(where, last), take: pageSize }, options);
    for (const { id } of rows) {
      if (!comesAfter(id, last)) {
        throw error(
          `a walk by id got ${JSON.stringify(id)} after ${JSON.stringify(last)}. The service does not honour \`order_by\` or the filter, and the walk would not end.`,
        );
      }
      last = id;
    }
    if (rows.length === 0) return;
    yield rows;
  }
}

/** Whether an id is one, and greater than the one before. */
const comesAfter = (id: unknown, last: unknown): boolean => {
  if (typeof id === 'string') return last === undefined || (typeof last === 'string' && id > last);
  return typeof id === 'number' && (last === undefined || (typeof last === 'number' && id > last));
};

/**
 * Walks by counting, in the order of the caller. What is inserted meanwhile can bring rows a second time: those of the
 * page before are left out.
 */
export async function* pagesBySkip(
  read: ReadList,
  query: Query,
  pageSize: number,
  options: RequestOptions,
): AsyncGenerator<AnyRow[], void> {
  let before = new Set<unknown>();
  let stale = 0;
  for (let skip = 0; ; ) {
    const { rows, error } = await read({ ...query, take: pageSize, skip }, options);
    if (rows.length === 0) return;
    const fresh = rows.filter(({ id }) => !before.has(id));
    stale = fresh.length === 0 ? stale + 1 : 0;
    if (stale === 3) {
      throw error(
        'a walk got the same rows again and again. The service does not honour `skip`, and the walk would not end.',
      );
    }
    if (fresh.length > 0) yield fresh;
    before = new Set(rows.map(({ id }) => id));
    skip += rows.length;
  }
}
