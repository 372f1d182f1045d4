import { rowsPerPage } from '../dialect.js';
import type { ResponseError } from '../errors.js';
import type { RequestOptions } from '../http/call.js';
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
import { type Endpoint, type Row, type RowsResult, requestList } from './resource.js';

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
    const start = part < plan.parts.length ? ({ part, at: 'start' } as const) : undefined;
    if (rows.length > 0 || !(next ?? start)) return { rows, next: next ?? start };
    position = next ?? start ?? position;
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
    readonly order = plan.query.order,
  ) {}

  /** With the row that is read again; but many services allow at most 100. */
  get #size(): number {
    return Math.min(this.pageSize + 1, Math.max(this.pageSize, 100));
  }

  async once(): Promise<Page> {
    const { rows, fail } = await this.#request(Infinity);
    if (rows.length < rowsPerPage(undefined, this.endpoint.dialect)) return { rows };
    throw fail('the response may be cut off (`dialect.pageSize`), and there are no further pages.');
  }

  async cursor(): Promise<Page> {
    const { cursor: previous } = this.position;
    const { rows, cursor, fail } = await this.#request(this.pageSize, { cursor: previous });
    if (cursor === undefined || cursor === null || cursor === '') return { rows };
    if (!/^(string|number)$/.test(typeof cursor) || /^https?:/.test(`${cursor}`))
      throw fail(`expected a cursor, got ${describe(cursor)}. A URL is not supported.`);
    if (`${cursor}` === previous)
      throw fail('the cursor is repeated. The service ignores `cursor`.');
    return { rows, next: { ...this.position, at: 'cursor', cursor: `${cursor}` } };
  }

  /** A window begins with the last row that was read. If others moved it, it is searched for. */
  async counting(): Promise<Page> {
    const { anchor, read = 0, repeated = 0 } = this.position;
    const size = anchor ? this.#size : this.pageSize;
    let skip = Math.max(0, read - 1);
    const readWindow = async () => {
      const window = await this.#request(size, { skip });
      return { ...window, index: window.rows.findIndex((row) => anchor && hasValues(row, anchor)) };
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
    const rows = rest.slice(0, this.pageSize);
    const last = rows.at(-1);
    if (isEnd ? rows.length === rest.length : !last && index < 1) return { rows };
    if (!last && repeated > 1)
      throw fail('the last row is repeated. The service ignores `skip`, or rows keep changing.');
    const values = last ? valuesOf(last, this.order) : anchor;
    const next = { read: skip + index + 1 + rows.length, repeated: last ? 0 : repeated + 1 };
    return { rows, next: { ...this.position, at: 'count', anchor: values, ...next } };
  }

  async keyset(): Promise<Page> {
    return this.order.length === 1 || this.position.at === 'row' ? this.#byId() : this.#byGroups();
  }

  /** Begins with the last row that was read. At the end of a group, goes on behind it. */
  async #byId(): Promise<Page> {
    const { anchor, group, expected, part } = this.position;
    const size = anchor ? this.#size : this.pageSize;
    const response = await this.#request(size, { order: this.order.slice(-1) });
    if (group && !response.rows.every(this.#isIn(group))) throw this.#disagrees(response);
    const isAnchored = anchor !== undefined && response.rows[0]?.id === anchor.id;
    if (anchor && !isAnchored) await this.#lookUp(anchor);
    const rest = response.rows.slice(Number(isAnchored));
    const rows = rest.slice(0, this.pageSize);
    const last = rows.at(-1);
    const missing = response.rows.some(({ id }) => id === expected?.id) ? undefined : expected;
    if (last && !(response.isEnd && rows.length === rest.length)) {
      const next = { anchor: valuesOf(last, this.order), expected: missing };
      return { rows, next: { ...this.position, at: 'row', ...next } };
    }
    if (missing) await this.#lookUp(missing);
    return { rows, next: group && { part, at: 'after', group } };
  }

  /** The last group of a page is read again; by id if the page has no other rows. */
  async #byGroups(): Promise<Page> {
    const { at, anchor, group, last, part } = this.position;
    const response = await this.#request(this.#size);
    const rows = response.rows.slice(0, this.#size);
    const final = rows.at(-1);
    const again = group ? rows.findIndex((row) => !this.#isIn(group)(row)) : 0;
    const first = rows[again]; // -1 if all of them are in the group
    const isNothingNew = !first && final?.id === last;
    const isEnd = response.rows.length <= this.pageSize && (response.isEnd || isNothingNew);
    const isBack = group && first && isBefore(first, group, this.order, this.endpoint.fields);
    if (isBack || (at === 'after' && again !== 0 && final)) throw this.#disagrees(response);
    const members = first ? rows.slice(0, again) : rows;
    if (anchor && (first || isEnd) && !members.some(({ id }) => id === anchor.id))
      await this.#lookUp(anchor);
    if (!final || isEnd) return { rows };
    const values = valuesOf(final, this.order);
    const start = rows.findIndex(this.#isIn(values));
    const expected = valuesOf(rows[start] ?? final, this.order);
    if (start < 1) return { rows: [], next: { part, at: 'row', group: values, expected } };
    const next = { part, at: 'group', group: values, anchor: expected, last: final.id } as const;
    return { rows: rows.slice(0, start), next };
  }

  #isIn(group: Values) {
    return (row: Row) => isInGroup(row, group, this.order, this.endpoint.fields);
  }

  /** Why a row did not come again: others deleted or changed it, or the service is to blame. */
  async #lookUp(row: Values): Promise<void> {
    const response = await this.#request(2, { where: { id: row.id ?? null } });
    if (response.rows.some((found) => found.id !== row.id || hasValues(found, row)))
      throw this.#disagrees(response);
  }

  #disagrees({ fail }: Pick<RowsResult<Row[]>, 'fail'>): ResponseError {
    const names = this.order.map(({ field }) => `\`${field}\``).join(' or ');
    return fail(
      `rows are repeated, missing or out of order. The service ignores \`orderBy\` or \`where\`, or compares ${names} otherwise than it shows it. Order by \`id\`.`,
    );
  }

  /** Requests rows, and checks them. `isEnd`: the service certainly has no more of them. */
  async #request(size: number, changes: Partial<Query> & { cursor?: string | undefined } = {}) {
    const { endpoint, plan, position } = this;
    const { dialect, fields } = endpoint;
    const { max, default: usual } = dialect.pageSize;
    const take = dialect.parameters.take === null ? undefined : Math.min(size, max);
    const { order = this.order, where = positionFilter(order, position, fields) } = changes;
    const isFilter = (filter = {}): filter is JsonObject => Object.keys(filter).length > 0;
    const filters = [plan.parts[position.part], where].filter(isFilter);
    const filter = filters.length > 1 ? { AND: filters } : filters[0];
    const query = { ...plan.query, ...changes, take, where: filter };
    const { data: rows, cursor, fail } = await requestList(endpoint, query, this.options);
    for (const [index, row] of rows.entries()) {
      for (const { field } of order) {
        const { kind, nullable } = fields[field] ?? {};
        const value = row[field];
        const isInvalid = plan.way === 'keyset' && Number.isNaN(compareValues(kind, value, value));
        if (value === null ? !nullable : isInvalid)
          throw fail(`expected \`${field}\` to be a ${kind}, got ${describe(value)}.`);
      }
      const previous = rows[index - 1];
      if (previous && isBefore(row, previous, order, fields)) throw this.#disagrees({ fail });
    }
    // A page that is shorter than the declared size is the last one.
    const full =
      max < Infinity && take ? take : usual < Infinity ? Math.min(take ?? usual, usual) : 1;
    return { rows, cursor, fail, isEnd: rows.length < full };
  }
}
