import type { RequestOptions } from '../http/options.js';
import { type ListParameters, type WithInclude } from '../query/query.js';
import type { Selected } from '../query/types/selected.js';
import type { InferredInclude } from '../query/types/valid-include.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import type { Plan } from './position.js';
import { type Endpoint, type Row } from './resource.js';
/** The query of `pages`, `iterate` and `all`, which set `take` and the position themselves. */
export type PaginatedQuery<Name extends ResourceName<Schema>, Chosen, Schema extends SchemaShape<Schema> = PaymentsSchema> = WithInclude<Pick<ListParameters<Name, Schema>, 'where' | 'orderBy'>, Chosen>;
/** Options of `pages` and `iterate`. They apply to the request of each page, `timeout` too. */
export interface PaginationOptions extends RequestOptions {
    /** The most rows of a page. Default 100. The service may return fewer. */
    readonly pageSize?: number | undefined;
}
/** Options of `all`. */
export interface AllOptions extends PaginationOptions {
    /** The maximum number of rows. Default: all. */
    readonly limit?: number | undefined;
}
/** The methods `pages`, `iterate` and `all` of a resource: all rows, with one request per page. */
export interface PaginationMethods<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema> = PaymentsSchema> {
    /** Returns all rows page by page, with their default fields. */
    pages(): AsyncIterable<Selected<Name, undefined, Schema>[]>;
    /**
     * Returns all rows page by page; each page is requested when the loop asks for it. A row that
     * exists throughout, with the same `orderBy` values, is returned exactly once and in order, or
     * the loop throws, whatever others write meanwhile. A long `in` of ids or integers is read in
     * parts, and `orderBy` is then rejected.
     *
     * @param query - `where`, `orderBy` (default: by `id`) and `include`; all are optional.
     * @param options - `pageSize` (default 100), and `signal`, `timeout`, `headers` and `retry` of
     * each request.
     * @throws QueryError if the query is invalid, or if the service has no pages in this order.
     * @throws ResponseError if the service ignores a part of the query, or, with the reason
     * `'rows-changed'`, if others changed too many rows. That happens only in an order by text,
     * nullable or computed fields, of which pages are counted.
     * @example
     * for await (const page of client.balances.pages({ where: { type: 'main' } }, { pageSize: 500 }))
     *   console.log(page.length);
     */
    pages<const Chosen extends InferredInclude<Name, Chosen, Schema>>(query: PaginatedQuery<Name, Chosen, Schema>, options?: PaginationOptions): AsyncIterable<Selected<Name, Chosen, Schema>[]>;
    /** Returns all rows one by one, with their default fields. */
    iterate(): AsyncIterable<Selected<Name, undefined, Schema>>;
    /**
     * Returns all rows one by one, and requests them page by page. Parameters, order and errors are
     * those of `pages`.
     *
     * @example
     * for await (const { name } of client.balances.iterate({ orderBy: { created_at: 'desc' } }))
     *   console.log(name);
     */
    iterate<const Chosen extends InferredInclude<Name, Chosen, Schema>>(query: PaginatedQuery<Name, Chosen, Schema>, options?: PaginationOptions): AsyncIterable<Selected<Name, Chosen, Schema>>;
    /** Returns all rows as an array, with their default fields. */
    all(): Promise<Selected<Name, undefined, Schema>[]>;
    /**
     * Returns all rows as an array, or the first `limit` ones. Parameters, order and errors are those
     * of `pages`.
     *
     * @example
     * const main = await client.balances.all({ where: { type: 'main' }, include: { name: true } });
     */
    all<const Chosen extends InferredInclude<Name, Chosen, Schema>>(query: PaginatedQuery<Name, Chosen, Schema>, options?: AllOptions): Promise<Selected<Name, Chosen, Schema>[]>;
}
export declare function createPaginationMethods(endpoint: Endpoint): {
    pages: (query?: unknown, options?: PaginationOptions) => AsyncIterable<Row[]>;
    iterate: (query?: unknown, options?: PaginationOptions) => AsyncIterable<Row>;
    all: (query?: unknown, options?: AllOptions) => Promise<Row[]>;
};
/**
 * Checks a query, and decides how its pages are found.
 *
 * @throws QueryError if the query is invalid, or if the service cannot be asked for its pages.
 */
export declare function planPages(endpoint: Endpoint, input: unknown): Plan;
