import type { RequestDialect } from '../dialect/request-dialect.js';
import { MAX_TAKE_HEADER } from '../values/max-take-header.js';
import type { PagePosition } from './page-order.js';
import type { ListResult } from './request-list.js';

/** How a service returns pages, and which page sizes it is known to allow. */
export interface PageCapabilities {
  /** Whether pages are numbered. */
  readonly isPaged: boolean;
  /** Whether a list is one response: it can neither be ordered nor limited. */
  readonly isSingleResponse: boolean;
  /** Whether a request can skip rows. */
  readonly canSkip: boolean;
  /** How many rows a request asks for, or gets without `take`. Counted rows begin with the last one that was read. */
  requestedSize(pageSize?: number, isCounted?: boolean): number;
  /** A page with fewer rows is the last one. */
  fullPageSize(pageSize: number | undefined, position: PagePosition | undefined): number;
  /** Sets the maximum number of rows of a response. */
  limitTo(maxPageSize: number): void;
  /**
   * Learns from a response of a requested size.
   *
   * @returns Whether no row follows, as far as that is known.
   */
  learn(result: ListResult, size: number): boolean;
  /** Whether the service is known to return several rows at once. */
  hasLargePages(): boolean;
}

/** The number of rows of a numbered page whose size is not known. */
const NUMBERED_PAGE_SIZE = 100;

export function createPageCapabilities({ parameters, pageSize: known }: RequestDialect): PageCapabilities {
  const isPaged = parameters.page !== null;
  const hasTake = parameters.take !== null;
  /** How many rows a page has by default. The number of a page needs its size. */
  const defaultSize = isPaged && !Number.isFinite(known.default) ? NUMBERED_PAGE_SIZE : known.default;
  /** The maximum number of rows of a response, as far as the dialect or a proxy says. */
  let maxPageSize = known.max;
  let largestPage = 0;
  const requestedSize = (pageSize = defaultSize, isCounted = false) =>
    Math.min(hasTake ? Math.max(pageSize, isCounted ? 2 : 1) : known.default, maxPageSize);
  const canSkip = isPaged ? hasTake || Number.isFinite(requestedSize()) : parameters.skip !== null;
  return {
    isPaged,
    isSingleResponse: parameters.orderBy === null && !hasTake,
    canSkip,
    requestedSize,
    fullPageSize(pageSize, position) {
      const isCounted = Boolean(position?.matchedAgain || position?.withinDate);
      const isExact = isCounted ? canSkip && !isPaged : true;
      return isExact && Number.isFinite(hasTake ? maxPageSize : requestedSize())
        ? Math.max(requestedSize(pageSize, isCounted) - Number(isCounted), 1)
        : 1;
    },
    limitTo: (limit) => {
      maxPageSize = limit;
    },
    learn({ data, response }, size) {
      maxPageSize = Math.min(maxPageSize, Number(response.headers.get(MAX_TAKE_HEADER)) || maxPageSize);
      largestPage = Math.max(largestPage, data.length);
      const isKnown = Number.isFinite(hasTake ? maxPageSize : size);
      return isKnown && data.length < Math.min(size, maxPageSize);
    },
    hasLargePages: () => largestPage > 1,
  };
}
