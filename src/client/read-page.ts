import { rowsPerPage } from '../dialect.js';
import { readByCounting } from './counting.js';
import { readByCursor } from './cursor.js';
import { readByKeyset } from './keyset.js';
import type { Plan } from './plan.js';
import type { Position } from './position.js';
import { type Page, type PageReading, requestPage, rowKey } from './request-page.js';

/**
 * Reads the page at a position, with as many requests as it needs.
 *
 * @param start - The `next` of the page before. Default: the first page.
 * @throws ResponseError if the service ignores a part of the query, or if others changed the rows.
 */
export async function readPage(
  reading: PageReading,
  start: Position = { part: 0, at: 'start' },
): Promise<Page> {
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
