import type { Ordering } from '../query/order-by.js';
import type { Field, JsonObject } from '../schema/field.js';
import { compareRows } from './compare-rows.js';
import { checkQuery, type Endpoint } from './endpoint.js';
import { type PageOrder, type PagePosition, positionAfter, whereAfter } from './page-position.js';
import { type AnyRow, unexpected } from './parse-rows.js';
import { readOn } from './read-on.js';
import type { ListResult, RequestList } from './request-list.js';
import type { RequestOptions } from './request-options.js';
import { splitList } from './split-list.js';

/** A checked query of `pages`: how its pages are ordered, and what each requests. */
export interface PagePlan extends PageOrder {
  /** Ordering fields that the include leaves out: requested for the position. */
  readonly added: readonly string[];
  readonly query: { readonly include?: unknown; readonly orderBy?: unknown };
  /** The filter. Several if it has a list that is too long for one URL: their rows are read one after the other. */
  readonly wheres: readonly (JsonObject | undefined)[];
}

/** Requests the pages of a resource. Used by `pages`, `iterate`, `all`, long lists and the TanStack Query entry. */
export interface Pagination {
  /** @throws QueryError for an invalid query. */
  plan(query: unknown): PagePlan;
  /**
   * Requests one page. Its rows contain the `added` fields of the plan.
   *
   * @param where - One of the filters of the plan.
   * @param recent - Ids of rows before this page, as far as they are known.
   * @throws ResponseError if the service ignores `take`, the order or the position.
   */
  nextPage(
    plan: PagePlan,
    where: JsonObject | undefined,
    position: PagePosition,
    recent: ReadonlySet<string>,
    pageSize: number | undefined,
    options: RequestOptions,
  ): Promise<ListResult>;
}

export function createPagination(endpoint: Endpoint, request: RequestList): Pagination {
  const { fields, sender } = endpoint;
  const { parameters, pageSize: known } = sender.dialect;
  return {
    plan(given) {
      const problem = 'is not allowed in all(), iterate() or pages(). Use `pageSize`, or list().';
      const checked = checkQuery(endpoint, given, { allowed: ['where', 'include', 'orderBy'], problem });
      const { where, include } = checked;
      const order: Ordering[] = [...checked.order, { field: 'id', direction: 'asc' }];
      order.splice(order.findIndex(({ field }) => field === 'id') + 1); // ids are unique
      const names = order.map(({ field }) => field);
      const isKeyset = names.every((field) => isExact(fields[field]));
      const added = names.filter((field) => isKeyset && !checked.selection.fields.includes(field));
      return {
        order,
        isKeyset,
        date: names.find((field) => fields[field]?.kind === 'date'),
        added,
        query: {
          include: include && addToInclude(include, added),
          orderBy: Object.fromEntries(order.map(({ field, direction }) => [field, direction])),
        },
        wheres: splitList(endpoint, checked, true)?.map(({ items, replace }) => replace(items)) ?? [where],
      };
    },
    async nextPage(plan, given, position, recent, pageSize, options) {
      const { after, seen } = typeof position === 'object' ? position : {};
      const where = after ? whereAfter(after, plan, given) : given;
      const read = (skip?: number) => {
        const take = pageSize && parameters.take !== null ? Math.min(pageSize, known.max) : undefined;
        const query = { ...plan.query, where, take, skip: skip || undefined };
        return request(checkQuery(endpoint, query), options);
      };
      const result =
        seen && plan.date ? await readOn(read, seen) : await read(after ? undefined : Number(position));
      let previous = after;
      for (const row of plan.isKeyset ? result.data : []) {
        const later = previous ? compareRows(row, previous, plan.order, fields) : 1;
        // A row of the page before may be repeated if its ordering values changed meanwhile.
        if (later === undefined ? recent.has(row.id) : later <= 0) throw result.error(unexpected(row));
        previous = row;
      }
      return result;
    },
  };
}

/** Whether the values in a response are those that the service orders by, or dates, which may be truncated. */
const isExact = ({ nullable, computed, kind }: Partial<Field> = {}): boolean =>
  !nullable && !computed && /string|uuid|decimal|date|integer/.test(`${kind}`);

/** An include that returns more fields. In the exclusion form, their `false` is removed. */
function addToInclude(include: object, names: readonly string[]): object {
  const copy: Record<string, unknown> = { ...include };
  for (const name of names) copy[name] = copy[name] === false ? undefined : true;
  return copy;
}

/** Reads the pages of a plan until one is empty: the service's maximum page size is unknown. */
export async function* readPages(
  { nextPage }: Pagination,
  plan: PagePlan,
  pageSize: number | undefined,
  options: RequestOptions,
): AsyncGenerator<AnyRow[], void, undefined> {
  const before = new Set<string>(); // ids of the parts before, because equal values may be in several
  for (const where of plan.wheres) {
    let position: PagePosition;
    let count = 0;
    let recent = new Set<string>(); // ids of the page before
    let repeated = 0;
    for (;;) {
      const { data: rows, error } = await nextPage(plan, where, position, recent, pageSize, options);
      count += rows.length;
      position = positionAfter(plan, rows, count, position);
      if (position === undefined) break;
      const page = rows.filter(({ id }) => !recent.has(id) && !before.has(id));
      repeated = rows.every(({ id }) => recent.has(id)) ? repeated + 1 : 0;
      if (repeated === 3) throw error(unexpected(rows[0]));
      recent = new Set(rows.map(({ id }) => id));
      for (const { id } of plan.wheres.length > 1 ? page : []) before.add(id);
      for (const row of page) for (const name of plan.added) Reflect.deleteProperty(row, name);
      if (page.length > 0) yield page;
    }
  }
}
