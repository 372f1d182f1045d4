import { type Column, columnsOf, cutTo, date, lower } from './columns.js';
import { count, createService, type Service, type ServiceOptions } from './service.js';

/** A date that has no more digits than it shows. */
const exactDate = (shown: number, unit: 'millisecond' | 'day'): Column => {
  const column = date(shown);
  return { ...column, read: (value) => cutTo(unit)(Number(column.read(value))) };
};

const millis = exactDate(3, 'millisecond');
const columns = {
  ...columnsOf(lower),
  ...{ created: millis, updated: millis, day: exactDate(-1, 'day') },
};

/** Service b: `{ data, meta: { page, per_page, total } }`, SQL's nulls, everything without case. */
export function numberedPages({ data, size = 25, max = 100 }: ServiceOptions = {}): Service {
  return createService(
    {
      dialect: {
        envelope: { rows: 'data', pagination: 'meta' },
        parameters: { take: 'per_page', skip: null, page: 'page' },
        pageSize: { default: size, max },
        nulls: 'sql',
        text: 'insensitive',
        nullOrder: 'last',
      },
      columns,
      isSql: true,
      nulls: 'last',
      fold: lower,
      hasToOneFilters: true,
      parameters: ['where', 'include', 'order_by', 'page', 'per_page'],
      page(rows, query, { show }) {
        const size_ = Math.min(count(query, 'per_page', size), max);
        const page = count(query, 'page', 1);
        const start = (page - 1) * size_;
        const meta = { page, per_page: size_, total: rows.length };
        return { data: rows.slice(start, start + size_).map(show), meta };
      },
    },
    data,
  );
}
