import { rowsPerPage } from '../dialect.js';
import type { ResponseError } from '../errors.js';
import type { RequestOptions } from '../http/options.js';
import type { Query } from '../query/query.js';
import type { JsonObject } from '../schema/field.js';
import { describe } from '../values/describe.js';
import {
  allOf,
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
import { type Endpoint, type Row, requestList } from './resource.js';

/** A page; `next` is undefined after the last one. */
export interface Page {
  readonly rows: Row[];
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
  start: Position | undefined,
  pageSize: number,
  options: RequestOptions,
): Promise<Page> {
  let position: Position = start ?? { part: 0, at: 'start' };
  for (;;) {
    const part = position.part + 1;
    const reader = new PageReader(endpoint, plan, position, pageSize, options);
    const { rows, next } = await reader[plan.way]();
    for (const row of rows) for (const name of plan.added) delete row[name];
    const following =
      next ?? (part < plan.parts.length ? ({ part, at: 'start' } as const) : undefined);
    if (rows.length > 0 || !following) return { rows, next: following };
    position = following;
  }
}

/** Reads one page, in each of the ways of a plan. Without rows, the next page is read at once. */
class PageReader {
  constructor(
    readonly endpoint: Endpoint,
    readonly plan: Plan,
    readonly position: Position,
    readonly pageSize: number,
    readonly options: RequestOptions,
  ) {}

  async once(): Promise<Page> {
    const { data, fail } = await this.#request(Infinity);
    if (data.length < rowsPerPage(undefined, this.endpoint.dialect)) return { rows: data };
    throw fail(
      'the response has as many rows as `dialect.pageSize` allows, and further ones cannot be requested without `orderBy`.',
    );
  }

  async cursor(): Promise<Page> {
    const { position } = this;
    const { data, cursor, fail } = await this.#request(this.pageSize, { cursor: position.cursor });
    if (cursor === undefined || cursor === null || cursor === '') return { rows: data };
    if (!/^(string|number)$/.test(typeof cursor) || /^https?:/.test(`${cursor}`))
      throw fail(`expected a cursor, got ${describe(cursor)}. A URL is not supported.`);
    if (`${cursor}` === position.cursor)
      throw fail('the cursor is the same as before. The service ignores `cursor`.');
    return { rows: data, next: { ...position, at: 'cursor', cursor: `${cursor}` } };
  }

  /** A window begins with the last row that was read. If others moved it, it is searched for. */
  async counting(): Promise<Page> {
    const { plan, position, pageSize } = this;
    const { anchor, read = 0, place } = position;
    const size = Math.max(2, anchor ? pageSize + 1 : pageSize);
    const indexIn = (rows: readonly Row[]) =>
      anchor ? rows.findIndex((row) => hasValues(row, anchor)) : -1;
    let skip = Math.max(0, read - 1);
    let window = await this.#request(size, { skip });
    if (anchor && skip > 0 && indexIn(window.data) < 0) {
      skip = Math.max(0, skip - size + 1);
      window = await this.#request(size, { skip });
    }
    const { data, isEnd, fail } = window;
    const index = indexIn(data);
    if (anchor && index < 0)
      throw fail(
        'others changed the rows meanwhile. Begin again, or order by `id` or a date.',
        'rows-changed',
      );
    const rest = data.slice(index + 1);
    const rows = rest.slice(0, pageSize);
    const last = rows.at(-1);
    const seen = skip + index + 1 + rows.length;
    if (last && !(isEnd && rows.length === rest.length))
      return {
        rows,
        next: {
          ...position,
          at: 'count',
          anchor: valuesOf(last, plan.order),
          read: seen,
          place: 0,
        },
      };
    if (last || isEnd || index < 1) return { rows };
    if (index === place) throw fail('the rows are the same as before. The service ignores `skip`.');
    return { rows, next: { ...position, read: seen, place: index } };
  }

  async keyset(): Promise<Page> {
    const { plan, position, endpoint } = this;
    const where = positionFilter(plan.order, position, endpoint.fields);
    return plan.order.length === 1 || position.at === 'row'
      ? this.#byId(where)
      : this.#byGroups(where);
  }

  /** Begins with the last row that was read. At the end of a group, goes on behind it. */
  async #byId(where: JsonObject | undefined): Promise<Page> {
    const { plan, position, pageSize } = this;
    const { anchor, group, expected, part } = position;
    const size = anchor ? pageSize + 1 : pageSize;
    const response = await this.#request(size, { where, order: plan.order.slice(-1) });
    const { data, isEnd } = response;
    if (group && !data.every((row) => this.#isIn(row, group))) throw this.#disagrees(response);
    const isAnchored = anchor !== undefined && data[0]?.id === anchor.id;
    if (anchor && !isAnchored) await this.#lookUp(anchor);
    const rest = isAnchored ? data.slice(1) : data;
    const rows = rest.slice(0, pageSize);
    const last = rows.at(-1);
    const missing = data.some(({ id }) => id === expected?.id) ? undefined : expected;
    if (last && !(isEnd && rows.length === rest.length)) {
      const next = { at: 'row', anchor: valuesOf(last, plan.order), expected: missing } as const;
      return { rows, next: { ...position, ...next } };
    }
    if (missing) await this.#lookUp(missing);
    return { rows, next: group && { part, at: 'after', group } };
  }

  /** The last group of a page is read again; by id if the page has no other rows. */
  async #byGroups(where: JsonObject | undefined): Promise<Page> {
    const { plan, pageSize, endpoint } = this;
    const { at, anchor, group, last, part } = this.position;
    const response = await this.#request(pageSize + 1, { where });
    const rows = response.data.slice(0, pageSize + 1);
    const isEnd = response.isEnd && response.data.length <= pageSize;
    const beyond = group ? rows.findIndex((row) => !this.#isIn(row, group)) : 0;
    const again = beyond < 0 ? rows : rows.slice(0, beyond);
    if (at === 'after' && again.length > 0) throw this.#disagrees(response);
    if (group && rows[beyond] && isBefore(rows[beyond], group, plan.order, endpoint.fields))
      throw this.#outOfOrder(rows[beyond], response);
    if (anchor && (beyond >= 0 || isEnd) && !again.some(({ id }) => id === anchor.id))
      await this.#lookUp(anchor);
    const final = rows.at(-1);
    if (!final || isEnd || (beyond < 0 && final.id === last)) return { rows };
    const values = valuesOf(final, plan.order);
    const start = rows.findIndex((row) => this.#isIn(row, values));
    const first = valuesOf(rows[start] ?? final, plan.order);
    if (start === 0) return { rows: [], next: { part, at: 'row', group: values, expected: first } };
    const next = { part, at: 'group', group: values, anchor: first, last: final.id } as const;
    return { rows: rows.slice(0, start), next };
  }

  #isIn(row: Row, group: Values): boolean {
    return isInGroup(row, group, this.plan.order, this.endpoint.fields);
  }

  /** Why a row did not come again: others deleted or changed it, or the service cannot be read. */
  async #lookUp(row: Values): Promise<void> {
    const response = await this.#request(2, { where: { id: row.id ?? null } });
    for (const found of response.data)
      if (found.id !== row.id || hasValues(found, row)) throw this.#disagrees(response);
  }

  #disagrees({ fail }: ListResponse): ResponseError {
    const names = this.plan.order.map(({ field }) => `\`${field}\``).join(', ');
    return fail(
      `the service ignores \`orderBy\` or \`where\`, or compares ${names} otherwise than it shows them. Order by \`id\`.`,
    );
  }

  #outOfOrder({ id }: Row, { fail }: ListResponse): ResponseError {
    return fail(
      `row ${describe(id)} is repeated or out of order. The service ignores \`orderBy\` or \`where\`.`,
    );
  }

  /** Requests rows, and checks them. `isEnd`: the service certainly has no more of them. */
  async #request(size: number, changes: Changes = {}): Promise<ListResponse & { isEnd: boolean }> {
    const { endpoint, plan, position, options } = this;
    const { dialect, fields } = endpoint;
    const { max, default: usual } = dialect.pageSize;
    const take = dialect.parameters.take === null ? undefined : Math.min(size, max);
    const { order = plan.order } = changes;
    const where = allOf(plan.parts[position.part], changes.where);
    const query = { ...plan.query, ...changes, order, take, where };
    const response = await requestList(endpoint, query, options);
    const { data, fail } = response;
    for (const [index, row] of data.entries()) {
      for (const { field } of order) {
        const { kind, nullable } = fields[field] ?? {};
        const value = row[field];
        const isValid = plan.way !== 'keyset' || compareValues(kind, value, value) !== undefined;
        if (value === null ? !nullable : !isValid)
          throw fail(
            `expected \`${field}\` to be a ${kind}, got ${describe(value)}. Correct the schema.`,
          );
      }
      const previous = data[index - 1];
      if (previous && isBefore(row, previous, order, fields)) throw this.#outOfOrder(row, response);
    }
    const full = max < Infinity ? (take ?? usual) : Math.min(take ?? usual, usual);
    return {
      ...response,
      isEnd:
        data.length === 0 ||
        (data.length < full && full < Infinity && (max < Infinity || usual < Infinity)),
    };
  }
}

interface Changes extends Partial<Pick<Query, 'where' | 'order' | 'skip'>> {
  readonly cursor?: string | undefined;
}

type ListResponse = Awaited<ReturnType<typeof requestList>>;
