import { type RequestDialect, rowsPerPage } from '../dialect/request-dialect.js';
import { isBadRequestError } from '../errors/api-errors.js';
import { MAX_TAKE_HEADER } from '../values/headers.js';
import { withoutUndefined } from '../values/plain-object.js';
import { type Endpoint, parseQuery } from './endpoint.js';
import {
  countFilterableValues,
  filterAfter,
  isExcluded,
  keyOf,
  type PagePosition,
} from './page-order.js';
import { readAfter, readWithoutSkip, requireOrder } from './page-windows.js';
import type { PageCapabilities, PageRequest } from './plan-pages.js';
import { type ListResult, rowOrderError, type SendList } from './response-rows.js';

/** What one request asks of the rows of a page. Default: the first ones. */
interface PartOfPage {
  readonly filter?: object | undefined;
  readonly skip?: number;
  readonly size?: number;
}

/** Reads the pages of a resource, and learns from the responses how many rows they may have. */
export interface PageReader extends PageCapabilities {
  /** A page with fewer rows is the last one. */
  fullPageSize(pageSize: number | undefined, position: PagePosition | undefined): number;
  nextPage(page: PageRequest, position: PagePosition | undefined): Promise<ListResult>;
}

const queryOf = (
  { plan, where }: PageRequest,
  { filter, skip }: PartOfPage,
  take: number | undefined,
) =>
  withoutUndefined({
    where: filter && where ? { AND: [where, filter] } : (filter ?? where),
    include: plan.include,
    orderBy: Object.fromEntries(plan.order.map(({ field, direction }) => [field, direction])),
    take,
    skip: skip || undefined,
  });

/** The number of rows of a numbered page whose size is not known. */
const NUMBERED_PAGE_SIZE = 100;

/** How many rows requests ask for, and pages may have. */
function createPageSizes({ parameters, pageSize: declared }: RequestDialect) {
  /** How many rows a page has, as far as the dialect or a proxy says. */
  const known = { ...declared };
  const hasTake = parameters.take !== null;
  const isPaged = parameters.page !== null;
  /** How many rows a page has by default. The number of a page needs its size. */
  const defaultSize = isPaged && known.default === Infinity ? NUMBERED_PAGE_SIZE : known.default;
  /**
   * How many rows a request asks for, or gets without `take`. Counted rows begin with the last one
   * that was read.
   */
  const requestedSize = (pageSize = defaultSize, isCounted = false) =>
    rowsPerPage(hasTake ? Math.max(pageSize, isCounted ? 2 : 1) : undefined, known);
  const canSkip = isPaged ? hasTake || requestedSize() < Infinity : parameters.skip !== null;
  /**
   * Whether a response with fewer rows than requested is known to be the last: the service may
   * return fewer.
   */
  const isSizeKnown = (hasTake ? known.max : requestedSize()) < Infinity;
  return {
    hasTake,
    isPaged,
    isSingleResponse: parameters.orderBy === null && !hasTake,
    canSkip,
    requestedSize,
    isSizeKnown,
    /** Reduces the maximum, unless the limit is 0. */
    limitTo(limit: number): number {
      known.max = Math.min(known.max, limit || known.max);
      return known.max;
    },
    fullPageSize(pageSize: number | undefined, position: PagePosition | undefined): number {
      const isCounted = Boolean(position?.matchedAgain);
      return isSizeKnown && !(isCounted && (isPaged || !canSkip))
        ? Math.max(requestedSize(pageSize, isCounted) - Number(isCounted), 1)
        : 1;
    },
  };
}

export function createPageReader(endpoint: Endpoint, request: SendList): PageReader {
  const sizes = createPageSizes(endpoint.sender.dialect);
  const { hasTake, isPaged, requestedSize } = sizes;
  let largestPage = 0;
  const readPage = async (page: PageRequest, position: PagePosition | undefined) => {
    const { plan, pageSize } = page;
    const requestPart = async ({ size = requestedSize(pageSize), ...part }: PartOfPage) => {
      const take = hasTake && size < Infinity ? size : undefined;
      // The plan has reported the values that the user wrote; the others are those of rows.
      const query = parseQuery(endpoint, queryOf(page, part, take), {
        onUndeclaredValue: undefined,
      });
      const result = await request(query, page.options);
      const { data, response } = result;
      const maxTake = sizes.limitTo(Number(response.headers.get(MAX_TAKE_HEADER)));
      largestPage = Math.max(largestPage, data.length);
      return { ...result, isEnd: sizes.isSizeKnown && data.length < Math.min(size, maxTake) };
    };
    if (!position) {
      const result = await requestPart({});
      if (!sizes.isSingleResponse) return requireOrder(result, plan);
      if (result.data.length < requestedSize()) return result;
      throw result.error(
        'the response has as many rows as `dialect.pageSize` allows, and further ones cannot be requested without `orderBy`.',
      );
    }
    const { values, matchedAgain } = position;
    const count = countFilterableValues(values, plan);
    const filter = filterAfter(values, plan, count);
    if (matchedAgain === 0)
      return requireOrder(await requestPart({ filter }), plan, true, position);
    const isThere = async () => {
      const { data } = await requestPart({ filter: { id: values.id } });
      return data.some((row) => keyOf(row, plan) === keyOf(values, plan));
    };
    if (!sizes.canSkip)
      return readWithoutSkip(position, {
        readWithout: async (ids) => {
          const others = { AND: [filter, { id: { not_in: ids } }] };
          const size = requestedSize(pageSize, true);
          return requireOrder(await requestPart({ filter: others, size }), plan);
        },
        isThere,
      });
    return readAfter(position, plan, {
      isPaged,
      fullPageSize: sizes.fullPageSize(pageSize, position),
      isMany: largestPage > 1,
      async readWindow(skip, given = requestedSize(pageSize, true)) {
        const size = isPaged && hasTake ? sizeOfPageWith(skip, given) : given;
        const begin = isPaged ? skip - (skip % size) : skip;
        const result = requireOrder(await requestPart({ filter, skip: begin, size }), plan);
        const excluded = result.data.find((row) => isExcluded(row, values, plan, count));
        if (excluded) throw rowOrderError(result, excluded);
        return { ...result, begin, size };
      },
      isThere,
    });
  };
  return {
    ...sizes,
    async nextPage(page, position) {
      const asked = requestedSize(page.pageSize, true); // another call may learn the limit meanwhile
      try {
        return await readPage(page, position);
      } catch (error) {
        const limit = Number(isBadRequestError(error) && error.headers[MAX_TAKE_HEADER]);
        if (!(limit > 0 && limit < asked)) throw error;
        sizes.limitTo(limit);
        return readPage(page, position);
      }
    },
  };
}

/**
 * The size of numbered pages, up to a number, with which the most rows follow a row in its page.
 */
function sizeOfPageWith(skip: number, maxSize: number): number {
  let size = maxSize;
  for (let other = size; other > 1; other--)
    if (other - (skip % other) > size - (skip % size)) size = other;
  return size;
}
