import { columnsOf, cutTo, date, lower, type Stored, text } from './columns.js';
import type { Row } from './filters.js';
import { count, createService, parseOrder, type Service, type ServiceOptions } from './service.js';

/** Dates have microseconds, of which three digits are shown; operands are cut to them. */
const cutDate = date(3, cutTo('millisecond'));
const columns = {
  ...columnsOf(),
  name: text(lower, true), // compared without case, ordered with it
  ...{ created: cutDate, updated: cutDate, day: cutDate },
};

/** Service a: `{ items, next_cursor, has_more }`, `limit`, `sort=-name`, and `offset` as well. */
export function cursorService({ data, size = 20, max = 50 }: ServiceOptions = {}): Service {
  return createService(
    {
      dialect: {
        envelope: { rows: 'items', cursor: 'next_cursor' },
        parameters: {
          ...{ orderBy: 'sort', take: 'limit', skip: 'offset', cursor: 'cursor' },
        },
        orderFormat: '-name',
        pageSize: { default: size, max },
        nullOrder: 'smallest',
      },
      columns,
      nulls: 'smallest',
      fold: lower,
      parameters: ['where', 'include', 'sort', 'limit', 'offset', 'cursor'],
      orderBy: 'sort',
      page(rows, query, { show, compare }) {
        const limit = Math.min(count(query, 'limit', size), max);
        const cursor = query.get('cursor');
        const after = cursor && (JSON.parse(atob(cursor), revive) as Row);
        const start = after
          ? rows.findIndex((row) => compare(row, after) > 0)
          : count(query, 'offset', 0);
        const page = start < 0 ? [] : rows.slice(start, start + limit);
        const last = page.at(-1);
        const hasMore = last !== undefined && last !== rows.at(-1);
        const fields = ['id', ...parseOrder(query.get('sort')).map(([field]) => field)];
        const position = JSON.stringify(
          Object.fromEntries(fields.map((field) => [field, last?.[field]])),
          replace,
        );
        return {
          items: page.map(show),
          next_cursor: hasMore ? btoa(position) : null,
          has_more: hasMore,
        };
      },
    },
    data,
  );
}

const replace = (_: string, value: Stored) => (typeof value === 'bigint' ? `${value}n` : value);
const revive = (_: string, value: Stored) =>
  typeof value === 'string' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value;
