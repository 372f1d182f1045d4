import type { Ordering } from '../query/order-by.js';
import { withoutUndefined } from '../values/plain-object.js';
import { type Endpoint, parseQuery } from './endpoint.js';
import type { PageCapabilities } from './page-capabilities.js';
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
import type { PagePlan, PageRequest } from './plan-pages.js';
import { readAfter } from './read-after.js';
import type { ListResult, RequestList } from './request-list.js';

/** What one request asks of the rows of a page. Default: the first ones. */
interface PartOfPage {
  readonly filter?: object | undefined;
  readonly order?: readonly Ordering[];
  readonly skip?: number;
  readonly size?: number;
}

/** Requests some rows of a page. */
type RequestPart = (part?: PartOfPage) => Promise<ListResult & { readonly isEnd: boolean }>;

/** Requests one page. `capabilities` learn from its responses. */
export async function readPage(
  endpoint: Endpoint,
  request: RequestList,
  capabilities: PageCapabilities,
  page: PageRequest,
  position: PagePosition | undefined,
): Promise<ListResult> {
  const { plan, where, pageSize, options } = page;
  const requestPart: RequestPart = async ({
    filter,
    order = plan.order,
    skip,
    size = capabilities.requestedSize(pageSize),
  } = {}) => {
    const hasTake = endpoint.sender.dialect.parameters.take !== null;
    const query = withoutUndefined({
      where: filter && where ? { AND: [where, filter] } : (filter ?? where),
      include: plan.include,
      orderBy: Object.fromEntries(order.map(({ field, direction }) => [field, direction])),
      take: hasTake && Number.isFinite(size) ? size : undefined,
      skip: skip || undefined,
    });
    const result = await request(parseQuery(endpoint, query), options);
    return { ...result, isEnd: capabilities.learn(result, size) };
  };
  if (!position) {
    const result = await requestPart();
    if (!capabilities.isSingleResponse) return inOrder(result, plan);
    if (result.data.length < capabilities.requestedSize()) return result;
    throw result.error(
      'the response has as many rows as `dialect.pageSize` allows, and further ones cannot be requested without `orderBy`.',
    );
  }
  const { after, matchedAgain, seen } = position;
  const count = countFilterableValues(after, plan);
  const filter = filterAfter(after, plan, count);
  if (matchedAgain === 0) return inOrder(await requestPart({ filter }), plan, after, seen);
  if (capabilities.canSkip)
    return inOrder(await readCounted(requestPart, capabilities, page, position, filter, count), plan, after);
  return (
    (await readSameDate(requestPart, plan, position)) ??
    inOrder(
      await requestPart({ filter: filterAfter(after, plan, plan.filterableCount, 'beyond') }),
      plan,
      after,
    )
  );
}

/** Reads the rows after a position by their number among those that its filter matches. */
function readCounted(
  requestPart: RequestPart,
  capabilities: PageCapabilities,
  page: PageRequest,
  position: PagePosition,
  filter: object | undefined,
  filterableCount: number,
): Promise<ListResult> {
  const { plan, pageSize } = page;
  const { after } = position;
  const { isPaged, requestedSize } = capabilities;
  return readAfter(position, page, capabilities, {
    read: async (skip, given) => {
      const all = requestedSize(pageSize, true);
      const size = given ?? (isPaged ? sizeOfPageWith(skip, all) : all);
      const begin = isPaged ? skip - (skip % size) : skip;
      const result = await requestPart({ filter, skip: begin, size });
      const excluded = result.data.find((row) => isExcluded(row, after, plan, filterableCount));
      if (excluded) throw result.error(misplacedRowMessage(excluded));
      return { ...result, begin, size };
    },
    isThere: async () => {
      const { data } = await requestPart({ filter: { id: after.id } });
      return data.some((row) => keyOf(row, plan) === keyOf(after, plan));
    },
  });
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
