import { describe } from '../values/describe.js';
import type { AnyRow } from './endpoint.js';
import {
  idOfKey,
  isBefore,
  keyOf,
  type PageOrder,
  type PagePosition,
  type RowOrder,
} from './page-order.js';
import { type ListResult, rowOrderError } from './response-rows.js';

/**
 * Returns a result whose rows are in order. In a total order, no two rows are equal.
 *
 * @throws ResponseError if a row is known to come before another, or is one of those before the
 * position.
 */
export function requireOrder<Result extends ListResult>(
  result: Result,
  order: RowOrder,
  isTotal = true,
  { values, seen }: Partial<PagePosition> = {},
): Result {
  const seenKeys = new Set(seen);
  const { data } = result;
  const wrong = data.find(
    (row, index) =>
      isBefore(row, data[index - 1] ?? values, order, isTotal) || seenKeys.has(keyOf(row, order)),
  );
  if (wrong) throw rowOrderError(result, wrong);
  return result;
}

/** Some of the rows that a filter matches, in order. */
interface Window extends ListResult {
  /** How many rows come before. */
  readonly begin: number;
  /**
   * How many rows it may have: all windows of a service with numbered pages begin at a multiple.
   */
  readonly size: number;
  /** Whether no row follows, as far as that is known. */
  readonly isEnd: boolean;
}

interface WindowReader {
  readonly isPaged: boolean;
  /** How many rows are expected, unless they are the last ones. */
  readonly fullPageSize: number;
  /** Whether the service is known to return several rows at once. */
  readonly isMany: boolean;
  /**
   * Requests a window that contains the row after `skip` others; the one of that size that begins
   * with it.
   */
  readWindow(skip: number, size?: number): Promise<Window>;
  /** Whether the service still has the last row, with the values that it showed. */
  isThere(): Promise<boolean>;
}

const MAX_WINDOWS = 40;

/**
 * Reads the rows after the last one that was read, by their number: a window begins with that row.
 * In a total order, the rows after it are those that were not read, whatever was inserted or
 * deleted before it. If it has moved, it is searched for nearby; if it was deleted, a row before it
 * takes its place.
 */
export async function readAfter(
  { values, matchedAgain, seen }: PagePosition,
  order: PageOrder,
  { isPaged, fullPageSize, isMany, readWindow, isThere }: WindowReader,
): Promise<ListResult> {
  const seenKeys = new Set(seen);
  const isSeen = (row: AnyRow) => seenKeys.has(keyOf(row, order));
  /**
   * The last row that was read, or that is known to come before the position: inserted meanwhile.
   */
  const lastBefore = (rows: readonly AnyRow[]) =>
    rows.findLastIndex((row) => isSeen(row) || isBefore(row, values, order));
  let skip = matchedAgain - 1;
  let isForward = false;
  let previous: Window | undefined;
  let repeated = 0;
  for (let count = 0; count < MAX_WINDOWS; count++) {
    const result = await readWindow(skip);
    const { data: rows, begin, size, isEnd } = result;
    if (
      rows[0] &&
      rows[0].id === previous?.data[0]?.id &&
      begin !== previous.begin &&
      ++repeated > 2
    )
      throw rowOrderError(result, rows[0]);
    previous = result;
    const index = lastBefore(rows);
    const found = { ...result, data: rows.slice(index + 1) };
    if (index >= 0) {
      if (isEnd || found.data.length >= fullPageSize) return found;
      if (skip !== begin + index) {
        skip = begin + index;
        continue;
      }
      // It is the last row of its window. The next one follows if this row is still in its place
      // afterwards.
      const next = await readWindow(begin + (isPaged ? size : rows.length), size);
      if (next.data.length === 0 && isMany) return next;
      const { [index]: same } = (await readWindow(skip)).data;
      if (!same || same.id !== rows[index]?.id) continue;
      const other = lastBefore(next.data);
      const last = next.data[other];
      if (last && !isSeen(last) && isBefore(last, same, order)) throw rowOrderError(next, last);
      if (next.data.length === 0 || other < next.data.length - 1)
        return { ...next, data: next.data.slice(other + 1) };
      skip = next.begin + other;
    } else if (isForward) {
      if (rows.length === 0) break;
      skip = begin + rows.length;
    } else if (begin > 0) {
      skip = Math.max(0, begin - Math.max(rows.length, seenKeys.size >> 1, 1));
    } else if (await isThere()) {
      isForward = true;
      skip = rows.length;
    } else if (matchedAgain <= seenKeys.size) {
      return found; // all rows before the position are known, and were deleted
    } else break;
  }
  throw previous?.error(notFoundAgain(values.id));
}

const notFoundAgain = (id: unknown) =>
  `row ${describe(id)} was not found again. Too many rows changed meanwhile, or the service compares \`orderBy\` in another way than \`dialect\` says.`;

interface ExcludingReader extends Pick<WindowReader, 'isThere'> {
  /** Requests the rows from the position on, without some. */
  readWithout(ids: readonly unknown[]): Promise<ListResult>;
}

/**
 * Reads the rows after the last one that was read, without those of the same date that were read
 * before. The last row is requested again, because its date may be compared in another way than it
 * is shown.
 */
export async function readWithoutSkip(
  { values, matchedAgain, seen }: PagePosition,
  { readWithout, isThere }: ExcludingReader,
): Promise<ListResult> {
  const ids = seen.slice(-matchedAgain).map(idOfKey);
  const result = await readWithout(ids.slice(0, -1));
  if (matchedAgain > ids.length)
    throw result.error(
      `more than ${ids.length} rows have the same value of \`orderBy\` as row ${describe(values.id)}. To read them, the service needs \`skip\` (\`dialect.parameters\`).`,
    );
  const data = result.data.filter(({ id }) => id !== values.id);
  if (data.length === result.data.length && (await isThere()))
    throw result.error(notFoundAgain(values.id));
  // The service may return one row at a time.
  return data.length > 0 || result.data.length === 0 ? { ...result, data } : readWithout(ids);
}
