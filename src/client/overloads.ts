import type { RequestOptions } from '../http/call.js';
import type { Selected } from '../query/types/selected.js';
import type { InferredInclude } from '../query/types/valid-include.js';
import type { IncludeOf } from '../query/types/with-include.js';
import type { ResourceName } from '../schema/names.js';
import type { SchemaShape } from '../schema/resource.js';
import type { ResponsePromise } from './endpoint.js';
import type { TaggedResource } from './endpoint-tag.js';
import type { GetQuery, ListInput, PaginatedQuery } from './methods.js';
import type { AllOptions, PaginationOptions } from './pages.js';

// The first overload of each method is not generic: only then can the methods of several resources
// be called together, as in `client[name].list()`.

/** A resource of a client that has single rows. */
export interface GetResource<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>>
  extends TaggedResource<Name, Schema> {
  /** Returns one row with its default fields. */
  get(id: string): ResponsePromise<Selected<Name, undefined, Schema>>;
  /**
   * Returns one row with the fields and relations of `include`.
   *
   * @param options - `signal`, `timeout`, `headers` and `retry` of this call.
   * @throws QueryError if the id or the include is invalid; ApiError with the status 404 if no row
   * has this id; ResponseError if the row has another id.
   * @example
   * const balance = await client.balances.get(balanceId, { include: { name: true, unit: true } });
   */
  get<const Chosen extends InferredInclude<Name, Chosen, Schema>, Input>(
    id: string,
    query: GetQuery<Chosen, Input>,
    options?: RequestOptions,
  ): ResponsePromise<Selected<Name, IncludeOf<Input>, Schema>>;
}

/** A resource of a client that has lists. */
export interface ListResource<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>>
  extends TaggedResource<Name, Schema> {
  /**
   * Returns the rows of one response with their default fields. It may be only the first page;
   * `all`, `iterate` and `pages` return all rows.
   */
  list(): ResponsePromise<Selected<Name, undefined, Schema>[]>;
  /**
   * Returns the rows of one response, which may be only the first page; `all`, `iterate` and
   * `pages` return all rows.
   *
   * @param query - `where`, `include`, `orderBy`, `take` and `skip`; all are optional.
   * @param options - `signal`, `timeout`, `headers` and `retry` of this call.
   * @throws QueryError if the query is invalid or too long; no request is sent.
   * @throws ApiError for an error status; ConnectionError, TimeoutError; ResponseError for an
   * invalid response.
   * @example
   * const main = await client.balances.list({ where: { type: 'main' }, include: { name: true } });
   */
  list<const Chosen extends InferredInclude<Name, Chosen, Schema>, Input>(
    query: ListInput<Name, Chosen, Input, Schema>,
    options?: RequestOptions,
  ): ResponsePromise<Selected<Name, IncludeOf<Input>, Schema>[]>;
  /** Returns all rows page by page, with their default fields. */
  pages(): AsyncIterable<Selected<Name, undefined, Schema>[]>;
  /**
   * Returns all rows page by page; each page is requested when the loop asks for it. A row that
   * exists throughout, with the same `orderBy` values, is returned exactly once and in order, or
   * the loop throws, whatever others write. A long `in` of UUIDs or integers is read in parts, and
   * `orderBy` is then rejected.
   *
   * @param query - `where`, `orderBy` (default: by `id`) and `include`; all are optional.
   * @param options - `pageSize` (default 100); `signal`, `timeout`, `headers`, `retry` per request.
   * @throws QueryError if the query is invalid, or if the service has no pages in this order.
   * @throws ResponseError if the service is seen to ignore a part of the query; with the reason
   * `'rows-changed'` if others changed rows, in an order by text, null or computed fields.
   * @example
   * for await (const page of client.balances.pages({ where: { type: 'main' } }, { pageSize: 500 }))
   *   console.log(page.length);
   */
  pages<const Chosen extends InferredInclude<Name, Chosen, Schema>, Input>(
    query: PaginatedQuery<Name, Chosen, Input, Schema>,
    options?: PaginationOptions,
  ): AsyncIterable<Selected<Name, IncludeOf<Input>, Schema>[]>;
  /** Returns all rows one by one, with their default fields. */
  iterate(): AsyncIterable<Selected<Name, undefined, Schema>>;
  /**
   * Returns all rows one by one, requested page by page. Parameters and errors: as `pages`.
   *
   * @example
   * for await (const { name } of client.balances.iterate()) console.log(name);
   */
  iterate<const Chosen extends InferredInclude<Name, Chosen, Schema>, Input>(
    query: PaginatedQuery<Name, Chosen, Input, Schema>,
    options?: PaginationOptions,
  ): AsyncIterable<Selected<Name, IncludeOf<Input>, Schema>>;
  /** Returns all rows as an array, with their default fields. */
  all(): Promise<Selected<Name, undefined, Schema>[]>;
  /**
   * Returns all rows as an array, or the first `limit` ones. Parameters and errors: as `pages`.
   *
   * @example
   * const main = await client.balances.all({ where: { type: 'main' }, include: { name: true } });
   */
  all<const Chosen extends InferredInclude<Name, Chosen, Schema>, Input>(
    query: PaginatedQuery<Name, Chosen, Input, Schema>,
    options?: AllOptions,
  ): Promise<Selected<Name, IncludeOf<Input>, Schema>[]>;
}
