import { rowsPerPage } from '../dialect.js';
import { QueryError } from '../errors.js';
import type { RequestOptions } from '../http/call.js';
import { positiveInteger } from '../messages/check-options.js';
import { checkRequestOptions } from './client-options.js';
import { readByCounting } from './counting.js';
import { readByCursor } from './cursor.js';
import type { Endpoint, Row } from './endpoint.js';
import { readByKeyset } from './keyset.js';
import { type Plan, planPages } from './plan.js';
import type { Position } from './position.js';
import { beginReading, type Page, type PageReading, requestPage, rowKey } from './request-page.js';

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

const START: Position = { part: 0, at: 'start' };

export function createPaginationMethods(endpoint: Endpoint) {
  const begin = async (query: unknown, options: AllOptions, more?: object) => {
    const checks = { pageSize: positiveInteger, ...more };
    endpoint.hideKeyInErrors(() => checkRequestOptions(options, 'pagination options', checks));
    const plan = endpoint.hideKeyInErrors(() => planPages(endpoint, query));
    const { limit = Infinity, pageSize = 100, ...rest } = options;
    return { endpoint, plan, pageSize: Math.min(pageSize, limit), options: rest };
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
    const { limit = Infinity } = Object(options) as AllOptions; // which is checked below
    const rows: Row[] = [];
    for await (const page of eachPage(begin(query, options, { limit: positiveInteger }))) {
      for (const row of page) rows.push(row); // a spread of 200,000 arguments is a RangeError
      if (rows.length >= limit) break;
    }
    return rows.slice(0, limit);
  };
  return { pages, iterate, all };
}

async function* eachPage(begun: Promise<Omit<PageReading, 'seen'>>): AsyncGenerator<Row[]> {
  const reading = beginReading(await begun); // a loop can be repeated
  for (let next: Position | undefined = START; next; ) {
    const page: Page = await readPage(reading, next);
    next = page.next;
    if (page.rows.length > 0) yield page.rows;
  }
}

async function* eachRow(pages: AsyncIterable<Row[]>): AsyncGenerator<Row> {
  for await (const page of pages) yield* page;
}

/**
 * Reads the page at a position, with as many requests as it needs.
 *
 * @param start - The `next` of the page before. Default: the first page.
 * @throws ResponseError if the service ignores a part of the query, or if others changed the rows.
 */
async function readPage(reading: PageReading, start: Position = START): Promise<Page> {
  const { plan, seen } = reading;
  for (let position = start; ; ) {
    const { rows, next } = await ways[plan.way](reading, position);
    const part = position.part + 1;
    const following = next ?? (part < plan.parts.length ? { part, at: 'start' } : undefined);
    if (rows.length > 0) seen.rows = new Set(rows.map((row) => rowKey(row, plan.query.order)));
    for (const row of rows) for (const name of plan.added) delete row[name];
    if (rows.length > 0 || !following) return { rows, next: following };
    position = following;
  }
}

/**
 * Reads one page for a cache, which another version of the program may have written.
 *
 * @throws QueryError if the position belongs to another plan, whose parts of a long `in` differ.
 */
export async function readKeptPage(reading: PageReading, start?: Position): Promise<Page> {
  const { way, parts } = reading.plan;
  const plan = [way, parts.length, JSON.stringify([parts[0]]).length].join();
  if (start && start.plan !== plan)
    throw new QueryError('pageParam', 'belongs to a client with other options. Use refetch().');
  const { rows, next } = await readPage(reading, start);
  return next ? { rows, next: { ...next, plan } } : { rows };
}

type Way = (reading: PageReading, position: Position) => Promise<Page>;

const readOnce: Way = async (reading, { part }) => {
  const { rows, fail } = await requestPage(reading, part, Infinity);
  if (rows.length < rowsPerPage(undefined, reading.endpoint.dialect)) return { rows };
  throw fail('the response may be cut off (`dialect.pageSize`), and there are no further pages.');
};

const ways: Readonly<Record<Plan['way'], Way>> = {
  once: readOnce,
  cursor: readByCursor,
  keyset: readByKeyset,
  counting: readByCounting,
};
