import { isBadRequestError } from '../errors/api-errors.js';
import { describe } from '../values/describe.js';
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
import { type AnyRow, type ListResult, misplacedRowMessage, type RequestList } from './parse-rows.js';
import type { PageCapabilities, PageRequest } from './plan-pages.js';

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
  /** Requests one page, see `Pagination`. */
  nextPage(page: PageRequest, position: PagePosition | undefined): Promise<ListResult>;
}

/** What a request asks for. */
const queryOf = ({ plan, where }: PageRequest, { filter, skip }: PartOfPage, take: number | undefined) =>
  withoutUndefined({
    where: filter && where ? { AND: [where, filter] } : (filter ?? where),
    include: plan.include,
    orderBy: Object.fromEntries(plan.order.map(({ field, direction }) => [field, direction])),
    take,
    skip: skip || undefined,
  });

/** The header in which a proxy says how many rows a list has at most. */
export const MAX_TAKE_HEADER = 'x-max-take';

/** The number of rows of a numbered page whose size is not known. */
const NUMBERED_PAGE_SIZE = 100;

export function createPageReader(endpoint: Endpoint, request: RequestList): PageReader {
  const { parameters, pageSize: declared } = endpoint.sender.dialect;
  const hasTake = parameters.take !== null;
  const isPaged = parameters.page !== null;
  /** How many rows a page has by default. The number of a page needs its size. */
  const defaultSize = isPaged && declared.default === Infinity ? NUMBERED_PAGE_SIZE : declared.default;
  /** The maximum number of rows that a request may ask for, as far as the dialect or a proxy says. */
  let maxTake = declared.max;
  /** The number of rows of the largest response. */
  let largestPage = 0;
  /** How many rows a request asks for, or gets without `take`. Counted rows begin with the last one that was read. */
  const requestedSize = (pageSize = defaultSize, isCounted = false) =>
    Math.min(hasTake ? Math.max(pageSize, isCounted ? 2 : 1) : declared.default, maxTake);
  const canSkip = isPaged ? hasTake || requestedSize() < Infinity : parameters.skip !== null;
  /** Whether a response with fewer rows than requested is known to be the last: the service may return fewer. */
  const isSizeKnown = (hasTake ? maxTake : requestedSize()) < Infinity;
  const isSingleResponse = parameters.orderBy === null && !hasTake;
  const fullPageSize: PageReader['fullPageSize'] = (pageSize, position) => {
    const isCounted = Boolean(position?.matchedAgain);
    return isSizeKnown && !(isCounted && (isPaged || !canSkip))
      ? Math.max(requestedSize(pageSize, isCounted) - Number(isCounted), 1)
      : 1;
  };
  const readPage = async (page: PageRequest, position: PagePosition | undefined) => {
    const { plan, pageSize } = page;
    const requestPart = async ({ size = requestedSize(pageSize), ...part }: PartOfPage) => {
      const take = hasTake && size < Infinity ? size : undefined;
      const result = await request(parseQuery(endpoint, queryOf(page, part, take)), page.options);
      const { data, response } = result;
      maxTake = Math.min(maxTake, Number(response.headers.get(MAX_TAKE_HEADER)) || maxTake);
      largestPage = Math.max(largestPage, data.length);
      return { ...result, isEnd: isSizeKnown && data.length < Math.min(size, maxTake) };
    };
    if (!position) {
      const result = await requestPart({});
      if (!isSingleResponse) return inOrder(result, plan);
      if (result.data.length < requestedSize()) return result;
      throw result.error(
        'the response has as many rows as `dialect.pageSize` allows, and further ones cannot be requested without `orderBy`.',
      );
    }
    const { after, matchedAgain, seen } = position;
    const count = countFilterableValues(after, plan);
    const filter = filterAfter(after, plan, count);
    if (matchedAgain === 0) return inOrder(await requestPart({ filter }), plan, after, seen);
    const isThere = async () => {
      const { data } = await requestPart({ filter: { id: after.id } });
      return data.some((row) => keyOf(row, plan) === keyOf(after, plan));
    };
    if (!canSkip)
      return readWithoutSkip(position, {
        readWithout: async (ids) => {
          const others = { AND: [filter, { id: { not_in: ids } }] };
          return inOrder(await requestPart({ filter: others, size: requestedSize(pageSize, true) }), plan);
        },
        isThere,
      });
    return readAfter(position, plan, {
      isPaged,
      fullPageSize: fullPageSize(pageSize, position),
      isMany: largestPage > 1,
      async readWindow(skip, given = requestedSize(pageSize, true)) {
        const size = isPaged && hasTake ? sizeOfPageWith(skip, given) : given;
        const begin = isPaged ? skip - (skip % size) : skip;
        const result = inOrder(await requestPart({ filter, skip: begin, size }), plan);
        const excluded = result.data.find((row) => isExcluded(row, after, plan, count));
        if (excluded) throw result.error(misplacedRowMessage(excluded));
        return { ...result, begin, size };
      },
      isThere,
    });
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
        maxTake = limit;
        return readPage(page, position);
      }
    },
  };
}

/** The size of numbered pages, up to a number, with which the most rows follow a row in its page. */
function sizeOfPageWith(skip: number, maxSize: number): number {
  let size = maxSize;
  for (let other = size; other > 1; other--) if (other - (skip % other) > size - (skip % size)) size = other;
  return size;
}

/** @throws ResponseError if a row is known to come before another, or is one of those before the position. */
function inOrder<Result extends ListResult>(
  result: Result,
  order: PageOrder,
  after?: Values,
  keys?: readonly string[],
): Result {
  let previous = after;
  const seen = new Set(keys);
  for (const row of result.data) {
    const isBefore = previous && Number(compareRows(row, previous, order)) <= 0;
    if (isBefore || seen.has(keyOf(row, order))) throw result.error(misplacedRowMessage(row));
    previous = row;
  }
  return result;
}

/** Some of the rows that a filter matches, in order. */
interface Window extends ListResult {
  /** How many rows come before. */
  readonly begin: number;
  /** How many rows it may have: all windows of a service with numbered pages begin at a multiple. */
  readonly size: number;
  /** Whether no row follows, as far as that is known. */
  readonly isEnd: boolean;
}

/** How a service returns windows. */
interface WindowReader {
  /** Whether pages are numbered. */
  readonly isPaged: boolean;
  /** How many rows are expected, unless they are the last ones. */
  readonly fullPageSize: number;
  /** Whether the service is known to return several rows at once. */
  readonly isMany: boolean;
  /** Requests a window that contains the row after `skip` others; the one of that size that begins with it. */
  readWindow(skip: number, size?: number): Promise<Window>;
  /** Whether the service still has the last row, with the values that it showed. */
  isThere(): Promise<boolean>;
}

/** How many windows are requested to find a row again. */
const MAX_WINDOWS = 40;

/**
 * Reads the rows after the last one that was read, by their number: a window begins with that row. In a total order,
 * the rows after it are those that were not read, whatever was inserted or deleted before it. If it has moved, it is
 * searched for nearby; if it was deleted, a row before it takes its place.
 *
 * @returns The last response with the new rows alone; with none at the end.
 */
async function readAfter(
  { after, matchedAgain, seen: keys }: PagePosition,
  order: PageOrder,
  { isPaged, fullPageSize, isMany, readWindow, isThere }: WindowReader,
): Promise<ListResult> {
  const seen = new Set(keys);
  const isSeen = (row: AnyRow) => seen.has(keyOf(row, order));
  /** The last row that was read, or that is known to come before the position: inserted meanwhile. */
  const lastBefore = (rows: readonly AnyRow[]) =>
    rows.findLastIndex((row) => isSeen(row) || Number(compareRows(row, after, order)) < 0);
  let skip = matchedAgain - 1;
  let isForward = false;
  let previous: Window | undefined;
  let repeated = 0;
  for (let count = 0; count < MAX_WINDOWS; count++) {
    const result = await readWindow(skip);
    const { data: rows, begin, size, isEnd } = result;
    if (rows[0] && rows[0].id === previous?.data[0]?.id && begin !== previous.begin && ++repeated > 2)
      throw result.error(misplacedRowMessage(rows[0]));
    previous = result;
    const index = lastBefore(rows);
    const found = { ...result, data: rows.slice(index + 1) };
    if (index >= 0) {
      if (isEnd || found.data.length >= fullPageSize) return found;
      if (skip !== begin + index) {
        skip = begin + index;
        continue;
      }
      // It is the last row of its window. The next one follows if this row is still in its place afterwards.
      const next = await readWindow(begin + (isPaged ? size : rows.length), size);
      if (next.data.length === 0 && isMany) return next;
      const { [index]: same } = (await readWindow(skip)).data;
      if (!same || same.id !== rows[index]?.id) continue;
      const other = lastBefore(next.data);
      const last = next.data[other];
      if (last && !isSeen(last) && Number(compareRows(last, same, order)) < 0)
        throw next.error(misplacedRowMessage(last));
      if (next.data.length === 0 || other < next.data.length - 1)
        return { ...next, data: next.data.slice(other + 1) };
      skip = next.begin + other;
    } else if (isForward) {
      if (rows.length === 0) break;
      skip = begin + rows.length;
    } else if (begin > 0) {
      skip = Math.max(0, begin - Math.max(rows.length, seen.size >> 1, 1));
    } else if (await isThere()) {
      isForward = true;
      skip = rows.length;
    } else if (matchedAgain <= seen.size) {
      return found; // all rows before the position are known, and were deleted
    } else break;
  }
  throw previous?.error(notFoundAgain(after.id));
}

const notFoundAgain = (id: unknown) =>
  `row ${describe(id)} was not found again. Too many rows changed meanwhile, or the service compares \`orderBy\` in another way than \`dialect\` says.`;

/** How a service without `skip` returns rows. */
interface ExcludingReader extends Pick<WindowReader, 'isThere'> {
  /** Requests the rows from the position on, without some. */
  readWithout(ids: readonly unknown[]): Promise<ListResult>;
}

/**
 * Reads the rows after the last one that was read, without those of the same date that were read before. The last row
 * is requested again, because its date may be compared in another way than it is shown.
 *
 * @throws ResponseError if more rows than a position knows have the same date.
 */
async function readWithoutSkip(
  { after, matchedAgain, seen }: PagePosition,
  { readWithout, isThere }: ExcludingReader,
): Promise<ListResult> {
  const ids = seen.slice(-matchedAgain).map((key): unknown => JSON.parse(key).at(-1)); // the order ends with `id`
  const result = await readWithout(ids.slice(0, -1));
  if (matchedAgain > ids.length)
    throw result.error(
      `more than ${ids.length} rows have the same value of \`orderBy\` as row ${describe(after.id)}. To read them, the service needs \`skip\` (\`dialect.parameters\`).`,
    );
  const data = result.data.filter(({ id }) => id !== after.id);
  if (data.length === result.data.length && (await isThere())) throw result.error(notFoundAgain(after.id));
  // The service may return one row at a time.
  return data.length > 0 || result.data.length === 0 ? { ...result, data } : readWithout(ids);
}
