import { rowsPerPage } from '../dialect.js';
import type { ResponseError } from '../errors.js';
import type { RequestOptions } from '../http/options.js';
import type { Query } from '../query/query.js';
import type { JsonObject } from '../schema/field.js';
import { describe } from '../values/describe.js';
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
  for (let position: Position = start ?? { part: 0, at: 'start' }; ; ) {
    const part = position.part + 1;
    const reader = new PageReader(endpoint, plan, position, pageSize, options);
    const { rows, next }: Page = await reader[plan.way]();
    for (const row of rows) for (const name of plan.added) delete row[name];
    const following =
      next ?? (plan.parts.length > part ? { part, at: 'start' as const } : undefined);
    if (rows.length > 0 || !following) return { rows, next: following };
    position = following;
  }
}

/** Reads one page, in each of the ways of a plan. If it has no rows, the next one is read at once. */
class PageReader {
  constructor(
    readonly endpoint: Endpoint,
    readonly plan: Plan,
    readonly position: Position,
    readonly pageSize: number,
    readonly options: RequestOptions,
  ) {}

  async once(): Promise<Page> {
    const { data: rows, fail } = await this.#request(Infinity);
    if (rows.length < rowsPerPage(undefined, this.endpoint.dialect)) return { rows };
    throw fail(
      'the response has as many rows as `dialect.pageSize` allows, and further ones cannot be requested without `orderBy`.',
    );
  }

  async cursor(): Promise<Page> {
    const { position, pageSize } = this;
    const { data: rows, cursor, fail } = await this.#request(pageSize, { cursor: position.cursor });
    const next = { ...position, at: 'cursor', cursor: `${cursor}` } as const;
    if (cursor === undefined || cursor === null || cursor === '') return { rows };
    if (!/^(string|number)$/.test(typeof cursor) || /^https?:/.test(next.cursor))
      throw fail(`expected a cursor, got ${describe(cursor)}. A URL is not supported.`);
    if (next.cursor !== position.cursor) return { rows, next };
    throw fail('the cursor is the same as before. The service ignores `cursor`.');
  }

  /** A window begins with the last row that was read. If others moved it, it is searched for. */
  async counting(): Promise<Page> {
    const { position, pageSize, plan } = this;
    const { anchor, read = 0, repeated = 0 } = position;
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
        'others changed the rows. Begin again, or order by `id` or a date.',
        'rows-changed',
      );
    const rest = data.slice(index + 1);
    const rows = rest.slice(0, pageSize);
    const last = rows.at(-1);
    if (isEnd ? rows.length === rest.length : !last && index < 1) return { rows };
    const next = { ...position, at: 'count', read: skip + index + 1 + rows.length } as const;
    if (last)
      return { rows, next: { ...next, anchor: valuesOf(last, plan.query.order), repeated: 0 } };
    if (repeated > 1) throw fail('the last row is repeated. The service ignores `skip`.');
    return { rows, next: { ...next, repeated: repeated + 1 } };
  }

  async keyset(): Promise<Page> {
    const { position, endpoint, plan } = this;
    const { order } = plan.query;
    const where = positionFilter(order, position, endpoint.fields);
    return order.length === 1 || position.at === 'row' ? this.#byId(where) : this.#byGroups(where);
  }

  /** Begins with the last row that was read. At the end of a group, goes on behind it. */
  async #byId(where: JsonObject | undefined): Promise<Page> {
    const { position, pageSize, plan } = this;
    const { anchor, group, expected, part } = position;
    const order = plan.query.order.slice(-1);
    const response = await this.#request(anchor ? pageSize + 1 : pageSize, { where, order });
    const { data, isEnd } = response;
    if (group && !data.every((row) => this.#isIn(row, group))) throw this.#disagrees(response);
    const isAnchored = anchor !== undefined && data[0]?.id === anchor.id;
    if (anchor && !isAnchored) await this.#lookUp(anchor);
    const rest = data.slice(Number(isAnchored));
    const rows = rest.slice(0, pageSize);
    const last = rows.at(-1);
    const missing = data.some(({ id }) => id === expected?.id) ? undefined : expected;
    if (last && !(isEnd && rows.length === rest.length)) {
      const next = { anchor: valuesOf(last, plan.query.order), expected: missing };
      return { rows, next: { ...position, at: 'row', ...next } };
    }
    if (missing) await this.#lookUp(missing);
    return { rows, next: group && { part, at: 'after', group } };
  }

  /** The last group of a page is read again; by id if the page has no other rows. */
  async #byGroups(where: JsonObject | undefined): Promise<Page> {
    const { pageSize, plan, endpoint } = this;
    const { at, anchor, group, last, part } = this.position;
    const { order } = plan.query;
    const response = await this.#request(pageSize + 1, { where });
    const rows = response.data.slice(0, pageSize + 1);
    const isEnd = response.isEnd && response.data.length <= pageSize;
    const beyond = group ? rows.findIndex((row) => !this.#isIn(row, group)) : 0;
    const again = beyond < 0 ? rows : rows.slice(0, beyond);
    const first = rows[beyond];
    if (at === 'after' && again.length > 0) throw this.#disagrees(response);
    if (group && first && isBefore(first, group, order, endpoint.fields))
      throw this.#disagrees(response);
    if (anchor && (first || isEnd) && !again.some(({ id }) => id === anchor.id))
      await this.#lookUp(anchor);
    const final = rows.at(-1);
    if (!final || isEnd || (!first && final.id === last)) return { rows };
    const values = valuesOf(final, order);
    const start = rows.findIndex((row) => this.#isIn(row, values));
    const expected = valuesOf(rows[start] ?? final, order);
    if (start === 0) return { rows: [], next: { part, at: 'row', group: values, expected } };
    const next = { part, at: 'group', group: values, anchor: expected, last: final.id } as const;
    return { rows: rows.slice(0, start), next };
  }

  #isIn(row: Row, group: Values): boolean {
    return isInGroup(row, group, this.plan.query.order, this.endpoint.fields);
  }

  /** Why a row did not come again: others deleted or changed it, or the service is to blame. */
  async #lookUp(row: Values): Promise<void> {
    const response = await this.#request(2, { where: { id: row.id ?? null } });
    for (const found of response.data)
      if (found.id !== row.id || hasValues(found, row)) throw this.#disagrees(response);
  }

  #disagrees({ fail }: ListResponse): ResponseError {
    const names = this.plan.query.order.map(({ field }) => `\`${field}\``).join(' or ');
    return fail(
      `rows are repeated, missing or out of order. The service ignores \`orderBy\` or \`where\`, or compares ${names} otherwise than it shows it. Order by \`id\`.`,
    );
  }

  /** Requests rows, and checks them. `isEnd`: the service certainly has no more of them. */
  async #request(size: number, changes: Changes = {}): Promise<ListResponse & { isEnd: boolean }> {
    const { endpoint, plan, position, options } = this;
    const { dialect, fields } = endpoint;
    const { max, default: usual } = dialect.pageSize;
    const take = dialect.parameters.take === null ? undefined : Math.min(size, max);
    const filters = [plan.parts[position.part], changes.where].filter(
      (filter) => filter !== undefined,
    );
    const where = filters.length > 1 ? { AND: filters } : filters[0];
    const query = { ...plan.query, ...changes, take, where };
    const response = await requestList(endpoint, query, options);
    const { data, fail } = response;
    for (const [index, row] of data.entries()) {
      for (const { field } of query.order) {
        const { kind, nullable } = fields[field] ?? {};
        const value = row[field];
        const isInvalid = plan.way === 'keyset' && Number.isNaN(compareValues(kind, value, value));
        if (value === null ? !nullable : isInvalid)
          throw fail(
            `expected \`${field}\` to be a ${kind}, got ${describe(value)}. Correct the schema.`,
          );
      }
      if (index > 0 && isBefore(row, data[index - 1] ?? row, query.order, fields))
        throw this.#disagrees(response);
    }
    // A page that is shorter than the declared size is the last one.
    const full =
      max < Infinity && take ? take : usual < Infinity ? Math.min(take ?? usual, usual) : 1;
    return { ...response, isEnd: data.length < full };
  }
}

interface Changes extends Partial<Pick<Query, 'where' | 'order' | 'skip'>> {
  readonly cursor?: string | undefined;
}

type ListResponse = Awaited<ReturnType<typeof requestList>>;
