import { columnsOf, date, enumeration, Rejected } from './columns.js';
import { statuses } from './sample-rows.js';
import { count, createService, type Form, type Service, type ServiceOptions } from './service.js';

/** The longest URL, with the host of the tests. */
const LONGEST_URL = 4_000;
/** Each of so many requests is throttled. */
const THROTTLED = 45;

const days = { ...date(-1), ...{ read: readDay } };
/** The columns of service d. */
export const columns = {
  ...columnsOf(),
  ...{ status: enumeration(statuses), day: days, updated: date(0), created: date(6) },
};

/** A day, and no instant. */
function readDay(json: unknown) {
  if (!/^\d{4}-\d\d-\d\d(T|$)/.test(String(json))) throw new Rejected(`${json} is not a day`);
  return date(-1).read(String(json).slice(0, 10));
}

/** The errors of a field, as Django REST Framework nests them. */
const errorTree = (error: Rejected): unknown =>
  error.status === 400
    ? { where: { non_field_errors: [error.message] } }
    : { detail: error.message };

/**
 * Service d: `{ count, next, previous, results }`, `page` and `page_size`, `ordering=-name`, paths with
 * a slash at the end, days, null always first, declared values, a throttle, HTML for long URLs.
 *
 * @param changes - What another version of it does.
 */
export function slashes(
  { data, size = 25, max = 40 }: ServiceOptions = {},
  changes: Partial<Form> = {},
): Service {
  let requests = 0;
  return createService(
    {
      dialect: {
        envelope: 'results',
        parameters: { take: 'page_size', orderBy: 'ordering', skip: null, page: 'page' },
        orderFormat: '-name',
        pageSize: { default: size, max },
        maxUrlLength: LONGEST_URL,
        nulls: 'sql',
        nullOrder: 'first',
      },
      columns,
      isSql: true,
      nulls: 'first',
      parameters: ['where', 'include', 'ordering', 'page', 'page_size'],
      orderBy: 'ordering',
      end: '/',
      errorTree,
      intercept(url) {
        if (url.length > LONGEST_URL)
          return new Response('<html><h1>414 Request-URI Too Large</h1></html>', {
            ...{ status: 414, headers: { 'content-type': 'text/html' } },
          });
        if (++requests % THROTTLED > 0) return undefined;
        const headers = { 'retry-after': '0' };
        return Response.json({ detail: 'Request was throttled.' }, { status: 429, headers });
      },
      page(rows, query, { show }) {
        const pageSize = Math.min(count(query, 'page_size', size), max);
        const page = count(query, 'page', 1);
        const start = (page - 1) * pageSize;
        if (page > 1 && start >= rows.length) throw new Rejected('Invalid page.', 404);
        const end = start + pageSize;
        const next = end < rows.length ? `https://api.example.com/?page=${page + 1}` : null;
        const results = rows.slice(start, end).map(show);
        return { count: rows.length, next, previous: null, results };
      },
      ...changes,
    },
    data,
  );
}
