import type { RequestOptions } from './client-options.js';
import type { Endpoint } from './endpoint.js';
import { keyOf, type PagePosition, positionAfter } from './page-order.js';
import { type AnyRow, misplacedRowMessage } from './parse-rows.js';
import { type PagePlan, type PageRequest, planPages } from './plan-pages.js';
import { createPageReader } from './read-page.js';
import type { ListResult, RequestList } from './request-list.js';

/** Requests the pages of a resource. Used by `pages`, `iterate`, `all`, long id lists and the TanStack Query entry. */
export interface Pagination {
  /** @throws QueryError for an invalid query, and if the service lacks what its pages need. */
  plan(query: unknown): PagePlan;
  /**
   * Requests one page. Its rows contain the `added` fields of the plan. It has no rows at the end.
   *
   * @throws ResponseError if the service ignores `take`, the order or the position.
   */
  nextPage(page: PageRequest, position: PagePosition | undefined): Promise<ListResult>;
  /** The position after a page; `undefined` if it is known to be the last. */
  nextPosition(
    plan: PagePlan,
    rows: readonly AnyRow[],
    position: PagePosition | undefined,
    pageSize: number | undefined,
  ): PagePosition | undefined;
}

export function createPagination(endpoint: Endpoint, request: RequestList): Pagination {
  const reader = createPageReader(endpoint, request);
  return {
    plan: (query) => planPages(endpoint, query, reader),
    nextPage: reader.nextPage,
    nextPosition(plan, rows, position, pageSize) {
      if (reader.isSingleResponse || rows.length < reader.fullPageSize(pageSize, position)) return undefined;
      return positionAfter(plan, rows, position);
    },
  };
}

/** Reads the pages of a plan to the end. */
export async function* readPages(
  { nextPage, nextPosition }: Pagination,
  plan: PagePlan,
  pageSize: number | undefined,
  options: RequestOptions,
): AsyncGenerator<AnyRow[], void, undefined> {
  const before = new Set<string>(); // ids of the parts before, because equal values may be in several
  for (const where of plan.wheres) {
    let position: PagePosition | undefined;
    let landmark: string | undefined; // a page that begins as an earlier one repeats it
    let count = 0;
    do {
      const { data: rows, error } = await nextPage({ plan, where, pageSize, options }, position);
      const key = rows[0] && keyOf(rows[0], plan);
      if (key && key === landmark) throw error(misplacedRowMessage(rows[0]));
      count++;
      if ((count & (count - 1)) === 0) landmark = key; // after 1, 2, 4, 8 … pages, so that it finds any cycle
      position = nextPosition(plan, rows, position, pageSize);
      const page = rows.filter(({ id }) => !before.has(id));
      for (const { id } of plan.wheres.length > 1 ? page : []) before.add(id);
      for (const row of page) for (const name of plan.added) Reflect.deleteProperty(row, name);
      if (page.length > 0) yield page;
    } while (position);
  }
}
