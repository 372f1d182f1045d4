import type { RequestOptions } from '../http/call.js';
import type { ListParameters } from '../query/query.js';
import type { Selected } from '../query/types/selected.js';
import type { InferredInclude } from '../query/types/valid-include.js';
import type { IncludeOf, WithInclude } from '../query/types/with-include.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import type { TaggedResource } from './endpoint-tag.js';
import type { AllOptions, PaginationOptions } from './pages.js';

// What a function needs of a client; `overloads.ts` has what a client offers. Each method has two
// generic overloads, and returns a plain promise: then the compiler compares a stub with any row
// that an include selects. Both take options, so that those of a stub have their type.

/**
 * The method `get` of a resource, for a function that gets rows. A resource of a client fits, and
 * so does a stub.
 *
 * @example
 * const stub: GetMethod<'balances'> = { get: async (id) => ({ id, name: 'Rent' }) };
 */
export interface GetMethod<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> extends TaggedResource<Name, Schema> {
  /** Returns one row with the fields and relations of `include`. */
  get<const Chosen extends InferredInclude<Name, Chosen, Schema>, Input = undefined>(
    id: string,
    query: GetQuery<Chosen, Input> | NoQuery,
    options?: undefined,
  ): Promise<QueriedRow<Name, Input, Schema>>;
  /** Returns one row with the fields and relations of `include`. */
  get<const Chosen extends InferredInclude<Name, Chosen, Schema>, Input = undefined>(
    id: string,
    query: GetQuery<Chosen, Input> | NoQuery,
    options?: RequestOptions,
  ): Promise<QueriedRow<Name, Input, Schema>>;
}

/**
 * The method `list` of a resource, for a function that lists rows. A resource of a client fits, and
 * so does a stub.
 *
 * @example
 * const stub: ListMethod<'balances'> = { list: async () => [{ id: 'b1', name: 'Rent' }] };
 */
export interface ListMethod<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> extends TaggedResource<Name, Schema> {
  /** Returns the rows of one response with the fields and relations of `include`. */
  list<const Chosen extends InferredInclude<Name, Chosen, Schema>, Input = undefined>(
    query: ListInput<Name, Chosen, Input, Schema> | NoQuery,
    options?: undefined,
  ): Promise<QueriedRow<Name, Input, Schema>[]>;
  /** Returns the rows of one response with the fields and relations of `include`. */
  list<const Chosen extends InferredInclude<Name, Chosen, Schema>, Input = undefined>(
    query: ListInput<Name, Chosen, Input, Schema> | NoQuery,
    options?: RequestOptions,
  ): Promise<QueriedRow<Name, Input, Schema>[]>;
}

/**
 * The methods `pages`, `iterate` and `all` of a resource, for a function that reads all rows. A
 * resource of a client fits. Pick the method that a function needs, so that a stub of it fits.
 *
 * @example
 * const stub: Pick<PaginationMethods<'balances'>, 'all'> = { all: async () => [] };
 */
export interface PaginationMethods<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> extends TaggedResource<Name, Schema> {
  /** Returns all rows page by page. */
  pages<const Chosen extends InferredInclude<Name, Chosen, Schema>, Input = undefined>(
    query: PaginatedQuery<Name, Chosen, Input, Schema> | NoQuery,
    options?: undefined,
  ): AsyncIterable<QueriedRow<Name, Input, Schema>[]>;
  /** Returns all rows page by page. */
  pages<const Chosen extends InferredInclude<Name, Chosen, Schema>, Input = undefined>(
    query: PaginatedQuery<Name, Chosen, Input, Schema> | NoQuery,
    options?: PaginationOptions,
  ): AsyncIterable<QueriedRow<Name, Input, Schema>[]>;
  /** Returns all rows one by one. */
  iterate<const Chosen extends InferredInclude<Name, Chosen, Schema>, Input = undefined>(
    query: PaginatedQuery<Name, Chosen, Input, Schema> | NoQuery,
    options?: undefined,
  ): AsyncIterable<QueriedRow<Name, Input, Schema>>;
  /** Returns all rows one by one. */
  iterate<const Chosen extends InferredInclude<Name, Chosen, Schema>, Input = undefined>(
    query: PaginatedQuery<Name, Chosen, Input, Schema> | NoQuery,
    options?: PaginationOptions,
  ): AsyncIterable<QueriedRow<Name, Input, Schema>>;
  /** Returns all rows as an array. */
  all<const Chosen extends InferredInclude<Name, Chosen, Schema>, Input = undefined>(
    query: PaginatedQuery<Name, Chosen, Input, Schema> | NoQuery,
    options?: undefined,
  ): Promise<QueriedRow<Name, Input, Schema>[]>;
  /** Returns all rows as an array. */
  all<const Chosen extends InferredInclude<Name, Chosen, Schema>, Input = undefined>(
    query: PaginatedQuery<Name, Chosen, Input, Schema> | NoQuery,
    options?: AllOptions,
  ): Promise<QueriedRow<Name, Input, Schema>[]>;
}

/**
 * A call without a query. Unlike an optional parameter, it leaves the `undefined` of a query that
 * may be missing to the inference of `Input`.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: only a `void` parameter can be left out.
type NoQuery = void;

/** The query of a single row: `include`. */
export type GetQuery<Chosen, Input> = WithInclude<unknown, Chosen, Input, 'include'>;

/** The query of a list. */
export type ListInput<
  Name extends ResourceName<Schema>,
  Chosen,
  Input,
  Schema extends SchemaShape<Schema>,
> = WithInclude<ListParameters<Name, Schema>, Chosen, Input, 'where, include, orderBy, take, skip'>;

/** The query of `pages`, `iterate` and `all`, which set `take` and the position themselves. */
export type PaginatedQuery<
  Name extends ResourceName<Schema>,
  Chosen,
  Input,
  Schema extends SchemaShape<Schema>,
> = WithInclude<
  Pick<ListParameters<Name, Schema>, 'where' | 'orderBy'>,
  Chosen,
  Input,
  'where, include, orderBy'
>;

/**
 * The row for a query. For `unknown`, which `ReturnType` and mock functions put for a type
 * parameter, every row fits that an include selects.
 *
 * @example
 * QueriedRow<'units', undefined, PaymentsSchema> // => Unit
 * QueriedRow<'units', unknown, PaymentsSchema>['id'] // => string
 */
type QueriedRow<
  Name extends ResourceName<Schema>,
  Input,
  Schema extends SchemaShape<Schema>,
> = Selected<Name, unknown extends Input ? Whatever : IncludeOf<Input>, Schema>;

// biome-ignore lint/suspicious/noExplicitAny: only `any` selects a row that every other row fits.
type Whatever = any;
