import type { RequestOptions } from '../http/call.js';
import { positiveInteger } from '../messages/check-options.js';
import { checkRequestOptions } from './client-options.js';
import type { Endpoint, Row } from './endpoint.js';
import { type Plan, planPages } from './plan.js';
import { readPage } from './read-page.js';
import { beginReading, type Page } from './request-page.js';

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

export function createPaginationMethods(endpoint: Endpoint) {
  const prepare = async (query: unknown, options?: AllOptions, more?: object): Promise<Plan> => {
    const checks = { pageSize: positiveInteger, ...more };
    endpoint.check(() => checkRequestOptions(options, 'pagination options', checks));
    return endpoint.check(() => planPages(endpoint, query));
  };
  async function* read(prepared: Promise<Plan>, options: AllOptions) {
    const plan = await prepared;
    const { limit = Infinity, pageSize = 100, ...rest } = options;
    const size = Math.min(pageSize, limit);
    const reading = beginReading({ endpoint, plan, pageSize: size, options: rest });
    let page: Page = { rows: [], next: { part: 0, at: 'start' } };
    while (page.next) {
      page = await readPage(reading, page.next);
      if (page.rows.length > 0) yield page.rows;
    }
  }
  const pages = (query: unknown = {}, options: PaginationOptions = {}): AsyncIterable<Row[]> => {
    const plan = prepare(query, options); // now: the stack of an error has the caller's line
    plan.catch(() => {}); // the iteration throws the error
    return { [Symbol.asyncIterator]: () => read(plan, options) };
  };
  const iterate = (query?: unknown, options?: PaginationOptions): AsyncIterable<Row> => {
    const all = pages(query, options);
    return { [Symbol.asyncIterator]: () => eachRow(all) };
  };
  const all = async (query: unknown = {}, options: AllOptions = {}): Promise<Row[]> => {
    const rows: Row[] = [];
    const plan = prepare(query, options, { limit: positiveInteger });
    for await (const page of read(plan, options)) {
      for (const row of page) rows.push(row); // a spread of 200,000 arguments is a RangeError
      if (options.limit && rows.length >= options.limit) return rows.slice(0, options.limit);
    }
    return rows;
  };
  return { pages, iterate, all };
}

async function* eachRow(pages: AsyncIterable<Row[]>): AsyncGenerator<Row> {
  for await (const page of pages) yield* page;
}
