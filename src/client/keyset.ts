import { describe } from '../messages/describe.js';
import type { Row } from './endpoint.js';
import { groupOf, memberOf } from './group.js';
import { behind, type Position, positionFilter } from './position.js';
import { type Page, type PageReading, type PageRows, requestPage, rowKey } from './request-page.js';
import { type Fields, isBefore, isRounded, type Order } from './row-order.js';

/**
 * Reads on behind values. Rows that are equal before `id` are a *group*. At any position, left are
 * the rows of one group, or those of its ids that match a filter, and all rows beyond the group.
 */
export async function readByKeyset(reading: PageReading, position: Position): Promise<Page> {
  const { endpoint, plan, pageSize } = reading;
  const { order } = plan.query;
  const page = await requestPage(reading, position.part, pageSize, {
    order: position.at === 'inside' ? order.slice(-1) : order,
    where: positionFilter(position, order, endpoint.fields),
  });
  checkRows(reading, position, page);
  checkBound(page, order, endpoint.fields);
  if (position.at === 'inside') return readInside(position, page, order);
  const hasDate = order.some(({ field }) => endpoint.fields[field]?.kind === 'date');
  return hasDate ? readGroups(reading, position, page) : readOn(reading, position, page);
}

/** The rows of a group that fills a page, in the order of their ids. */
function readInside(
  position: Extract<Position, { at: 'from' | 'inside' }>,
  { rows, isEnd }: PageRows,
  order: Order,
): Page {
  const { part, group, ids } = position;
  const last = rows.at(-1);
  if (!last || isEnd) return { rows, next: { part, at: 'beyond', group } };
  return { rows, next: { ...position, ids: { ...ids, ...behind(last, order) } } };
}

/** Rows whose values are exact: the next ones are behind the last one. */
function readOn(
  { endpoint, plan }: PageReading,
  { part }: Position,
  { rows, isEnd }: PageRows,
): Page {
  const { order } = plan.query;
  const last = rows.at(-1);
  if (!last || isEnd) return { rows };
  const group = groupOf(last, order, endpoint.fields, [last]);
  return { rows, next: { part, at: 'from', group, ids: behind(last, order) } };
}

/**
 * Rows whose dates have hidden digits, so that those of a group are not in the order of their ids.
 * All groups of a page but the last one are complete. The last one comes again: without its row, if
 * that is alone, and by id, if it fills the page.
 */
function readGroups({ endpoint, plan }: PageReading, position: Position, page: PageRows): Page {
  const { rows, isEnd } = page;
  const { order } = plan.query;
  const { fields } = endpoint;
  const { part } = position;
  const last = rows.at(-1);
  if (!last || isEnd) return { rows };
  if (position.at === 'from' && rows.every(memberOf(position.group, order, fields)))
    return { rows: [], next: { ...position, at: 'inside' } };
  const before = 'group' in position ? [position.group] : [];
  const group = groupOf(last, order, fields, [...rows, ...before]);
  const start = rows.findIndex(memberOf(group, order, fields));
  if (start === rows.length - 1)
    return { rows, next: { part, at: 'from', group, ids: { neq: last.id } } };
  return { rows: rows.slice(0, start), next: { part, at: start > 0 ? 'from' : 'inside', group } };
}

/** Finds a service that ignores a part of the query, as far as the rows show it. */
function checkRows(
  { endpoint, plan, seen }: PageReading,
  position: Position,
  { rows, fail }: PageRows,
): void {
  const { order } = plan.query;
  const isLeft = leftAt(position, order, endpoint.fields);
  if (rows.every((row) => isLeft(row) && !seen.rows.has(rowKey(row, order)))) return;
  const names = order.map(({ field }) => `\`${field}\``).join(' or ');
  throw fail(
    'rows are repeated, missing or out of order. The service ignores `orderBy` or `where`, ' +
      `or compares ${names} otherwise than it shows it. Order by \`id\`.`,
  );
}

/** The values of the last row become a bound, which must not be a rounded one (decision 69). */
function checkBound({ rows, isEnd, fail }: PageRows, order: Order, fields: Fields): void {
  const last = rows.at(-1);
  if (!last || isEnd) return;
  for (const { field } of order)
    if (fields[field]?.kind === 'integer' && isRounded(last[field]))
      throw fail(
        `\`${field}\` is ${describe(last[field])}, which the reader of JSON may have rounded. ` +
          'Rows would be lost: order by `id`.',
      );
}

/** Returns a function that tells whether a row can be among those that are left at a position. */
function leftAt(position: Position, order: Order, fields: Fields): (row: Row) => boolean {
  if (!('group' in position)) return () => true;
  const { at, group } = position;
  const isMember = memberOf(group, order, fields);
  const done = at === 'beyond' ? [] : Object.values(position.ids ?? {});
  return (row) => {
    if (isMember(row)) return at !== 'beyond' && !done.includes(row.id);
    return at !== 'inside' && !isBefore(row, group, order.slice(0, -1), fields);
  };
}
