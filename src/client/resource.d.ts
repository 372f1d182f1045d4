import { type ResolvedDialect } from '../dialect.js';
import type { RequestOptions } from '../http/options.js';
import type { Result, Send } from '../http/send.js';
import type { Validator } from '../query/include.js';
import { type ListQuery, type Query, type WithInclude } from '../query/query.js';
import type { Selected } from '../query/types/selected.js';
import type { InferredInclude } from '../query/types/valid-include.js';
import type { Field } from '../schema/field.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import { type Resources } from '../schema/resources.js';
/** A resource of a client: how it is requested, and what its responses are checked against. */
export interface Endpoint {
    readonly name: string;
    /** Below the version: `/balances`. */
    readonly path: string;
    readonly schema: Resources;
    readonly fields: {
        readonly [name: string]: Field;
    };
    readonly baseUrl: string;
    readonly dialect: ResolvedDialect;
    readonly send: Send;
    readonly validator: Validator | undefined;
}
/** A row whose fields are not known to the compiler. */
export interface Row extends Record<string, unknown> {
    readonly id: string;
}
/** Data with the response that it was in. */
export interface WithResponse<Data> {
    readonly data: Data;
    /** The HTTP response: status and headers. Its body has been read. */
    readonly response: Response;
    /**
     * What the service sent beside a list, such as the total: the member `pagination`, or the one
     * that `dialect.envelope` names; `undefined` if it sent nothing.
     */
    readonly pagination: unknown;
}
/** A promise of data. */
export interface ResponsePromise<Data> extends Promise<Data> {
    /**
     * Returns the data together with the HTTP response.
     *
     * @example
     * const { data, response } = await client.balances.list().withResponse();
     */
    withResponse(): Promise<WithResponse<Data>>;
}
/** A promise of the data of a result, which also has the response. */
export declare function responsePromise<Data>(result: Promise<Omit<WithResponse<Data>, 'pagination'> & {
    readonly pagination?: unknown;
}>): ResponsePromise<Data>;
/** The query of a single row: `include`. */
export type GetQuery<Chosen> = WithInclude<unknown, Chosen>;
/** The method `get` of a resource. */
export interface GetMethod<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema> = PaymentsSchema> {
    /** Returns one row with its default fields. */
    get(id: string): ResponsePromise<Selected<Name, undefined, Schema>>;
    /**
     * Returns one row with the fields and relations of `include`.
     *
     * @param options - `signal`, `timeout`, `headers` and `retry` of this call.
     * @throws QueryError if the id or the include is invalid; ApiError with the status 404 if no row
     * has this id.
     * @example
     * const balance = await client.balances.get(balanceId, { include: { name: true, unit: true } });
     */
    get<const Chosen extends InferredInclude<Name, Chosen, Schema>>(id: string, query: GetQuery<Chosen>, options?: RequestOptions): ResponsePromise<Selected<Name, Chosen, Schema>>;
}
/** The method `list` of a resource. */
export interface ListMethod<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema> = PaymentsSchema> {
    /**
     * Returns the rows of one response with their default fields. It may be only the first page;
     * `all`, `iterate` and `pages` return all rows.
     */
    list(): ResponsePromise<Selected<Name, undefined, Schema>[]>;
    /**
     * Returns the rows of one response, which may be only the first page; `all`, `iterate` and
     * `pages` return all rows.
     *
     * @param query - `where`, `include`, `orderBy`, `take`, `skip`, `after` and `before`; all are
     * optional.
     * @param options - `signal`, `timeout`, `headers` and `retry` of this call.
     * @throws QueryError if the query is invalid or too long; no request is sent.
     * @throws ApiError for an error status; ConnectionError, TimeoutError; ResponseError for an
     * invalid response.
     * @example
     * const main = await client.balances.list({ where: { type: 'main' }, include: { name: true } });
     */
    list<const Chosen extends InferredInclude<Name, Chosen, Schema>>(query: ListQuery<Name, Chosen, Schema>, options?: RequestOptions): ResponsePromise<Selected<Name, Chosen, Schema>[]>;
}
/**
 * Encodes an id as a segment of a path. Rejects those that lead to another path: an empty one, `.`
 * and `..`.
 */
export declare function pathSegment(id: unknown): string;
export declare function createGet(endpoint: Endpoint): (id: unknown, query?: unknown, options?: RequestOptions) => ResponsePromise<Row>;
export declare function createList(endpoint: Endpoint): (query?: unknown, options?: RequestOptions) => ResponsePromise<Row[]>;
/** The rows of one response, or one row, and what came with them. */
export interface RowsResult<Data> extends WithResponse<Data>, Pick<Result, 'fail'> {
    /** The cursor of the next page, if the service has one. */
    readonly cursor: unknown;
}
/** The bytes of the URL of a list with an encoded query string. */
export declare const urlLength: ({ baseUrl, path }: Endpoint, search: string) => number;
/** A query as it is sent, with the cursor of a page. */
type SentQuery = Query & {
    readonly cursor?: string | undefined;
};
/** Requests one page of rows: writes the query, sends it, and checks the response. */
export declare const requestList: (endpoint: Endpoint, query: SentQuery, options?: RequestOptions) => Promise<RowsResult<Row[]>>;
export {};
