import { isBadRequestError } from '../errors/api-errors.js';
import { QueryError } from '../errors/usage-errors.js';
import type { Ordering } from '../query/order-by.js';
import type { JsonObject } from '../schema/field.js';
import { withoutUndefined } from '../values/plain-object.js';
import { type Endpoint, parseQuery } from './endpoint.js';
import {
  boundedBy,
  boundedFields,
  compareRows,
  filterAfter,
  isExcluded,
  keyOf,
  type PageOrder,
  type PagePosition,
  positionAfter,
  type Values,
} from './page-order.js';
import { type AnyRow, unexpected } from './parse-rows.js';
import { readAfter } from './read-after.js';
import type { ListResult, RequestList } from './request-list.js';
import type { RequestOptions } from './request-options.js';
import { splitList } from './split-list.js';

/** A checked query of `pages`: how its pages are ordered, and what each requests. */
export interface PagePlan extends PageOrder {
  /** Ordering fields that the include leaves out: requested for the position. */
  readonly added: readonly string[];
  readonly include: object | undefined;
  /** The filter. Several if it has a list that is too long for one URL: their rows are read one after the other. */
  readonly wheres: readonly (JsonObject | undefined)[];
}

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

/** The header in which a proxy says how many rows a list has at most. */
const MOST_ROWS = 'x-max-take';

/** The rows of a numbered page whose size is not known. */
const NUMBERED = 100;

/** What the requests of a page have in common. */
interface PageRequest {
  readonly plan: PagePlan;
  /** One of the filters of the plan. */
  readonly where: JsonObject | undefined;
  readonly pageSize: number | undefined;
  readonly options: RequestOptions;
}

/** What one request asks of the rows of a page; by default, the first ones. */
interface PartOfPage {
  readonly filter?: object | undefined;
  readonly order?: readonly Ordering[];
  readonly skip?: number;
  readonly size?: number;
}

export function createPagination(endpoint: Endpoint, request: RequestList): Pagination {
  const { fields, sender, name } = endpoint;
  const { dialect } = sender;
  const { parameters, pageSize: known, datesAsText } = dialect;
  const isPaged = parameters.page !== null;
  /** Whether a list is one response. */
  const isWhole = parameters.orderBy === null && parameters.take === null;
  /** The most rows of a response, as far as the dialect or a proxy says. */
  let most = known.max;
  /** The most rows that a response had. */
  let largest = 0;
  /** How many rows a page has by default. The number of a page needs its size. */
  const usual = isPaged && !Number.isFinite(known.default) ? NUMBERED : known.default;
  /** How many rows a request asks for, or gets without `take`. Counted rows begin with the last one that was read. */
  const asked = (pageSize = usual, isCounted = false) =>
    Math.min(parameters.take === null ? known.default : Math.max(pageSize, isCounted ? 2 : 1), most);
  const canSkip = isPaged ? parameters.take !== null || Number.isFinite(asked()) : parameters.skip !== null;
  /** Fewer rows than these are the last ones. */
  const least = (pageSize: number | undefined, position: PagePosition | undefined) => {
    const isCounted = position !== undefined && (position.again > 0 || position.within !== undefined);
    const isKnown = Number.isFinite(parameters.take === null ? asked() : most) && (canSkip || !isCounted);
    const isExact = isKnown && !(isPaged && isCounted);
    return isExact ? Math.max(asked(pageSize, isCounted) - Number(isCounted), 1) : 1;
  };

  /** Requests some rows of a page. */
  const send = async (
    { plan, where, pageSize, options }: PageRequest,
    { filter, order = plan.order, skip, size = asked(pageSize) }: PartOfPage,
  ): Promise<ListResult & { isEnd: boolean }> => {
    const query = withoutUndefined({
      where: filter && where ? { AND: [where, filter] } : (filter ?? where),
      include: plan.include,
      orderBy: Object.fromEntries(order.map(({ field, direction }) => [field, direction])),
      take: parameters.take === null || !Number.isFinite(size) ? undefined : size,
      skip: skip || undefined,
    });
    const result = await request(parseQuery(endpoint, query), options);
    const { data, response } = result;
    most = Math.min(most, Number(response.headers.get(MOST_ROWS)) || most);
    largest = Math.max(largest, data.length);
    const isKnown = Number.isFinite(parameters.take === null ? size : most);
    return { ...result, isEnd: isKnown && data.length < Math.min(size, most) };
  };

  /** Reads the rows after a position by their number among those that its filter matches. */
  const readCounted = (
    page: PageRequest,
    position: PagePosition,
    filter: object | undefined,
    bounded: number,
  ) => {
    const { plan, pageSize } = page;
    const { after } = position;
    return readAfter(position, plan, {
      isPaged,
      read: async (skip, given) => {
        const all = asked(pageSize, true);
        const size = given ?? (isPaged ? sizeOfPageWith(skip, all) : all);
        const begin = isPaged ? skip - (skip % size) : skip;
        const result = await send(page, { filter, skip: begin, size });
        const excluded = result.data.find((row) => isExcluded(row, after, plan, bounded));
        if (excluded) throw result.error(unexpected(excluded));
        return { ...result, begin, size };
      },
      isThere: async () => {
        const { data } = await send(page, { filter: { id: after.id } });
        return data.some((row) => keyOf(row, plan) === keyOf(after, plan));
      },
      least: least(pageSize, position),
      isMany: largest > 1,
    });
  };

  /** Reads the next rows with the date of a position, in the rest of the order; `undefined` if there are none. */
  const readSameDate = async (page: PageRequest, { after, within, seen }: PagePosition) => {
    const { plan } = page;
    const rest = { ...plan, order: plan.order.slice(plan.bounded) };
    const known = new Set(within ? within.seen : seen);
    const sameDate = filterAfter(after, plan, plan.bounded, 'within');
    for (let last = within?.after; ; ) {
      const filter = last ? { AND: [sameDate, filterAfter(last, rest, rest.order.length)] } : sameDate;
      const result = await send(page, { filter, order: rest.order });
      const data = result.data.filter((row) => !known.has(keyOf(row, plan)));
      if (data.length > 0) return { ...result, data };
      if (result.data.length === 0 || result.isEnd) return undefined;
      if (keyOf(result.data.at(-1) ?? {}, rest) === (last && keyOf(last, rest)))
        throw result.error(unexpected(result.data[0]));
      last = result.data.at(-1);
    }
  };

  const readPage = async (page: PageRequest, position: PagePosition | undefined): Promise<ListResult> => {
    const { plan } = page;
    if (!position) {
      const result = await send(page, {});
      if (!isWhole) return inOrder(result, plan);
      if (result.data.length < asked()) return result;
      throw result.error(
        'the response has as many rows as `dialect.pageSize` allows, and further ones cannot be requested without `orderBy`.',
      );
    }
    const { after, again, seen } = position;
    const bounded = boundedBy(after, plan);
    const filter = filterAfter(after, plan, bounded);
    if (again === 0) return inOrder(await send(page, { filter }), plan, after, seen);
    if (canSkip) return inOrder(await readCounted(page, position, filter, bounded), plan, after);
    return (
      (await readSameDate(page, position)) ??
      inOrder(await send(page, { filter: filterAfter(after, plan, plan.bounded, 'beyond') }), plan, after)
    );
  };

  return {
    plan(given) {
      const problem = 'is not allowed in all(), iterate() or pages(). Use `pageSize`, or list().';
      const checked = parseQuery(endpoint, given, { allowed: ['where', 'include', 'orderBy'], problem });
      const { where, include, selection } = checked;
      const order: Ordering[] = [...checked.order, { field: 'id', direction: 'asc' }];
      order.splice(order.findIndex(({ field }) => field === 'id') + 1); // ids are unique
      const bounded = boundedFields(order, fields, name, dialect);
      const rest = order.slice(bounded);
      if (!isWhole && parameters.orderBy === null)
        throw new QueryError(
          'query',
          'pages need an order, and the service has none (`dialect.parameters`). Use list(). If the service has no `take` either, set it to null, too.',
        );
      if (!isWhole && !canSkip && (bounded === 0 || boundedFields(rest, fields, name, dialect) < rest.length))
        throw new QueryError(
          'orderBy',
          'needs `skip`, which the service does not have (`dialect.parameters`). Order by one date, and otherwise by text, ids, decimals or integers that are neither nullable nor computed.',
        );
      const added = order.flatMap(({ field }) =>
        fields[field]?.computed || selection.fields.includes(field) ? [] : [field],
      );
      return {
        order: isWhole ? checked.order : order,
        fields,
        datesAsText,
        bounded,
        added,
        include: include && addToInclude(include, added),
        wheres: splitList(endpoint, checked, true)?.map(({ items, replace }) => replace(items)) ?? [where],
      };
    },
    async nextPage(page, position) {
      try {
        return await readPage(page, position);
      } catch (error) {
        const limit = Number(isBadRequestError(error) && error.headers[MOST_ROWS]);
        if (!(limit > 0 && limit < asked(page.pageSize, true))) throw error;
        most = limit;
        return readPage(page, position);
      }
    },
    nextPosition(plan, rows, position, pageSize) {
      if (isWhole || rows.length < least(pageSize, position)) return undefined;
      const next = positionAfter(plan, rows, position);
      if (canSkip || next.again === 0) return next;
      const isSameDate = position?.again && next.again > rows.length;
      const { seen } = position?.within ?? position ?? next;
      return { ...next, within: isSameDate ? { after: next.after, seen } : { after: null, seen: next.seen } };
    },
  };
}

/** The size of numbered pages, up to a number, with which the most rows follow a row in its page. */
function sizeOfPageWith(skip: number, most: number): number {
  let size = most;
  for (let other = size; other > 1; other--) if (other - (skip % other) > size - (skip % size)) size = other;
  return size;
}

/** @throws ResponseError if a row is known to come before another, or is one of those before the position. */
function inOrder(result: ListResult, order: PageOrder, after?: Values, keys?: readonly string[]): ListResult {
  let previous = after;
  const seen = new Set(keys);
  for (const row of result.data) {
    const isBefore = previous && Number(compareRows(row, previous, order)) <= 0;
    if (isBefore || seen.has(keyOf(row, order))) throw result.error(unexpected(row));
    previous = row;
  }
  return result;
}

/** An include that returns more fields. In the exclusion form, their `false` is removed. */
function addToInclude(include: object, names: readonly string[]): object {
  const copy: Record<string, unknown> = { ...include };
  for (const name of names) copy[name] = copy[name] === false ? undefined : true;
  return withoutUndefined(copy);
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
      if (key && key === landmark) throw error(unexpected(rows[0]));
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
