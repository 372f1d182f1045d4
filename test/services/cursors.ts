import {
  boolean,
  type Column,
  cutTo,
  date,
  decimal,
  enumeration,
  json,
  number,
  type Stored,
  text,
} from './columns.js';
import type { Row } from './filters.js';
import { type Kind, resources } from './sample-rows.js';
import { count, createService, parseOrder, type Service, type ServiceOptions } from './service.js';

const lower = (value: string): string => value.toLowerCase();
const millis = cutTo('millisecond');

/** Dates have microseconds, of which three digits are shown; operands are cut to them. */
const columns: Record<Kind, Column> = {
  uuid: text(),
  text: text(),
  code: text(),
  name: text(lower, true), // compared without case, ordered with it
  status: enumeration(),
  decimal: decimal(6),
  number: number(),
  boolean: boolean(),
  json: json(),
  created: date(3, millis),
  updated: date(3, millis),
  day: date(3, millis),
};

/** Service a: `{ items, next_cursor, has_more }`, `limit`, `sort=-name`, and `offset` as well. */
export function cursorService({ data, size = 20, max = 50 }: ServiceOptions = {}): Service {
  return createService(
    {
      dialect: {
        envelope: { rows: 'items', cursor: 'next_cursor' },
        parameters: {
          orderBy: 'sort',
          take: 'limit',
          skip: 'offset',
          cursor: 'cursor',
          after: null,
          before: null,
        },
        orderFormat: '-name',
        pageSize: { default: size, max },
        nullOrder: 'smallest',
      },
      columns: (resource, field) => columns[resources[resource].fields[field] ?? 'text'],
      isSql: false,
      nulls: 'smallest',
      fold: lower,
      hasToOneFilters: false,
      parameters: ['where', 'include', 'sort', 'limit', 'offset', 'cursor'],
      hidden: [],
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
