import type { RequestOptions } from '../http/call.js';
import { positiveInteger } from '../messages/check-options.js';
import { checkRequestOptions } from './client-options.js';
import type { Endpoint, Row } from './endpoint.js';
import { planPages } from './plan.js';
import { readPage } from './read-page.js';
import { beginReading, type Page, type PageReading } from './request-page.js';

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
  const begin = async (query: unknown, options: AllOptions, more?: object) => {
    const checks = { pageSize: positiveInteger, ...more };
    endpoint.check(() => checkRequestOptions(options, 'pagination options', checks));
    const plan = endpoint.check(() => planPages(endpoint, query));
    const { limit = Infinity, pageSize = 100, ...rest } = options;
    return beginReading({ endpoint, plan, pageSize: Math.min(pageSize, limit), options: rest });
  };
  const pages = (query: unknown = {}, options: PaginationOptions = {}): AsyncIterable<Row[]> => {
    const begun = begin(query, options); // now: the stack of an error has the caller's line
    begun.catch(() => {}); // the iteration throws the error
    return { [Symbol.asyncIterator]: () => eachPage(begun) };
  };
  const iterate = (query?: unknown, options?: PaginationOptions): AsyncIterable<Row> => {
    const all = pages(query, options);
    return { [Symbol.asyncIterator]: () => eachRow(all) };
  };
  const all = async (query: unknown = {}, options: AllOptions = {}): Promise<Row[]> => {
    const reading = await begin(query, options, { limit: positiveInteger });
    const { limit = Infinity } = options;
    const rows: Row[] = [];
    // Not a loop over `eachPage`, which would be one more frame above the caller's line.
    for (let page: Page = FIRST; page.next && rows.length < limit; ) {
      page = await readPage(reading, page.next);
      for (const row of page.rows) rows.push(row); // a spread of 200,000 arguments is a RangeError
    }
    return rows.slice(0, limit);
  };
  return { pages, iterate, all };
}

const FIRST: Page = { rows: [], next: { part: 0, at: 'start' } };

async function* eachPage(begun: Promise<PageReading>): AsyncGenerator<Row[]> {
  const reading = await begun;
  for (let page = FIRST; page.next; ) {
    page = await readPage(reading, page.next);
    if (page.rows.length > 0) yield page.rows;
  }
}

async function* eachRow(pages: AsyncIterable<Row[]>): AsyncGenerator<Row> {
  for await (const page of pages) yield* page;
}
