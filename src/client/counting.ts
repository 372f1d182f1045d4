import type { Ordering } from '../query/query.js';
import { hasValues, orderValues } from './group.js';
import type { Count, Position } from './position.js';
import { type Page, type PageReading, type PageRows, requestPage } from './request-page.js';

type Counted = Extract<Position, { at: 'count' }>;

/** The rows to request: numbered pages begin at multiples of their size. */
interface RowRange {
  readonly skip: number;
  readonly size: number;
}

/** A response, and where the last row that was read is in it. */
interface CountedPage extends PageRows, RowRange {
  /** -1 if it is not there. */
  readonly index: number;
  readonly longest: number;
  /** Whether the page is short, and may still not be the last one. */
  readonly isCut: boolean;
}

/**
 * Reads on where the rows that were read are counted. Each window contains the last one of them. If
 * others moved it, it is looked for: the rows that stay come behind it, wherever it is.
 */
export async function readByCounting(reading: PageReading, position: Position): Promise<Page> {
  const start: Counted = { part: position.part, at: 'count', read: 0, longest: 0 };
  const counted = position.at === 'count' ? position : start;
  const range = rangeAt(reading, counted);
  if (!range) return confirmEnd(reading, counted);
  const window = await readWindow(reading, counted, range);
  const isPlaced = window.skip + window.index === counted.read - 1;
  const hasMore = isPlaced && window.index < window.rows.length - 1;
  if (counted.last && window.isCut && !hasMore)
    return { rows: [], next: { ...counted, longest: window.longest, isCut: true } };
  return rowsBehind(reading, counted, await findLast(reading, counted, window));
}

/**
 * The range that begins with the last row; with numbered pages, the smallest one that contains it
 * and enough rows behind it, or else the one with the most. `undefined` if no page is long enough.
 */
function rangeAt({ endpoint, pageSize }: PageReading, count: Count): RowRange | undefined {
  const { read, longest, isCut } = count;
  const { parameters, pageSize: declared } = endpoint.dialect;
  const first = Math.max(0, read - 1);
  const usual = Math.max(pageSize, 100); // many services allow at most 100
  if (parameters.page === null)
    return isCut ? undefined : { skip: first, size: Math.min(pageSize + read - first, usual) };
  const most = isCut ? longest : declared.max < Infinity ? declared.max : usual;
  let best = { skip: 0, size: 0, rows: 0 };
  for (let size = 1; size <= most && best.rows < pageSize; size++) {
    const skip = first - (first % size);
    const rows = skip + size - read;
    if (rows > best.rows) best = { skip, size, rows };
  }
  return best.rows > 0 ? best : undefined;
}

/**
 * Requests a range. A page that is shorter than another one is the last one. Any other short page
 * may have been cut; with `skip`, that matters only if it has a single row.
 */
async function readWindow(
  reading: PageReading,
  { part, last, longest }: Counted,
  { skip, size }: RowRange,
): Promise<CountedPage> {
  const page = await requestPage(reading, part, size, { skip });
  const index = page.rows.findIndex((row) => last && hasValues(row, last));
  const full = reading.endpoint.dialect.parameters.page === null ? Math.min(size, 2) : size;
  const count = Math.min(page.rows.length, full);
  const isEnd = page.isEnd || count < Math.min(longest, full);
  const isCut = count < full && !isEnd;
  return { ...page, skip, size, index, isEnd, isCut, longest: Math.max(longest, count) };
}

/** The window with the last row, or the one before; one more from it on, if it is at the end. */
async function findLast(
  reading: PageReading,
  counted: Counted,
  first: CountedPage,
): Promise<CountedPage> {
  const { skip, size } = first;
  const isMissing = counted.last && first.index < 0 && skip > 0;
  const before = { skip: Math.max(0, skip - size), size };
  const window = isMissing ? await readWindow(reading, counted, before) : first;
  const { rows, index, isEnd } = window;
  if (index < 0 || index < rows.length - 1 || isEnd) return window;
  const range = rangeAt(reading, { ...counted, read: window.skip + rows.length });
  return range ? readWindow(reading, counted, range) : window;
}

/** Which rows are handed out, and what is left. */
function rowsBehind({ plan, pageSize }: PageReading, counted: Counted, window: CountedPage): Page {
  const { part, last } = counted;
  const { skip, index, isEnd, longest, fail } = window;
  const rows = window.rows.slice(index + 1, index + 1 + pageSize);
  const end = index + 1 + rows.length;
  const final = rows.at(-1);
  if (last && (index < 0 || (!final && !isEnd)))
    throw fail(
      'others changed the rows, or the service ignores `skip` or the number of the page. ' +
        'Begin again, or order by `id` or a date.',
      'rows-changed',
    );
  if (!final || (isEnd && end === window.rows.length)) return { rows };
  const isCut = counted.isCut || (window.isCut && skip === 0);
  const count = { read: skip + end, last: orderValues(final, plan.query.order), longest, isCut };
  return { rows, next: { part, at: 'count', ...count } };
}

/**
 * If no page is long enough: there is no row but a single one, or the last one is the first in the
 * opposite order. The latter proves nothing if null is in the same place in both.
 */
async function confirmEnd(reading: PageReading, { part, read, last }: Counted): Promise<Page> {
  const { dialect, fields } = reading.endpoint;
  const { order } = reading.plan.query;
  const isSingle = read === 1 && dialect.parameters.where !== null;
  const { rows, fail } = await requestPage(
    reading,
    part,
    2,
    isSingle ? { where: { id: { neq: last?.id ?? null } } } : { order: order.map(reverse) },
  );
  const isOpposite =
    /^(largest|smallest)$/.test(dialect.nullOrder) ||
    order.every(({ field }) => fields[field]?.nullable === false);
  const isFirst = !isSingle && isOpposite && last && rows[0] && hasValues(rows[0], last);
  if (!rows[0] || isFirst) return { rows: [] };
  throw fail(
    'more rows may follow, but pages are too short to count them, or others changed the rows. ' +
      'Set `dialect.pageSize.max`, or order by `id` or a date.',
  );
}

const reverse = ({ field, direction }: Ordering): Ordering => ({
  field,
  direction: direction === 'asc' ? 'desc' : 'asc',
});
