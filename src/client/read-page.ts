import { rowsPerPage } from '../dialect.js';
import type { ResponseError } from '../errors.js';
import type { RequestOptions } from '../http/call.js';
import { describe } from '../messages/describe.js';
import type { Query } from '../query/query.js';
import type { JsonObject } from '../schema/field.js';
import { type Endpoint, type Row, type RowsResult, requestList } from './endpoint.js';
import {
  compareValues,
  hasValues,
  isBefore,
  isInGroup,
  type Plan,
  type Position,
  positionFilter,
  type Values,
  valuesOf,
} from './position.js';

/** A page of rows. */
export interface Page<Item = Row> {
  /** The rows, with the fields of `orderBy`. */
  readonly rows: Item[];
  /** Where the next page begins; absent in the last one. */
  readonly next?: Position | undefined;
}

/**
 * Reads the page at a position, with as many requests as it needs.
 *
 * @param start - The `next` of the page before; `undefined` for the first page.
 * @throws ResponseError if the service ignores a part of the query, or if others changed the rows.
 */
export async function readPage(
  endpoint: Endpoint,
  plan: Plan,
  start: Position = { part: 0, at: 'start' },
  pageSize: number,
  options: RequestOptions,
): Promise<Page> {
  for (let position = start; ; ) {
    const part = position.part + 1;
    const { rows, next }: Page = await readAt(endpoint, plan, position, pageSize, options);
    for (const row of rows) for (const name of plan.added) delete row[name];
    const following = next ?? (part < plan.parts.length ? { part, at: 'start' } : undefined);
    if (rows.length > 0 || !following) return { rows, next: following };
    position = following;
  }
}

/** Reads one page in the way of the plan. If it has no rows, the next one is read at once. */
function readAt(
  endpoint: Endpoint,
  plan: Plan,
  position: Position,
  pageSize: number,
  options: RequestOptions,
): Promise<Page> {
  const { dialect, fields } = endpoint;
  const { order } = plan.query;
  const { part, at, anchor, group, expected, last: seen, read = 0, repeated = 0 } = position;
  /** With the row that is read again; but many services allow at most 100. */
  const most = Math.min(pageSize + 1, Math.max(pageSize, 100));
  const size = anchor ? most : pageSize;
  const isIn = (values: Values) => (row: Row) => isInGroup(row, values, order, fields);

  const disagrees = ({ fail }: Pick<RowsResult<Row[]>, 'fail'>): ResponseError => {
    const names = order.map(({ field }) => `\`${field}\``).join(' or ');
    return fail(
      `rows are repeated, missing or out of order. The service ignores \`orderBy\` or \`where\`, or compares ${names} otherwise than it shows it. Order by \`id\`.`,
    );
  };
  /** Requests rows, and checks them. `isEnd`: the service certainly has no more of them. */
  const request = async (
    rowCount: number,
    changes: Partial<Query> & { readonly cursor?: string | undefined } = {},
  ) => {
    const { max, default: usual } = dialect.pageSize;
    const take = dialect.parameters.take === null ? undefined : Math.min(rowCount, max);
    const { order: by = order, where = positionFilter(order, position, fields) } = changes;
    const isFilter = (filter = {}): filter is JsonObject => Object.keys(filter).length > 0;
    const filters = [plan.parts[part], where].filter(isFilter);
    const filter = filters.length > 1 ? { AND: filters } : filters[0];
    const query = { ...plan.query, ...changes, take, where: filter };
    const { data: rows, cursor, fail } = await requestList(endpoint, query, options);
    for (const { field } of by) {
      const { kind, nullable } = fields[field] ?? {};
      for (const { [field]: value } of rows) {
        const isInvalid = plan.way === 'keyset' && Number.isNaN(compareValues(kind, value, value));
        if (value === null ? !nullable : isInvalid)
          throw fail(`expected \`${field}\` to be a ${kind}, got ${describe(value)}.`);
      }
    }
    // A page that is shorter than the declared size is the last one.
    const full =
      max < Infinity && take ? take : usual < Infinity ? Math.min(take ?? usual, usual) : 1;
    return { rows, cursor, fail, isEnd: rows.length < full };
  };
  /** Why a row did not come again: others deleted or changed it, or the service is to blame. */
  const lookUp = async (row: Values): Promise<void> => {
    const response = await request(2, { where: { id: row.id ?? null } });
    if (response.rows.some((found) => found.id !== row.id || hasValues(found, row)))
      throw disagrees(response);
  };

  const ways: Record<Plan['way'], () => Promise<Page>> = {
    async once() {
      const { rows, fail } = await request(Infinity);
      if (rows.length < rowsPerPage(undefined, dialect)) return { rows };
      throw fail(
        'the response may be cut off (`dialect.pageSize`), and there are no further pages.',
      );
    },
    async cursor() {
      const { rows, cursor, fail } = await request(pageSize, { cursor: position.cursor });
      if (cursor === undefined || cursor === null || cursor === '') return { rows };
      if (!/^(string|number)$/.test(typeof cursor) || /^https?:/.test(`${cursor}`))
        throw fail(`expected a cursor, got ${describe(cursor)}. A URL is not supported.`);
      if (`${cursor}` === position.cursor)
        throw fail('the cursor is repeated. The service ignores `cursor`.');
      return { rows, next: { part, at: 'cursor', cursor: `${cursor}` } };
    },
    /** A window begins with the last row that was read. If others moved it, it is searched for. */
    async counting() {
      let skip = Math.max(0, read - 1);
      const readWindow = async () => {
        const window = await request(size, { skip });
        const index = window.rows.findIndex((row) => anchor && hasValues(row, anchor));
        return { ...window, index };
      };
      let window = await readWindow();
      if (anchor && window.index < 0 && skip > 0) {
        skip = Math.max(0, skip - size + 1);
        window = await readWindow();
      }
      const { index, isEnd, fail } = window;
      if (anchor && index < 0)
        throw fail(
          'others changed the rows. Begin again, or order by `id` or a date.',
          'rows-changed',
        );
      const rest = window.rows.slice(index + 1);
      const rows = rest.slice(0, pageSize);
      const last = rows.at(-1);
      if (isEnd ? rows.length === rest.length : !last && index < 1) return { rows };
      if (!last && repeated > 1)
        throw fail('the last row is repeated. The service ignores `skip`, or rows keep changing.');
      const next = {
        anchor: last ? valuesOf(last, order) : anchor,
        read: skip + index + 1 + rows.length,
        repeated: last ? 0 : repeated + 1,
      };
      return { rows, next: { part, at: 'count', ...next } };
    },
    keyset: () => (order.length === 1 || at === 'row' ? byId() : byGroups()),
  };

  /** Begins with the last row that was read. At the end of a group, goes on behind it. */
  const byId = async (): Promise<Page> => {
    const response = await request(size, { order: order.slice(-1) });
    if (group && !response.rows.every(isIn(group))) throw disagrees(response);
    const isAnchored = anchor !== undefined && response.rows[0]?.id === anchor.id;
    if (anchor && !isAnchored) await lookUp(anchor);
    const rest = response.rows.slice(Number(isAnchored));
    const rows = rest.slice(0, pageSize);
    const last = rows.at(-1);
    const missing = response.rows.some(({ id }) => id === expected?.id) ? undefined : expected;
    if (last && !(response.isEnd && rows.length === rest.length)) {
      const next = { anchor: valuesOf(last, order), expected: missing };
      return { rows, next: { part, at: 'row', group, ...next } };
    }
    if (missing) await lookUp(missing);
    return { rows, next: group && { part, at: 'after', group } };
  };

  /** The last group of a page is read again; by id if the page has no other rows. */
  const byGroups = async (): Promise<Page> => {
    const response = await request(most);
    const rows = response.rows.slice(0, most);
    const final = rows.at(-1);
    const again = group ? rows.findIndex((row) => !isIn(group)(row)) : 0;
    const first = rows[again]; // -1 if all of them are in the group
    const isNothingNew = !first && final?.id === seen;
    const isEnd = response.rows.length <= pageSize && (response.isEnd || isNothingNew);
    const isBack = group && first && isBefore(first, group, order, fields);
    if (isBack || (at === 'after' && again !== 0 && final)) throw disagrees(response);
    const members = first ? rows.slice(0, again) : rows;
    if (anchor && (first || isEnd) && !members.some(({ id }) => id === anchor.id))
      await lookUp(anchor);
    if (!final || isEnd) return { rows };
    const values = valuesOf(final, order);
    const start = rows.findIndex(isIn(values));
    const next = { part, group: values, last: final.id } as const;
    const rowOfGroup = valuesOf(rows[start] ?? final, order);
    if (start < 1) return { rows: [], next: { ...next, at: 'row', expected: rowOfGroup } };
    return { rows: rows.slice(0, start), next: { ...next, at: 'group', anchor: rowOfGroup } };
  };
  return ways[plan.way]();
}
