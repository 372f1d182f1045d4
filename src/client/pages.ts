import { checkListQuery, type ListParameters, type WithInclude } from '../query/list-query.js';
import type { Ordering } from '../query/order-by.js';
import type { Selected } from '../query/types/selected.js';
import type { ValidInclude } from '../query/types/valid-include.js';
import type { Field } from '../schema/field.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import { resourceOf } from '../schema/resources.js';
import { checkPaginationOptions } from './client-options.js';
import type { Endpoint } from './endpoint.js';
import type { ListResult, RequestList } from './list.js';
import type { AnyRow } from './parse-rows.js';
import type { RequestOptions } from './request-options.js';

/**
 * The query of `pages` and `iterate`: `where`, `orderBy` and `include`. They set `take` and
 * the position themselves.
 */
export type PaginatedQuery<
  Name extends ResourceName<Schema>,
  Chosen,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = WithInclude<Pick<ListParameters<Name, Schema>, 'where' | 'orderBy'>, Chosen>;

/** Options of `pages` and `iterate`. They apply to the request of each page, `timeout` too. */
export interface PaginationOptions extends RequestOptions {
  /** The maximum number of rows per page. Default 100. The service may return fewer. */
  readonly pageSize?: number | undefined;
}

/** `pages` and `iterate` of a resource: all rows, with one request per page. */
export interface PaginationMethods<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> {
  // Overloads without a query, for the reason given at `list`.
  /** Returns all rows page by page, with their default properties. See the other signature for details. */
  pages(): AsyncIterable<Selected<Name, undefined, Schema>[]>;
  /**
   * Returns all rows page by page. A page is requested when the loop asks for it, and the last one is
   * followed by a request that returns no rows.
   *
   * Pagination is keyset-based: each page continues after the `orderBy` values and the `id` of the last row.
   * A row that exists throughout, with the same `orderBy` values, is returned exactly once, even if other
   * rows are inserted or deleted meanwhile. Pages are requested with `skip` only if `orderBy` has a property
   * that is nullable, computed, an enumeration, a boolean or a `number` (which JSON may round). Insertions
   * and deletions can then shift rows to another page.
   *
   * @param query - `where`, `orderBy` and `include`; all are optional. Default order: by `id`.
   * @param options - `pageSize` (default 100), and `signal`, `timeout`, `headers` and `retry`
   * of each request.
   * @throws QueryError if the query is invalid.
   * @throws ResponseError if the service ignores the order or the position, because the loop would not end.
   * @example
   * for await (const page of client.balances.pages({ where: { type: 'main' } }, { pageSize: 500 })) {
   *   console.log(page.length);
   * }
   */
  pages<const Chosen extends ValidInclude<Name, Chosen, Schema> | undefined>(
    query: PaginatedQuery<Name, Chosen, Schema>,
    options?: PaginationOptions,
  ): AsyncIterable<Selected<Name, Chosen, Schema>[]>;
  /** Returns all rows one by one, with their default properties. See the other signature for details. */
  iterate(): AsyncIterable<Selected<Name, undefined, Schema>>;
  /**
   * Returns all rows one by one, and requests them page by page. Pagination is the same as in `pages`.
   *
   * @param query - `where`, `orderBy` and `include`; all are optional. Default order: by `id`.
   * @param options - `pageSize` (default 100), and `signal`, `timeout`, `headers` and `retry`
   * of each request.
   * @throws QueryError if the query is invalid.
   * @throws ResponseError if the service ignores the order or the position, because the loop would not end.
   * @example
   * const balances = client.balances.iterate({ orderBy: { created_at: 'desc' } });
   * for await (const { name } of balances) console.log(name);
   */
  iterate<const Chosen extends ValidInclude<Name, Chosen, Schema> | undefined>(
    query: PaginatedQuery<Name, Chosen, Schema>,
    options?: PaginationOptions,
  ): AsyncIterable<Selected<Name, Chosen, Schema>>;
}

/**
 * Where a page begins: the ordering values and the `id` of the row before it, or how many rows are before it;
 * `undefined` for the first page.
 */
export type PagePosition = { readonly [property: string]: string | number } | number | undefined;

/** A checked query of `pages`: how its pages are ordered, and what each requests. */
export interface PagePlan {
  /** Ends with `id`, so that no two rows are equal. */
  readonly order: readonly Ordering[];
  /** Whether a page continues after the values of a row. Otherwise rows are counted. */
  readonly isKeyset: boolean;
  /** Ordering properties that the include leaves out: requested for the position. */
  readonly added: readonly string[];
  readonly query: { readonly where?: unknown; readonly include?: unknown; readonly orderBy?: unknown };
}

/** Requests the pages of a resource. Used by `pages`, `iterate` and the TanStack Query entry. */
export interface Pagination {
  /** @throws QueryError for an invalid query. */
  plan(query: unknown): PagePlan;
  /**
   * Requests one page. Its rows contain the `added` properties of the plan.
   *
   * @param seen - Ids of rows before this page, as far as they are known.
   * @throws ResponseError if the service ignores the order or the position.
   */
  nextPage(
    plan: PagePlan,
    position: PagePosition,
    seen: ReadonlySet<string>,
    pageSize: number,
    options: RequestOptions,
  ): Promise<ListResult>;
}

/** Creates the pagination of a resource. */
export function createPagination({ schema, name }: Endpoint, request: RequestList): Pagination {
  const { fields } = resourceOf(schema, name);
  return {
    plan(given) {
      const problem = 'is not allowed in iterate() or pages(). Use `pageSize`, or list().';
      const checked = checkListQuery(schema, name, given, {
        allowed: ['where', 'include', 'orderBy'],
        problem,
      });
      const { where, include } = given as PagePlan['query']; // checked above
      const order = [...checked.order, { field: 'id', direction: 'asc' } as const];
      order.splice(order.findIndex(({ field }) => field === 'id') + 1); // ids are unique
      const names = order.map(({ field }) => field);
      const isKeyset = names.every((field) => isExact(fields[field]));
      const added = names.filter((field) => isKeyset && !checked.selection.fields.includes(field));
      return {
        order,
        isKeyset,
        added,
        query: {
          where,
          include: include && addToInclude(include, added),
          orderBy: Object.fromEntries(order.map(({ field, direction }) => [field, direction])),
        },
      };
    },
    async nextPage({ query, order, isKeyset }, position, seen, pageSize, options) {
      const after: Values | undefined = typeof position === 'object' ? position : undefined;
      const start = after ? { where: whereAfter(after, query.where, order) } : { skip: position };
      const isFirst = position === undefined;
      const result = await request({ ...query, ...start, take: pageSize }, options, isFirst);
      let previous = after;
      for (const row of isKeyset ? result.data : []) {
        const isLater = previous && isAfter(row, previous, order, fields);
        // A row of the page before may be repeated if its ordering values changed meanwhile.
        if (isLater === false || (seen.has(row.id) && !isLater)) throw result.error(unexpected(row));
        previous = row;
      }
      return result;
    },
  };
}

/** Values of a row by property. */
type Values = Readonly<Record<string, unknown>>;

/** Whether the values in a response are exactly those that the service orders by. */
const isExact = (field: Field | undefined): boolean =>
  field !== undefined &&
  !field.nullable &&
  !field.computed &&
  /^(string|uuid|decimal|date|integer)$/.test(field.kind);

/** An include that returns more properties. In the exclusion form, their `false` is removed. */
function addToInclude(include: object, names: readonly string[]): object {
  const copy: Record<string, unknown> = { ...include };
  for (const name of names) copy[name] = copy[name] === false ? undefined : true;
  return copy;
}

/**
 * A filter for the rows after a position. In the order `name:desc,id:asc`, after the name B and the id 7:
 * `{ OR: [{ name: { lt: 'B' } }, { name: 'B', id: { gt: '7' } }] }`.
 */
function whereAfter(position: Values, where: unknown, order: readonly Ordering[]): unknown {
  const equal: Record<string, unknown> = {};
  const filters = order.map(({ field, direction }) => {
    const filter = { ...equal, [field]: { [direction === 'asc' ? 'gt' : 'lt']: position[field] } };
    equal[field] = position[field];
    return filter;
  });
  const filter = filters.length === 1 ? filters[0] : { OR: filters };
  return where ? { AND: [where, filter] } : filter;
}

/**
 * The position after a page, or `undefined` if it was the last: the service's maximum page size is unknown.
 */
export function positionAfter(
  { order, isKeyset }: PagePlan,
  page: readonly object[],
  count: number,
): PagePosition {
  const last = page.at(-1);
  if (!last) return undefined;
  return isKeyset ? Object.fromEntries(order.map(({ field }) => [field, Reflect.get(last, field)])) : count;
}

/** The message for a row that a page must not contain. */
const unexpected = ({ id }: { readonly id?: string } = {}) =>
  `row ${JSON.stringify(id)} is repeated or out of order. The service ignores \`order_by\`, \`where\` or \`skip\`.`;

/** Whether a row comes after another one; `undefined` if it is not certain. */
function isAfter(
  row: Values,
  previous: Values,
  order: readonly Ordering[],
  fields: { readonly [name: string]: Field },
): boolean | undefined {
  const first = order.find(({ field }) => row[field] !== previous[field]);
  if (!first) return false; // the same row
  const kind = fields[first.field]?.kind;
  // Text has no rank, because the service's collation is unknown. Decimals that differ may be
  // equal as numbers.
  const rank = ({ [first.field]: value }: Values): number | string => {
    if (kind === 'string') return Number.NaN;
    if (kind === 'uuid') return `${value}`;
    return kind === 'date' ? Date.parse(`${value}`) : Number(value);
  };
  const [before, current] = [rank(previous), rank(row)];
  if (before < current) return first.direction === 'asc';
  return before > current ? first.direction === 'desc' : undefined;
}

/** Creates `pages` and `iterate` of a resource. */
export function createPaginationMethods({ plan, nextPage }: Pagination) {
  const prepare = async (query: unknown = {}, options: PaginationOptions = {}) => {
    checkPaginationOptions(options);
    const { pageSize = 100, ...requestOptions } = options;
    return { pagePlan: plan(query), pageSize, requestOptions };
  };
  const pages = (query?: unknown, options?: PaginationOptions): AsyncIterable<AnyRow[]> => {
    // Checks before the iteration, so that the stack of an error begins at the caller's line.
    const prepared = prepare(query, options);
    prepared.catch(() => {}); // the iteration throws the error
    return {
      async *[Symbol.asyncIterator]() {
        const { pagePlan, pageSize, requestOptions } = await prepared;
        let position: PagePosition;
        let count = 0;
        let seen = new Set<string>(); // ids of the page before
        let repeated = 0;
        for (;;) {
          const { data: rows, error } = await nextPage(pagePlan, position, seen, pageSize, requestOptions);
          count += rows.length;
          position = positionAfter(pagePlan, rows, count);
          if (position === undefined) return;
          const page = rows.filter(({ id }) => !seen.has(id)); // an insertion shifts rows to the next page
          repeated = page.length > 0 ? 0 : repeated + 1;
          if (repeated === 3) throw error(unexpected(rows[0]));
          seen = new Set(rows.map(({ id }) => id));
          for (const row of page) for (const name of pagePlan.added) Reflect.deleteProperty(row, name);
          if (page.length > 0) yield page;
        }
      },
    };
  };
  return {
    pages,
    iterate(query?: unknown, options?: PaginationOptions): AsyncIterable<AnyRow> {
      const all = pages(query, options);
      return {
        async *[Symbol.asyncIterator]() {
          for await (const page of all) yield* page;
        },
      };
    },
  };
}
