import type { ListParameters } from '../query/list-query.js';
import type { Selected } from '../query/selected.js';
import type { ValidInclude } from '../query/valid-include.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import { isOrderedById } from './after-id.js';
import { checkWalk } from './check-walk.js';
import { checkWalkOptions } from './client-options.js';
import type { ReadList } from './list.js';
import type { AnyRow } from './promised-data.js';
import type { RequestOptions } from './request-options.js';
import { walkByCount, walkById } from './walk.js';

/** What a walk asks for: a query of a list without what cuts it, which the walk sets itself. Two shapes, as `ListQuery`. */
export type WalkQuery<
  Name extends ResourceName<Schema>,
  Chosen,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> =
  | (undefined extends Chosen ? WalkParameters<Name, Schema> & { readonly include?: undefined } : never)
  | (WalkParameters<Name, Schema> & {
      /** What comes back of each row; the default set by default. */
      readonly include: Chosen;
    });

type WalkParameters<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>> = Pick<
  ListParameters<Name, Schema>,
  'where' | 'orderBy'
>;

/** Options of each request of a walk. */
export interface WalkOptions extends RequestOptions {
  /** How many rows a page has at most; 100 by default. The service may give fewer. */
  readonly pageSize?: number | undefined;
}

/** All rows that a query asks for, however many. Each page is requested when it is wanted, none ahead. */
export interface WalkOperations<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> {
  /** Reads all rows, page after page. By itself, for the reason given at `list`. */
  pages(): AsyncIterable<Selected<Name, undefined, Schema>[]>;
  /**
   * Reads page after page. Without `orderBy` by id, and then each row that is there throughout comes exactly once,
   * whatever is inserted or deleted meanwhile; with `orderBy` by counting, which can't promise that (decision 2).
   * `timeout` is for each page.
   *
   * @throws ResponseError where the service does not honour the order, which would make the walk endless.
   */
  pages<const Chosen extends ValidInclude<Name, Chosen, Schema> | undefined>(
    query: WalkQuery<Name, Chosen, Schema>,
    options?: WalkOptions,
  ): AsyncIterable<Selected<Name, Chosen, Schema>[]>;
  /** Reads all rows, one after another. By itself, for the reason given at `list`. */
  iterate(): AsyncIterable<Selected<Name, undefined, Schema>>;
  /**
   * Reads row after row, as `pages` does page after page.
   *
   * @example
   * for await (const balance of client.balances.iterate({ where: { type: 'main' } })) console.log(balance.name);
   */
  iterate<const Chosen extends ValidInclude<Name, Chosen, Schema> | undefined>(
    query: WalkQuery<Name, Chosen, Schema>,
    options?: WalkOptions,
  ): AsyncIterable<Selected<Name, Chosen, Schema>>;
}

/** The walks of a resource, as the run time sees them. */
export function createWalks(read: ReadList) {
  async function* walk(given: unknown = {}, options: WalkOptions = {}) {
    checkWalkOptions(options);
    const { pageSize = 100, ...rest } = options;
    const query = checkWalk(given);
    yield* (isOrderedById(query.orderBy) ? walkById : walkByCount)(read, query, pageSize, rest);
  }
  const pages = (query?: unknown, options?: WalkOptions): AsyncIterable<AnyRow[]> => ({
    [Symbol.asyncIterator]: () => walk(query, options),
  });
  async function* rows(query?: unknown, options?: WalkOptions) {
    for await (const page of pages(query, options)) yield* page;
  }
  const iterate = (query?: unknown, options?: WalkOptions): AsyncIterable<AnyRow> => ({
    [Symbol.asyncIterator]: () => rows(query, options),
  });
  return { pages, iterate };
}
