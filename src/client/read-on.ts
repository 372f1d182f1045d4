import { type AnyRow, unexpected } from './parse-rows.js';
import type { ListResult } from './request-list.js';

/**
 * Reads on after rows whose order in relation to the next ones is unknown, because they show the same date. The
 * request begins at the last of these rows. If the response contains none of them, because some were deleted, the
 * rows are read again from further back. So no row is missed.
 *
 * @param read - Requests a page of the rows from the shown date on.
 * @param ids - The ids of the rows that were already seen.
 * @returns The last response with the new rows alone; with none at the end.
 */
export async function readOn(
  read: (skip: number) => Promise<ListResult>,
  ids: Iterable<string>,
): Promise<ListResult> {
  const seen = ids instanceof Set ? ids : new Set(ids);
  const lastSeen = (rows: readonly AnyRow[]) => rows.findLastIndex(({ id }) => seen.has(id));
  let skip = seen.size - 1;
  let back = 1;
  let first: string | undefined;
  for (let unchanged = 0; ; ) {
    const result = await read(skip);
    let rows = result.data;
    if (rows.length === 1 && lastSeen(rows) === 0) {
      // The service may return one row per page, so the next one takes another request. It is the next one if
      // this row is still in its place afterwards.
      const next = await read(skip + 1);
      if (next.data.length === 0) return next;
      if ((await read(skip)).data[0]?.id !== rows[0]?.id) continue;
      rows = rows.concat(next.data);
    }
    const index = lastSeen(rows);
    // Without a row that was seen, there may be a gap before these rows.
    if (index >= 0 || skip === 0) {
      // Rows before one that was seen were inserted meanwhile.
      const data = rows.slice(index + 1);
      if (data.length > 0 || rows.length === 0) return { ...result, data };
      unchanged = rows[0]?.id === first ? unchanged + 1 : 0;
      if (unchanged === 3) throw result.error(unexpected(rows[0]));
      first = rows[0]?.id;
      skip += Math.ceil(result.data.length / 2);
    } else {
      skip = Math.max(0, skip - back);
      back *= 4;
    }
  }
}
