import {
  boolean,
  type Column,
  date,
  decimal,
  enumeration,
  json,
  number,
  sqlServerUuid,
  text,
} from './columns.js';
import { type Kind, resources, statuses } from './sample-rows.js';
import { count, createService, type Service, type ServiceOptions } from './service.js';

/** Dates have microseconds and decimals six digits, whatever is shown. */
const columns: Record<Kind, Column> = {
  uuid: sqlServerUuid(),
  text: text(),
  code: text(),
  name: text(),
  status: enumeration(statuses),
  decimal: decimal(2),
  number: number(),
  boolean: boolean(),
  json: json(),
  created: date(3),
  updated: date(0),
  day: date(-1),
};

/** Service c: rows without an envelope, `skip` and `take`, and no limit of its own. */
export function hiddenDigits({ data, size, max }: ServiceOptions = {}): Service {
  return createService(
    {
      dialect: {
        envelope: null,
        parameters: { after: null, before: null },
        ...((size ?? max) && { pageSize: { default: size ?? max, max } }),
      },
      columns: (resource, field) => columns[resources[resource].fields[field] ?? 'text'],
      isSql: false,
      nulls: 'largest',
      fold: (value) => value,
      hasToOneFilters: false,
      parameters: ['where', 'include', 'order_by', 'take', 'skip'],
      hidden: ['units'],
      orderBy: 'order_by',
      page(rows, query, { show }) {
        const skip = count(query, 'skip', 0);
        const take = Math.min(count(query, 'take', size ?? Infinity), max ?? Infinity);
        return rows.slice(skip, skip + take).map(show);
      },
    },
    data,
  );
}
