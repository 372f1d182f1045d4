import { isBadRequestError } from '../errors/api-errors.js';
import type { Ordering } from '../query/order-by.js';
import { MAX_TAKE_HEADER } from '../values/headers.js';
import { withoutUndefined } from '../values/plain-object.js';
import { type Endpoint, parseQuery } from './endpoint.js';
import {
  compareRows,
  countFilterableValues,
  filterAfter,
  isExcluded,
  keyOf,
  type PageOrder,
  type PagePosition,
  type Values,
} from './page-order.js';
import { misplacedRowMessage } from './parse-rows.js';
import type { PageCapabilities, PagePlan, PageRequest } from './plan-pages.js';
import { type ReadWindow, readAfter, type WindowOptions } from './read-after.js';
import type { ListResult, RequestList } from './request-list.js';

/** What one request asks of the rows of a page. Default: the first ones. */
interface PartOfPage {
  readonly filter?: object | undefined;
  readonly order?: readonly Ordering[];
  readonly skip?: number;
  readonly size?: number;
}

/** Requests some rows of a page. */
type RequestPart = (part: PartOfPage) => Promise<ListResult & { readonly isEnd: boolean }>;

/** Reads the pages of a resource, and learns from the responses how many rows they may have. */
export interface PageReader extends PageCapabilities {
  /** A page with fewer rows is the last one. */
  fullPageSize(pageSize: number | undefined, position: PagePosition | undefined): number;
  /** Requests one page, see `Pagination`. */
  nextPage(page: PageRequest, position: PagePosition | undefined): Promise<ListResult>;
}

/** What a request asks for. */
const queryOf = (
  { plan, where }: PageRequest,
  { filter, order = plan.order, skip }: PartOfPage,
  take: number | undefined,
) =>
  withoutUndefined({
    where: filter && where ? { AND: [where, filter] } : (filter ?? where),
    include: plan.include,
    orderBy: Object.fromEntries(order.map(({ field, direction }) => [field, direction])),
    take,
    skip: skip || undefined,
  });

/** The number of rows of a numbered page whose size is not known. */
const NUMBERED_PAGE_SIZE = 100;

export function createPageReader(endpoint: Endpoint, request: RequestList): PageReader {
  const { parameters, pageSize: known } = endpoint.sender.dialect;
  const hasTake = parameters.take !== null;
  const isPaged = parameters.page !== null;
  /** How many rows a page has by default. The number of a page needs its size. */
  const defaultSize = isPaged && known.default === Infinity ? NUMBERED_PAGE_SIZE : known.default;
  /** The maximum number of rows of a response, as far as the dialect or a proxy says. */
  let maxPageSize = known.max;
  /** The number of rows of the largest response. */
  let largestPage = 0;
  /** How many rows a request asks for, or gets without `take`. Counted rows begin with the last one that was read. */
  const requestedSize = (pageSize = defaultSize, isCounted = false) =>
    Math.min(hasTake ? Math.max(pageSize, isCounted ? 2 : 1) : known.default, maxPageSize);
  const canSkip = isPaged ? hasTake || requestedSize() < Infinity : parameters.skip !== null;
  const isSingleResponse = parameters.orderBy === null && !hasTake;
  const fullPageSize: PageReader['fullPageSize'] = (pageSize, position) => {
    const isCounted = Boolean(position?.matchedAgain || position?.withinDate);
    const isExact = !isCounted || (canSkip && !isPaged);
    return isExact && (hasTake ? maxPageSize : requestedSize()) < Infinity
      ? Math.max(requestedSize(pageSize, isCounted) - Number(isCounted), 1)
      : 1;
  };
  const readPage = async (page: PageRequest, position: PagePosition | undefined) => {
    const { plan, pageSize } = page;
    const requestPart: RequestPart = async ({ size = requestedSize(pageSize), ...part }) => {
      const take = hasTake && size < Infinity ? size : undefined;
      const result = await request(parseQuery(endpoint, queryOf(page, part, take)), page.options);
      const { data, response } = result;
      maxPageSize = Math.min(maxPageSize, Number(response.headers.get(MAX_TAKE_HEADER)) || maxPageSize);
      largestPage = Math.max(largestPage, data.length);
      const isKnown = (hasTake ? maxPageSize : size) < Infinity;
      return { ...result, isEnd: isKnown && data.length < Math.min(size, maxPageSize) };
    };
    if (!position) {
      const result = await requestPart({});
      if (!isSingleResponse) return inOrder(result, plan);
      if (result.data.length < requestedSize()) return result;
      throw result.error(
        'the response has as many rows as `dialect.pageSize` allows, and further ones cannot be requested without `orderBy`.',
      );
    }
    return readNext(
      requestPart,
      plan,
      position,
      canSkip && {
        isPaged,
        windowSize: () => requestedSize(pageSize, true),
        fullPageSize: fullPageSize(pageSize, position),
        isMany: largestPage > 1,
      },
    );
  };
  return {
    isSingleResponse,
    canSkip,
    fullPageSize,
    async nextPage(page, position) {
      try {
        return await readPage(page, position);
      } catch (error) {
        const limit = Number(isBadRequestError(error) && error.headers[MAX_TAKE_HEADER]);
        if (!(limit > 0 && limit < requestedSize(page.pageSize, true))) throw error;
        maxPageSize = limit;
        return readPage(page, position);
      }
    },
  };
}

/** Reads the page after a position. `windows` is false if rows cannot be counted. */
async function readNext(
  requestPart: RequestPart,
  plan: PagePlan,
  position: PagePosition,
  windows: WindowOptions | false,
): Promise<ListResult> {
  const { after, matchedAgain, seen } = position;
  const count = countFilterableValues(after, plan);
  const filter = filterAfter(after, plan, count);
  if (matchedAgain === 0) return inOrder(await requestPart({ filter }), plan, after, seen);
  if (!windows) {
    const sameDate = await readSameDate(requestPart, plan, position);
    if (sameDate) return sameDate;
    const beyond = filterAfter(after, plan, plan.filterableCount, 'beyond');
    return inOrder(await requestPart({ filter: beyond }), plan, after);
  }
  const { isPaged, windowSize } = windows;
  const readWindow: ReadWindow = async (skip, given) => {
    const size = given ?? (isPaged ? sizeOfPageWith(skip, windowSize()) : windowSize());
    const begin = isPaged ? skip - (skip % size) : skip;
    const result = await requestPart({ filter, skip: begin, size });
    const excluded = result.data.find((row) => isExcluded(row, after, plan, count));
    if (excluded) throw result.error(misplacedRowMessage(excluded));
    return { ...result, begin, size };
  };
  const isThere = async () => {
    const { data } = await requestPart({ filter: { id: after.id } });
    return data.some((row) => keyOf(row, plan) === keyOf(after, plan));
  };
  return inOrder(await readAfter(position, plan, windows, readWindow, isThere), plan, after);
}

/** The size of numbered pages, up to a number, with which the most rows follow a row in its page. */
function sizeOfPageWith(skip: number, maxSize: number): number {
  let size = maxSize;
  for (let other = size; other > 1; other--) if (other - (skip % other) > size - (skip % size)) size = other;
  return size;
}

/** Reads the next rows with the date of a position, in the rest of the order; `undefined` if there are none. */
async function readSameDate(
  requestPart: RequestPart,
  plan: PagePlan,
  { after, withinDate, seen }: PagePosition,
): Promise<ListResult | undefined> {
  const { order, filterableCount } = plan;
  const rest = { ...plan, order: order.slice(filterableCount) };
  const known = new Set(withinDate ? withinDate.seen : seen);
  const sameDate = filterAfter(after, plan, filterableCount, 'within');
  for (let last = withinDate?.after; ; ) {
    const filter = last ? { AND: [sameDate, filterAfter(last, rest, rest.order.length)] } : sameDate;
    const result = await requestPart({ filter, order: rest.order });
    const data = result.data.filter((row) => !known.has(keyOf(row, plan)));
    if (data.length > 0) return { ...result, data };
    const next = result.data.at(-1);
    if (!next || result.isEnd) return undefined;
    if (last && keyOf(next, rest) === keyOf(last, rest))
      throw result.error(misplacedRowMessage(result.data[0]));
    last = next;
  }
}

/** @throws ResponseError if a row is known to come before another, or is one of those before the position. */
function inOrder(result: ListResult, order: PageOrder, after?: Values, keys?: readonly string[]): ListResult {
  let previous = after;
  const seen = new Set(keys);
  for (const row of result.data) {
    const isBefore = previous && Number(compareRows(row, previous, order)) <= 0;
    if (isBefore || seen.has(keyOf(row, order))) throw result.error(misplacedRowMessage(row));
    previous = row;
  }
  return result;
}
