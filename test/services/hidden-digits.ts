import { columnsOf, date, decimal, enumeration, sqlServerUuid } from './columns.js';
import { statuses } from './sample-rows.js';
import { count, createService, type Service, type ServiceOptions } from './service.js';

/** Dates have microseconds and decimals six digits, whatever is shown. */
const columns = {
  ...columnsOf(),
  ...{ uuid: sqlServerUuid, status: enumeration(statuses), decimal: decimal(2) },
  ...{ updated: date(0), day: date(-1) },
};

/** Service c: rows without an envelope, `skip` and `take`, and no limit of its own. */
export function hiddenDigits({ data, size, max }: ServiceOptions = {}): Service {
  return createService(
    {
      dialect: {
        envelope: null,
        ...((size ?? max) && { pageSize: { default: size ?? max, max } }),
      },
      columns,
      nulls: 'largest',
      parameters: ['where', 'include', 'order_by', 'take', 'skip'],
      hidden: ['units'],
      page(rows, query, { show }) {
        const skip = count(query, 'skip', 0);
        const take = Math.min(count(query, 'take', size ?? Infinity), max ?? Infinity);
        return rows.slice(skip, skip + take).map(show);
      },
    },
    data,
  );
}
