import { cursorText, NO_CURSOR } from '../dialect.js';
import { describe } from '../messages/describe.js';
import type { Position } from './position.js';
import { type Page, type PageReading, type PageRows, requestPage, rowKey } from './request-page.js';

/** Reads on behind the cursor of the last response. An empty page may have one, too. */
export async function readByCursor(reading: PageReading, position: Position): Promise<Page> {
  const { part } = position;
  const sent = position.at === 'cursor' ? { cursor: position.cursor } : {};
  const { take } = reading.endpoint.dialect.parameters;
  const page = await requestPage(reading, part, take === null ? Infinity : reading.pageSize, sent);
  const { rows, cursor } = page;
  if (cursor === undefined && rows.length > 0) throw page.fail(NO_CURSOR);
  if (cursor === undefined || cursor === null || cursor === '') return { rows };
  return {
    rows,
    next: { part, at: 'cursor', cursor: checkCursor(reading, part, page, sent.cursor) },
  };
}

/** The text of a cursor. Finds one that cannot be sent, and a service that ignores it. */
function checkCursor(
  { plan, seen }: PageReading,
  part: number,
  { rows, cursor, fail }: PageRows,
  sent: string | undefined,
): string {
  const text = cursorText(cursor);
  if (text === undefined || /^https?:/.test(text)) {
    const why =
      typeof cursor === 'number'
        ? ' The reader of JSON may have rounded it.'
        : text && ' A URL is not supported.';
    throw fail(`expected a cursor, got ${describe(cursor)}.${why ?? ''}`);
  }
  const key = `${part}:${text}`;
  if (text === sent || seen.cursors.has(key))
    throw fail('the cursor is repeated. The service ignores `cursor`.');
  seen.cursors.add(key);
  const isSeen = rows.every((row) => seen.rows.has(rowKey(row, plan.query.order)));
  if (rows.length > 0 && rows.length === seen.rows.size && isSeen)
    throw fail('the page is repeated. The service ignores `cursor`.');
  return text;
}
